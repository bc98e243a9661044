/** The contract of stores, and the tables that others read, on a real PostgreSQL. */
import { afterAll, beforeAll } from 'vitest';
import { createDatabase, openPostgresGroups, type PostgresSettings } from '../../../src/backends/index.js';
import { groupStoreContract } from '../../../src/ingest/group-store.contract.js';
import { startPostgres, type TestPostgres } from '../../support/postgres.js';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

let databases = 0;
const place = async () => {
  const settings: PostgresSettings = {
    server: server.folder,
    catalogue: `Groups ${databases++}`,
    user: 'postgres',
    password: null,
    connections: 4,
  };
  await createDatabase(settings, { drop: false });
  return async () => openPostgresGroups(settings);
};

groupStoreContract('PostgreSQL', place);
