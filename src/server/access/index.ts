export { CONTENT_POLICY, guard } from './guard.js';
export { checkToken, tokenInFile } from './token.js';
