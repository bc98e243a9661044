export type { GroupChange, GroupStore, Ingest, KnownFile, Outcome, Submission, UnpackedFile } from './port.js';
