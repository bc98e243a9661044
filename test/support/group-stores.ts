/** Every kind of store for received groups, for suites that run on all of them: each is opened once for a file, which saves most of its time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { openWorkspaceGroups } from '../../src/assembly/index.js';
import { createDatabase, openPostgresGroups } from '../../src/backends/index.js';
import { definitionFromInput } from '../../src/definition/crawl/index.js';
import type { GroupStore } from '../../src/ingest/index.js';
import { startPostgres, type TestPostgres } from './postgres.js';

export interface KindOfStore {
  readonly name: string;
  /** The same for all tests of a file: what others left is in it. */
  readonly open: () => Promise<GroupStore>;
}

/** To be called at the top of a file: they end with it. */
export function groupStores(): readonly KindOfStore[] {
  return [
    { name: 'the workspace', open: opensOnce(inWorkspace()) },
    { name: 'PostgreSQL', open: sharedStore() },
  ];
}

/** One in PostgreSQL for all tests of a file. */
export const sharedStore = (): (() => Promise<GroupStore>) => opensOnce(inPostgres());

/** Hooks run last first: it is closed before what it lies in goes away. */
function opensOnce(open: () => Promise<GroupStore>): () => Promise<GroupStore> {
  let store: Promise<GroupStore> | null = null;
  afterAll(async () => (await store)?.close());
  return () => (store ??= open());
}

function inWorkspace(): () => Promise<GroupStore> {
  const workspace = mkdtempSync(join(tmpdir(), 'winnow-groups-'));
  afterAll(() => rmSync(workspace, { recursive: true, force: true }));
  return () => openWorkspaceIn(workspace);
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
  return openWorkspaceIn(workspace);
}

async function openWorkspaceIn(workspace: string): Promise<GroupStore> {
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
