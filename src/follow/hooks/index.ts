export { type Begun, type HookParts, type Inherited, withHooks } from './after-run.js';
export type { Hook, HookCall, HookOutcome } from './hook.js';
export { type HookReport, type Taker } from './hook-book.js';
export { type NextRun } from './next-run.js';
export { type PerformOptions } from './perform-hooks.js';
