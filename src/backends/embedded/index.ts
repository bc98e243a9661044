export { type BackupOptions, type BackupProgress, type BackupReport, backUp, verifyBackup } from './backup.js';
export { changeTrap, type TrapChanged, type TrapWish } from './change-trap.js';
export { CRAWLDB_NAMES } from './crawldb-views.js';
export { CRAWLER_FRAMEWORK_VIEWS } from './crawler-framework-views.js';
export { acceptDamage, type ExamineOptions, examineDatabases, type FoundDamage, mainDatabase } from './examine.js';
export { type AnomalyJudged, judgeAnomaly } from './judge-anomaly.js';
export {
  dropDamagedKnowledge,
  type EmbeddedKnowledge,
  hasKnowledge,
  type KnowledgeReading,
  openKnowledge,
  openKnowledgeStore,
  openQuadSource,
  openWorkspaceKnowledge,
  readKnowledge,
  readTriples,
  type TriplesReading,
  type WorkspaceKnowledge,
} from './knowledge/index.js';
export { lastRunIn } from './last-run.js';
export { type Migrated, migrateWorkspace, remarksOnMigration } from './migrations/index.js';
export { holdWorkspace, WorkspaceInUse } from './owner.js';
export { dropDamagedIndex, openSearch, openSearchIndex, openWorkspaceIndex, type WorkspaceIndex } from './search/index.js';
export {
  applyRetention,
  type ForgottenRow,
  forget,
  forgottenVersions,
  hasRule,
  planRetention,
  planTakedown,
  type Retained,
  type Takedown,
  type TakedownPlan,
  type TakedownWish,
  takedownsOf,
} from './takedown/index.js';
export { type EmbeddedOptions, openWorkspace, readWorkspace } from './workspace.js';
export { isWorkspace, mustBeWorkspace } from './workspace-missing.js';
export { workspaceOfArchiveFile, workspaceSigns } from './workspace-signs.js';
