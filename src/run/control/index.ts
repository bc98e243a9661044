export { forgetChanges, keepingChanges, withKeptChanges } from './kept-changes.js';
export { forgetPause, isKeptPaused, keepingPause } from './kept-pause.js';
export type { AddedCounts } from './requests.js';
export { ControlError, sendControl } from './send-control.js';
export { type ControlServer, serveControl } from './serve-control.js';
