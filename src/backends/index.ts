export {
  type EmbeddedOptions,
  lockWorkspace,
  openWorkspace,
  readWorkspace,
  WorkspaceInUse,
} from './embedded/index.js';
