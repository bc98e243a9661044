export { FileArchiveReader } from './archive-reader.js';
export { discardFiles } from './discard-files.js';
export { appendBytes, makeFolder, syncFolder, syncPath } from './disk.js';
export { FileArchive, type FileArchiveOptions } from './file-archive.js';
export { type ArchiveRecovery, recoverArchive } from './recover-archive.js';
