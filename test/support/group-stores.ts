/** Every kind of store for received groups, opened anew for each test, for suites that run on all of them. */
import { afterAll, onTestFinished } from 'vitest';
import { createDatabase, openPostgresGroups } from '../../src/backends/index.js';
import type { GroupStore } from '../../src/ingest/index.js';
import { startPostgres, type TestPostgres } from './postgres.js';

export interface KindOfStore {
  readonly name: string;
  /** Closed when the test is over. */
  readonly open: () => Promise<GroupStore>;
}

/** To be called at the top of a file: the server ends with it. */
export function groupStores(): readonly KindOfStore[] {
  let server: Promise<TestPostgres> | null = null;
  afterAll(async () => (await server)?.stop());
  const openInPostgres = async (): Promise<GroupStore> => {
    const isNew = server === null;
    server ??= startPostgres({ connections: 40 });
    const settings = { server: (await server).folder, catalogue: 'CrawlerFramework', user: 'postgres', password: null, connections: 4 };
    if (isNew) await createDatabase(settings, { drop: false });
    else emptyDatabase(await server);
    const store = openPostgresGroups(settings);
    onTestFinished(() => store.close());
    return store;
  };
  return [{ name: 'PostgreSQL', open: openInPostgres }];
}

/** Much faster than another one. */
function emptyDatabase({ query }: TestPostgres): void {
  query(
    'TRUNCATE "Crawlers", "DocumentGroup", "Document", "CrawlerLog", winnow.call, winnow.change, winnow.version, winnow.follower RESTART IDENTITY',
    'CrawlerFramework',
  );
}
