export {
  type EmbeddedOptions,
  FormatError,
  lockWorkspace,
  openWorkspace,
  readWorkspace,
  WorkspaceInUse,
  WriterFailed,
} from './embedded/index.js';
