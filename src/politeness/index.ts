export { crawlClock, type MachineClock, machineClock } from './clock.js';
export { MachineRegister, type RegisterOptions } from './machine-register.js';
export { pauseAfter, type SitePace } from './pause.js';
export { isProcessGone, ownProcess, type ProcessIdentity } from './process-identity.js';
export { randomWait } from './random-wait.js';
export { stateFolder } from './state-folder.js';
export type { Grant, Turns, Wish } from './turns.js';
