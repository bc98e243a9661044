export { type GuardOptions, guard } from './guard.js';
export { type SenderOptions, sendersInFile } from './senders.js';
export { checkToken, tokenInFile } from './token.js';
