export { type AnomalyKind, hasShrunk, isMassGone, isOneText } from './anomaly.js';
export { type Decision, decide, type KnownVersion, type Operation, type SeenVersion } from './decide.js';
export { type AnswerKind, type Conclusion, conclude, type DocumentState, type Evidence, type EvidenceKind } from './evidence.js';
export { type Field, type FieldDigests, fieldDigests, storedDigests } from './field-digests.js';
export { type FileChange, fileChanges, inWords as wordsOfFiles, type KnownFile } from './file-changes.js';
export { isDoor, redirectEnds } from './redirect-end.js';
export { SiteWatch, type WaitingChange } from './site-watch.js';
export { type Comparable, changedPieces, isTemplateChange } from './template.js';
