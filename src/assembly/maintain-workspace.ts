/**
 * What people do to a workspace as a whole: migrate, back up, examine, decide on anomalies and traps, look at takedowns.
 * Each rejects with WORKSPACE_MISSING where there is none.
 */
import {
  type AnomalyJudged,
  acceptDamage as acceptIn,
  type BackupOptions,
  type BackupProgress,
  type BackupReport,
  backUp as backUpFolder,
  changeTrap as changeTrapIn,
  dropDamagedIndex as dropDamagedIndexIn,
  type EmbeddedKnowledge,
  examineDatabases as examineDatabasesIn,
  type ForgottenRow,
  type FoundDamage,
  holdWorkspace as holdFolder,
  judgeAnomaly as judgeAnomalyIn,
  type Migrated,
  mainDatabase,
  migrateWorkspace as migrateFolder,
  mustBeWorkspace,
  openKnowledge,
  remarksOnMigration,
  type TrapChanged,
  type TrapWish,
  takedownsOf as takedownsIn,
  verifyBackup as verifyBackupIn,
} from '../backends/index.js';
import { describeAddress } from './open-workspace.js';

export type { AnomalyJudged, BackupProgress, BackupReport, ForgottenRow, FoundDamage, TrapChanged, TrapWish };

function folderOf(address: string): string {
  const { folder } = describeAddress(address);
  mustBeWorkspace(folder);
  return folder;
}

interface MigrationDone {
  readonly migrated: Migrated;
  /** For people. */
  readonly remarks: readonly string[];
}

/** Brings a workspace of an older release up to date; null when it is up to date. */
export async function migrateWorkspace(address: string, onProgress?: (sentence: string) => void): Promise<MigrationDone | null> {
  const migrated = migrateFolder(folderOf(address), { onProgress });
  return migrated && { migrated, remarks: remarksOnMigration(migrated) };
}

export async function backUp({ workspace, ...options }: BackupOptions): Promise<BackupReport> {
  return backUpFolder({ workspace: folderOf(workspace), ...options });
}

/** What is wrong with a backup, one sentence each. */
export async function verifyBackup(at: string, onProgress?: (progress: BackupProgress) => void): Promise<string[]> {
  return verifyBackupIn(at, onProgress);
}

/** `isArchiveKnown`: the rows that say what belongs to the archive can be read. */
export async function examineDatabases(
  address: string,
  onProgress?: (sentence: string) => void,
): Promise<{ readonly damage: FoundDamage[]; readonly isArchiveKnown: boolean }> {
  const folder = folderOf(address);
  const damage = examineDatabasesIn(folder, { onProgress });
  return { damage, isArchiveKnown: !damage.some(({ file }) => file === mainDatabase(folder)) };
}

/** From now on the database counts as whole, as it is. */
export async function acceptDamage(address: string): Promise<void> {
  acceptIn(folderOf(address));
}

/** Owns a workspace for a moment, so that nobody writes; returns the function that gives it back. */
export async function holdWorkspace(address: string): Promise<() => void> {
  return holdFolder(folderOf(address));
}

export async function judgeAnomaly(address: string, id: number, verdict: 'accept' | 'reject', now: number): Promise<AnomalyJudged> {
  return judgeAnomalyIn(folderOf(address), id, verdict, now);
}

export async function changeTrap(address: string, wish: TrapWish, now: number): Promise<TrapChanged> {
  return changeTrapIn(folderOf(address), wish, now);
}

export async function takedownsOf(address: string): Promise<ForgottenRow[]> {
  return takedownsIn(folderOf(address));
}

/** Removes an index for the search that is damaged; returns what was found, in words, or null. */
export async function dropDamagedIndex(address: string): Promise<string | null> {
  return dropDamagedIndexIn(folderOf(address));
}

/** What a workspace knows, opened to write statements that come from elsewhere. It need not be one yet. */
export async function openKnowledgeStore(address: string): Promise<EmbeddedKnowledge> {
  return openKnowledge(describeAddress(address).folder);
}
