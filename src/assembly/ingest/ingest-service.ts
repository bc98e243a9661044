/** The ingest service over a workspace, or over PostgreSQL with a workspace that follows it. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgresGroups, type PostgresSettings } from '../../backends/index.js';
import type { Definition } from '../../definition/crawl/index.js';
import {
  DEFAULT_LIMITS,
  followGroups,
  type GroupStore,
  type Ingest,
  type IngestLimits,
  type IngestOptions,
  openIngest,
} from '../../ingest/index.js';
import { openWorkspaceGroups } from './open-workspace-groups.js';

export type IngestSettings = Pick<IngestOptions, 'verifyMd5' | 'success' | 'profile' | 'extraFormats' | 'articles'>;

export interface IngestServiceOptions {
  readonly workspace: string;
  readonly definition: Definition;
  /** Folder the definition's modules are relative to. */
  readonly folder: string;
  /** Left out: groups are kept in the workspace. */
  readonly postgres?: PostgresSettings | undefined;
  readonly readsText?: boolean;
  readonly settings?: IngestSettings;
  readonly limits?: Partial<IngestLimits>;
  readonly onRemark: (remark: string) => void;
  readonly onError: (error: unknown) => void;
}

export interface IngestService {
  readonly ingest: Ingest;
  readonly store: GroupStore;
  readonly spoolFolder: string;
  readonly limits: IngestLimits;
  close(): Promise<void>;
}

export async function openIngestService(options: IngestServiceOptions): Promise<IngestService> {
  const { workspace, definition, folder, readsText = true, settings, onRemark, onError } = options;
  const own = join(workspace, 'ingest');
  const spoolFolder = join(own, 'spool');
  const kept = await openWorkspaceGroups({ workspace, definition, folder, readsText, onRemark });
  rmSync(spoolFolder, { recursive: true, force: true }); // what a crash left: nobody was told OK for it
  mkdirSync(spoolFolder, { recursive: true, mode: 0o700 });
  const followed = options.postgres ? followGroups(openPostgresGroups(options.postgres), kept, spoolFolder, onError) : null;
  const store = followed?.store ?? kept;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const ingest = openIngest({ ...settings, store, spoolFolder, limits, onError, fallbackFile: join(own, 'crawler-log.jsonl') });
  return {
    ingest,
    store,
    spoolFolder,
    limits,
    async close() {
      await ingest.close();
      await followed?.close();
      await kept.close();
    },
  };
}
