export { FormatError } from './database.js';
export { lockWorkspace, WorkspaceInUse } from './lock.js';
export { type EmbeddedOptions, openWorkspace, readWorkspace } from './workspace.js';
