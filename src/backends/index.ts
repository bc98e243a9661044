export { type EmbeddedOptions, FormatError, openWorkspace, readWorkspace, WorkspaceInUse, WriterFailed } from './embedded/index.js';
