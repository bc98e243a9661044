export { damageSentence, mustBeWhole, remedyForDatabase, type WholeOptions } from './must-be-whole.js';
export { cutLog, foldLog, sealOnClose } from './sealing.js';
export { markClosed, removeSums, sumsFile } from './sums-file.js';
export { completeSums, type Damaged, findDamage, takeStrangersPages, type VerifyOptions } from './verify.js';
