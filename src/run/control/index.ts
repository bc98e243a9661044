export { ControlDoor } from './control-door.js';
export { withKeptChanges } from './kept-changes.js';
export { forgetPause, isKeptPaused } from './kept-pause.js';
export type { AddedCounts } from './requests.js';
export { ControlError, sendControl } from './send-control.js';
export { type ControlServer } from './serve-control.js';
