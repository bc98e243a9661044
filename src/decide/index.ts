export { changedBlocks } from './block-hashes.js';
export { type Decision, decide, type KnownVersion, type Operation, type SeenVersion } from './decide.js';
export { type Field, type FieldDigests, fieldDigests, storedDigests } from './field-digests.js';
