export {
  type GroupChange,
  GroupConflict,
  type GroupState,
  type GroupStore,
  type Ingest,
  type KnownFile,
  type Outcome,
  type Submission,
  type UnpackedFile,
} from './port.js';
