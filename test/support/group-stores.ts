/** Every kind of store for received groups, opened anew for each test, for suites that run on all of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { openWorkspaceGroups } from '../../src/assembly/index.js';
import { createDatabase, openPostgresGroups } from '../../src/backends/index.js';
import { definitionFromInput } from '../../src/definition/index.js';
import type { GroupStore } from '../../src/ingest/index.js';
import { startPostgres, type TestPostgres } from './postgres.js';

export interface KindOfStore {
  readonly name: string;
  /** Closed when the test is over. */
  readonly open: () => Promise<GroupStore>;
}

/** To be called at the top of a file: the server ends with it. */
export function groupStores(): readonly KindOfStore[] {
  const openInPostgres = inPostgres();
  return [
    { name: 'the workspace', open: () => closedAfterTest(openWorkspaceStore()) },
    { name: 'PostgreSQL', open: () => closedAfterTest(openInPostgres()) },
  ];
}

/** One in PostgreSQL for all tests of a file. */
export function sharedStore(): () => Promise<GroupStore> {
  const openInPostgres = inPostgres();
  let store: Promise<GroupStore> | null = null;
  afterAll(async () => (await store)?.close());
  return () => (store ??= openInPostgres());
}

async function closedAfterTest(opening: Promise<GroupStore>): Promise<GroupStore> {
  const store = await opening;
  onTestFinished(() => store.close());
  return store;
}

function inPostgres(): () => Promise<GroupStore> {
  let server: Promise<TestPostgres> | null = null;
  afterAll(async () => (await server)?.stop());
  return async () => {
    const isNew = server === null;
    server ??= startPostgres({ connections: 40 });
    const settings = { server: (await server).folder, catalogue: 'CrawlerFramework', user: 'postgres', password: null, connections: 4 };
    if (isNew) await createDatabase(settings, { drop: false });
    else emptyDatabase(await server);
    return openPostgresGroups(settings);
  };
}

export async function openWorkspaceStore(): Promise<GroupStore> {
  const workspace = mkdtempSync(join(tmpdir(), 'winnow-groups-'));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const { definition } = await definitionFromInput({ name: 'ingest', seeds: [], search: { index: false } });
  return openWorkspaceGroups({ workspace, definition, folder: workspace, readsText: false });
}

/** Much faster than another one. */
function emptyDatabase({ query }: TestPostgres): void {
  query(
    'TRUNCATE "Crawlers", "DocumentGroup", "Document", "CrawlerLog", winnow.call, winnow.change, winnow.version, winnow.follower RESTART IDENTITY',
    'CrawlerFramework',
  );
}
