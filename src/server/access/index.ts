export { callerOf, isLoopback, Networks } from './address.js';
export { type GuardOptions, guard } from './guard.js';
export { type KnownSenders, type Sender, type SenderOptions, sendersInFile } from './senders.js';
export { checkToken, tokenInFile } from './token.js';
