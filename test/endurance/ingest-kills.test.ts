/** A small campaign of kills over both stores; `npm run bench:ingest -- --kill 100 --groups 10000` is the large one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createDatabase } from '../../src/backends/index.js';
import { killCampaign } from '../support/ingest-campaign.js';
import { startPostgres } from '../support/postgres.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-ingest-kills-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A database that was killed recovers first, and whoever was connected waits for it. */
const KILLED_DATABASE_MS = 300_000;

const CLEAN = { missing: [], wrong: [], notLoggedOnce: [], unloggedErrors: 0 };

it('E-18 E-36 the service and its clients are killed while they store: each group is there once, and in the log', async () => {
  const report = await killCampaign({ folder: join(folder, 'workspace'), args: [], server: null, groups: 120, kills: 4, clients: 8 });
  expect(report).toMatchObject({ ...CLEAN, kills: { service: 2, client: 2 } });
});

it(
  'E-18 E-36 so is PostgreSQL',
  async () => {
    const server = await startPostgres({ fsync: true, connections: 30 });
    try {
      const settings = { server: server.folder, catalogue: 'CrawlerFramework', user: 'postgres', password: null };
      await createDatabase(settings, { drop: false });
      const args = ['--store', 'postgres', '--server', server.folder];
      const report = await killCampaign({ folder: join(folder, 'postgres'), args, server, groups: 60, kills: 3, clients: 8 });
      expect(report).toMatchObject({ ...CLEAN, kills: { service: 1, database: 1, client: 1 } });
    } finally {
      await server.stop();
    }
  },
  KILLED_DATABASE_MS,
);
