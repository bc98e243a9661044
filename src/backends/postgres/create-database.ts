/** Sets the database up from nothing. One that is there is dropped only by whoever says so. */
import type postgres from 'postgres';
import { WinnowError } from '../../model/index.js';
import { SCHEMA } from './schema.js';
import { connect, type PostgresSettings } from './settings.js';

export class DatabaseExists extends WinnowError {
  override readonly name = 'DatabaseExists';
  constructor(readonly catalogue: string) {
    super('DATABASE_EXISTS', `There is a database ${catalogue} already. Creating it anew drops it with everything in it.`);
  }
}

export async function createDatabase(settings: PostgresSettings, { drop }: { readonly drop: boolean }): Promise<void> {
  await withConnection(settings, 'postgres', async (sql) => {
    const [there] = await sql`SELECT 1 FROM pg_database WHERE datname = ${settings.catalogue}`;
    if (there && !drop) throw new DatabaseExists(settings.catalogue);
    if (there) await sql`DROP DATABASE ${sql(settings.catalogue)} WITH (FORCE)`;
    await sql`CREATE DATABASE ${sql(settings.catalogue)} ENCODING 'UTF8' TEMPLATE template0`;
  });
  await withConnection(settings, settings.catalogue, async (sql) => {
    await sql.begin((transaction) => transaction.unsafe(SCHEMA).simple());
  });
}

async function withConnection(settings: PostgresSettings, catalogue: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = connect({ ...settings, connections: 1 }, { catalogue });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
