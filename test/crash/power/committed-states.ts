/**
 * The states a workspace went through, one for each acknowledgement the recorded process gave: after a power cut it
 * must be in exactly one of them, and in none older than the last one acknowledged.
 *
 * A state is everything a user could miss: every row of the tables, the committed lengths of the archive files, and
 * how many entries the frontier holds after it was opened.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openWorkspace } from '../../../src/backends/index.js';
import { openingOptions } from '../opening-options.js';

/** Passings of failpoints by which the process says: whatever came before this is safe. */
const ACKNOWLEDGES = /passed (run-begun|committed|run-ended)\b/;
export const isAcknowledgement = (mark: string): boolean => ACKNOWLEDGES.test(mark);

const TABLES: Readonly<Record<string, string>> = {
  run: 'id, state',
  site: '*',
  resource: '*',
  queue: '*',
  seed: '*',
  fetch: '*',
  document: '*',
  version: '*',
  journal: '*',
  rejection: '*',
  warc: 'file, length',
};

export interface Opened {
  readonly state: string;
  /** Rows by table, for people. */
  readonly counts: string;
  /** What is wrong whatever the state. */
  readonly problems: readonly string[];
}

/** Opens a workspace as the next crawl would, closes it, and looks at what is there. */
export async function openAndLook(folder: string, reference: ReadonlyMap<string, Buffer> | null): Promise<Opened> {
  const workspace = openWorkspace(openingOptions(folder));
  const { queued, known } = workspace.frontier.counts();
  await workspace.close();
  const db = new Database(join(folder, 'core.db'), { readonly: true });
  try {
    const digest = createHash('sha256').update(JSON.stringify({ queued, known }));
    const counts = Object.entries(TABLES).map(([table, columns]) => `${table} ${hashTable(db, table, columns, digest)}`);
    const integrity = db.pragma('quick_check', { simple: true }) as string;
    const damaged = integrity === 'ok' ? [] : [`the database is damaged: ${integrity}`];
    return { state: digest.digest('hex'), counts: counts.join(', '), problems: [...damaged, ...archiveProblems(db, folder, reference)] };
  } finally {
    db.close();
  }
}

function hashTable(db: Database.Database, table: string, columns: string, digest: ReturnType<typeof createHash>): number {
  const rows = db.prepare(`SELECT ${columns} FROM ${table} ORDER BY 1`).safeIntegers().raw().all() as unknown[][];
  for (const row of rows) for (const value of row) digest.update(value instanceof Buffer ? value : `${typeof value} ${value as string};`);
  return rows.length;
}

/** Every file is there, ends where the last commit says, and holds the bytes the crawl wrote. */
function archiveProblems(db: Database.Database, folder: string, reference: ReadonlyMap<string, Buffer> | null): string[] {
  const committed = db.prepare('SELECT file, length FROM warc').all() as { file: string; length: number }[];
  const archive = join(folder, 'archive');
  const names = new Set(committed.map(({ file }) => file));
  const unknown = readdirSync(archive).filter((name) => name.endsWith('.warc.gz') && !names.has(name));
  return [
    ...unknown.map((name) => `${name} is in the archive, but not in the repository`),
    ...committed.flatMap(({ file, length }) => {
      const bytes = existsSync(join(archive, file)) ? readFileSync(join(archive, file)) : Buffer.alloc(0);
      if (bytes.length !== length) return [`${file} has ${bytes.length} bytes; committed are ${length}`];
      const same = !reference || reference.get(file)?.subarray(0, length).equals(bytes);
      return same ? [] : [`${file} does not hold the bytes that were committed`];
    }),
  ];
}
