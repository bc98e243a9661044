/** Search in a workspace of the embedded back end: search.db beside core.db. */
export { dropSearch, eraseFromSearch } from './erase-from-search.js';
export { dropDamagedIndex, openWorkspaceIndex, type WorkspaceIndex } from './open-workspace-index.js';
export { openSearch } from './search.js';
export { searchFile } from './search-file.js';
export { openSearchIndex } from './search-index.js';
export { workspaceSource } from './workspace-source.js';
