export { checkDefinition } from './check-definition.js';
export { type Notifier, type NotifierOptions, openNotifier } from './notifier.js';
export { BUILT_IN, loadRegistry } from './registry.js';
export { type RetainOptions, retain } from './retention.js';
export { type RunOptions, runCrawl } from './run-crawl.js';
export { type ImportRunOptions, runImport } from './run-import.js';
export { type Forgetting, forgetAll, planForgetting } from './takedown.js';
export { VERSION } from './version.js';
export { nextTimes, WatchError, type WatchOptions, watchDefinitions } from './watch-definitions.js';
