export { crawlClock, machineClock } from './clock.js';
export { MachineRegister, type RegisterOptions } from './machine-register.js';
export { pauseAfter } from './pause.js';
export { isProcessGone, ownProcess, type ProcessIdentity } from './process-identity.js';
export { randomWait } from './random-wait.js';
export type { Grant, Turns, Wish } from './turns.js';
