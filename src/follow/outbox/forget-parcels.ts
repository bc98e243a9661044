/**
 * Takes down what outboxes keep of documents that were forgotten: packages that wait, were sent or failed, and the rows about
 * them. What a receiver has taken is beyond reach; it is told who has it.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from '../../store/index.js';
import { type ConsumerDatabase, consumerStates, openDatabase } from '../consumers/index.js';

/** A group that a receiver still has. */
export interface StillHeld {
  /** Name of the outbox, which names the receiver. */
  readonly outbox: string;
  readonly identifier: string;
}

export interface ForgottenParcels {
  /** Packages that were removed from the workspace. */
  readonly packages: number;
  readonly held: readonly StillHeld[];
}

/** `isForgotten` says of a version whether its document was taken down. Done again, it finds nothing more. */
export async function forgetParcels(
  workspace: string,
  repository: Pick<Repository, 'journal'>,
  isForgotten: (version: number) => boolean,
): Promise<ForgottenParcels> {
  const held: StillHeld[] = [];
  let packages = 0;
  for (const { name, file, kind } of consumerStates(workspace, repository)) {
    if (kind !== 'document-groups') continue;
    const db = openDatabase(file);
    try {
      const rows = forgottenRows(db, isForgotten);
      if (rows.length === 0) continue;
      packages += await removePackages(join(workspace, 'outbox', name), rows); // first: the rows tell which these are
      held.push(...stillHeld(db, rows).map((identifier) => ({ outbox: name, identifier })));
      wipe(db, rows);
    } finally {
      db.close();
    }
  }
  return { packages, held };
}

interface Row {
  readonly id: number;
  readonly version: number;
  readonly identifier: string;
}

const forgottenRows = (db: ConsumerDatabase, isForgotten: (version: number) => boolean): Row[] =>
  (db.prepare('SELECT id, version, identifier FROM parcel').all() as Row[]).filter(({ version }) => isForgotten(version));

const identifiersOf = (rows: readonly Row[]): string[] => [...new Set(rows.map(({ identifier }) => identifier))];

/** The last that was taken of a group says whether it is there: anything but a Del. */
function stillHeld(db: ConsumerDatabase, rows: readonly Row[]): string[] {
  const taken = db.prepare(
    "SELECT operation FROM parcel WHERE identifier = ? AND (state = 'sent' OR attempts > 0) ORDER BY id DESC LIMIT 1",
  );
  const arrived = hasArrivals(db) ? db.prepare('SELECT operation FROM arrival WHERE identifier = ?').pluck() : null;
  return identifiersOf(rows).filter((identifier) => {
    const last = taken.pluck().get(identifier) as string | undefined;
    return (last !== undefined && last !== 'Del') || arrived?.all(identifier).some((operation) => operation !== 'Del');
  });
}

const hasArrivals = (db: ConsumerDatabase): boolean => db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'arrival'").get() !== undefined;

function wipe(db: ConsumerDatabase, rows: readonly Row[]): void {
  db.pragma('secure_delete = ON');
  const tables = ['held', ...(hasArrivals(db) ? ['arrival'] : [])];
  db.transaction(() => {
    for (const { id } of rows) db.prepare('DELETE FROM parcel WHERE id = ?').run(id);
    for (const table of tables)
      for (const identifier of identifiersOf(rows)) db.prepare(`DELETE FROM ${table} WHERE identifier = ?`).run(identifier);
  })();
  db.exec('VACUUM');
  db.pragma('wal_checkpoint(TRUNCATE)');
}

async function removePackages(folder: string, rows: readonly Row[]): Promise<number> {
  const waiting = rows.map(({ id }) => join(folder, 'waiting', `${id}.xml`)).filter((path) => existsSync(path));
  const aside = await Promise.all(['sent', 'error'].map((name) => descriptionsIn(join(folder, name), identifiersOf(rows))));
  const descriptions = [...waiting, ...aside.flat()];
  for (const description of descriptions) {
    const stem = description.slice(0, -'.xml'.length);
    for (const ending of ['.zip', '.zip.part', '.xml.part', '.xml']) await rm(`${stem}${ending}`, { force: true });
  }
  return descriptions.length;
}

/** Packages lie under the names portals gave them; what they are is in their descriptions. */
async function descriptionsIn(folder: string, identifiers: readonly string[]): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const found: string[] = [];
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.xml'))) {
    const text = (await readFile(join(folder, name), 'utf8')).toLowerCase();
    if (identifiers.some((identifier) => text.includes(identifier.toLowerCase()))) found.push(join(folder, name));
  }
  return found;
}
