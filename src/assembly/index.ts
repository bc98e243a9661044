export { checkDefinition } from './check-definition.js';
export { BUILT_IN, loadRegistry } from './registry.js';
export { type RunOptions, runCrawl } from './run-crawl.js';
export { type DryOptions, runDry } from './run-dry.js';
export { type ImportRunOptions, runImport } from './run-import.js';
export { VERSION } from './version.js';
