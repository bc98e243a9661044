export { checkDefinition } from './check-definition.js';
export { createDatabase, DEFAULT_CATALOGUE, lookIntoTables, openTables, type PostgresSettings } from './databases.js';
export { ensureWorkspace } from './ensure-workspace.js';
export { importFormerFrom, importFormerIds } from './former-ids.js';
export { type IngestService, openIngestService } from './ingest/ingest-service.js';
export { openWorkspaceGroups, WorkspaceGroups } from './ingest/workspace-groups.js';
export { askRemote } from './knowledge/ask-remote.js';
export { catchUpKnowledge } from './knowledge/catch-up.js';
export { sparqlOverWorkspaces } from './knowledge/sparql.js';
export { type LogRules, logFileName, readLogRules } from './log-rules.js';
export { openLooks } from './look-at-portal.js';
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
export { openNotifier } from './notifier.js';
export { lastRunOf, readAtOnce, readWorkspace, withReading, workspaceOfArchiveFile, workspaceSigns } from './open-workspace.js';
export { openPlays, type PlayedDay, type PortalPlays, playPortal } from './play-portal.js';
export { portalHealth, type WorkspaceHealth } from './portal-health.js';
export { openPortalItems } from './portal-items.js';
export { prepareCrawl } from './prepare-crawl.js';
export { BUILT_IN, loadRegistry } from './registry.js';
export { type Retained, retain } from './retention.js';
export { type RunOptions, runCrawl } from './run-crawl.js';
export { runDry } from './run-dry.js';
export { type HarvestRunOptions, type HarvestRunReport, runHarvest } from './run-harvest.js';
export { runImport } from './run-import.js';
export { runPortal } from './run-portal.js';
export { type RunSettings, type SettledRun, settleRun } from './run-settings.js';
export { askKnowledge, writeMemory } from './scutter/ask-knowledge.js';
export { fetchOne } from './scutter/fetch-one.js';
export { loadScutter, readConfigurationFile } from './scutter/load-scutter.js';
export { saveCache } from './scutter/save-cache.js';
export { catchUp } from './search/catch-up.js';
export { indexKeeper } from './search/index-beside.js';
export { CRAWLDB_NAMES, CRAWLER_FRAMEWORK_VIEWS } from './sql-views.js';
export { type Forgetting, type Forgotten, forgetAll, planForgetting, type TakedownPlan } from './takedown.js';
export { SOFTWARE, VERSION } from './version.js';
export { nextTimes, type WatchOptions, watchDefinitions } from './watch-definitions.js';
export type { WatchedPortals } from './watch-portals.js';
export { mapAccess } from './web-map.js';
