export { BackupError, type BackupOptions, type BackupProgress, type BackupReport, backUp, verifyBackup } from './backup.js';
export { FormatError } from './database.js';
export { freeSpace, isDiskFull } from './disk-space.js';
export { type LastRun, lastRunIn } from './last-run.js';
export { type Migrated, migrateWorkspace, remarksOnMigration } from './migrations/index.js';
export { holdWorkspace, OwnershipLost, WorkspaceInUse } from './owner.js';
export { type EmbeddedOptions, openWorkspace, readWorkspace } from './workspace.js';
