export { FileArchive, type FileArchiveOptions } from './file-archive.js';
export { type ArchiveRecovery, recoverArchive } from './recover-archive.js';
