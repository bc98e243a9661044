export { callHook } from './call-hook.js';
export type { Hook, HookCall, HookOutcome } from './hook.js';
export { HookBook, type HookReport, type Taker } from './hook-book.js';
export { mailHook } from './mail-hook.js';
export { type PerformOptions, performHooks } from './perform-hooks.js';
export { programHook } from './program-hook.js';
export { readRunEnd } from './run-end.js';
