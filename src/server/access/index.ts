export { type GuardOptions, guard } from './guard.js';
export { checkToken, tokenInFile } from './token.js';
