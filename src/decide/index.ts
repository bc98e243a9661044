export { type Decision, decide, type KnownVersion, type Operation, type SeenVersion } from './decide.js';
export { type Field, type FieldDigests, fieldDigests } from './field-digests.js';
