export type { RunOptions } from '../run/crawl/index.js';
export { createDatabase, DEFAULT_CATALOGUE, lookIntoTables, openTables, type PostgresSettings } from './databases.js';
export { ensureWorkspace } from './ensure-workspace.js';
export { type IngestService, openIngestService } from './ingest/ingest-service.js';
export { openWorkspaceGroups } from './ingest/open-workspace-groups.js';
export { askRemote } from './knowledge/ask-remote.js';
export { catchUpKnowledge } from './knowledge/catch-up.js';
export { sparqlOverWorkspaces } from './knowledge/sparql.js';
export {
  type AnomalyJudged,
  acceptDamage,
  type BackupProgress,
  type BackupReport,
  backUp,
  changeTrap,
  dropDamagedIndex,
  examineDatabases,
  type ForgottenRow,
  type FoundDamage,
  holdWorkspace,
  judgeAnomaly,
  migrateWorkspace,
  openKnowledgeStore,
  type TrapChanged,
  type TrapWish,
  takedownsOf,
  verifyBackup,
} from './maintain-workspace.js';
export { lastRunOf, readAtOnce, readWorkspace, withReading, workspaceOfArchiveFile, workspaceSigns } from './open-workspace.js';
export { openPortalItems } from './portal-items.js';
export { openLooks, openPlays, playPortal, portalHealth } from './portals.js';
export { prepareCrawl } from './prepare-crawl.js';
export { BUILT_IN, loadRegistry } from './registry.js';
export { type Retained, retain } from './retention.js';
export { runCrawl } from './run-crawl.js';
export { runDry } from './run-dry.js';
export { type HarvestRunReport, runHarvest, runPortal } from './run-harvest.js';
export { runImport } from './run-import.js';
export { askKnowledge, writeMemory } from './scutter/ask-knowledge.js';
export { loadScutter, saveCache } from './scutter/scutter.js';
export { catchUp } from './search/catch-up.js';
export { indexKeeper } from './search/indexing.js';
export { CRAWLDB_NAMES, CRAWLER_FRAMEWORK_VIEWS } from './sql-views.js';
export { type Forgetting, type Forgotten, forgetAll, planForgetting, type TakedownPlan } from './takedown.js';
export { SOFTWARE, VERSION } from './version.js';
export { nextTimes, watchDefinitions } from './watch.js';
