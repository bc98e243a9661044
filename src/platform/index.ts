export { draftBeside, removeDeadDrafts } from './drafts/draft-name.js';
export { inDraftFolder, writeWhole } from './drafts/write-whole.js';
export { keepThread, startThread, takeThread } from './idle-threads.js';
export { collectGarbage } from './process/collect-garbage.js';
export { livenessOf, type ProcessIdentity, thisProcess } from './process/process-identity.js';
export { bootId, isRunning, ownNamespace, startedTicks } from './process/running-process.js';
export { ProgramError, type ProgramOptions, runProgram } from './program/run-program.js';
export { makeStateFolder, StateFolderError, stateFolder } from './state-folder.js';
export { compiledUrl } from './thread-url.js';
