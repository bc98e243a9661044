/**
 * Brings what PostgreSQL received to another store, in the order of its transactions: the workspace, where it enters journal,
 * archive and search like everything else.
 *
 * Only transactions are read before which no other is still open, so none is overtaken. The cursor is kept in the database;
 * a change that was brought and not noted is recognised by what is there.
 */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentGroup } from '../../formats/document-groups/index.js';
import type { GroupChange, GroupStore, UnpackedFile } from '../../ingest/index.js';
import type { Connections } from './connections.js';
import { asLogRow, type StoredRow } from './log-rows.js';

interface ChangeRow extends StoredRow {
  readonly sequence: string;
  readonly transaction: string;
  readonly description: Omit<DocumentGroup, 'date'> & { readonly date: string; readonly sender: string | null };
}

interface VersionRow {
  readonly identifier: string;
  readonly sha256: string;
  readonly length: string;
}

const AT_A_TIME = 50;
const SLICE = 1 << 20;

export class GroupFollower {
  /** `name` of the cursor: one for each store that follows. */
  constructor(
    private readonly connections: Connections,
    private readonly name: string,
  ) {}

  /** Brings what has come since; returns how many changes. `folder` holds files on their way. */
  async bring(store: GroupStore, folder: string): Promise<number> {
    let brought = 0;
    for (;;) {
      const rows = await this.#next();
      for (const row of rows) {
        await bringChange(store, await this.#changeOf(row, folder));
        await this.#note(row);
        brought++;
      }
      if (rows.length < AT_A_TIME) return brought;
    }
  }

  #next(): Promise<ChangeRow[]> {
    return this.connections.sql<ChangeRow[]>`
      SELECT c.sequence, c.transaction::text AS transaction, c.description, l.*, k.sender, k.error_id
      FROM winnow.change c JOIN "CrawlerLog" l ON l."Id" = c.log LEFT JOIN winnow.call k ON k.log = l."Id"
      LEFT JOIN winnow.follower f ON f.name = ${this.name}
      WHERE c.transaction < pg_snapshot_xmin(pg_current_snapshot())
        AND (f.name IS NULL OR (c.transaction, c.sequence) > (f.transaction, f.sequence))
      ORDER BY c.transaction, c.sequence LIMIT ${AT_A_TIME}`;
  }

  async #note({ transaction, sequence }: ChangeRow): Promise<void> {
    await this.connections.sql`
      INSERT INTO winnow.follower (name, transaction, sequence) VALUES (${this.name}, ${transaction}::text::xid8, ${sequence})
      ON CONFLICT (name) DO UPDATE SET transaction = excluded.transaction, sequence = excluded.sequence`;
  }

  async #changeOf(row: ChangeRow, folder: string): Promise<GroupChange> {
    const { sender, date, ...described } = row.description;
    const versions = await this.connections.sql<
      VersionRow[]
    >`SELECT identifier, sha256, length FROM winnow.version WHERE change = ${row.sequence}`;
    const md5s = new Map(described.documents.map(({ identifier, md5 }) => [identifier, md5]));
    const contents = new Map<string, UnpackedFile>();
    for (const [index, { identifier, sha256, length }] of versions.entries()) {
      const path = join(folder, `followed-${index}`);
      await this.#writeContent(row.sequence, identifier, path);
      contents.set(identifier, { path, length: Number(length), md5: md5s.get(identifier) as string, sha256 });
    }
    const { id: _id, ...log } = asLogRow(row);
    return { group: { ...described, date: new Date(date) }, contents, sender, log };
  }

  /** In slices: from where it is now, which may change in between and is the same bytes all the same. */
  async #writeContent(change: string, identifier: string, path: string): Promise<void> {
    const file = await open(path, 'w', 0o600);
    try {
      for (let from = 1; ; from += SLICE) {
        const [row] = await this.connections.sql<[{ slice: Buffer }]>`
          SELECT substring(coalesce(v.past, d."DataContent") FROM ${from}::int FOR ${SLICE}::int) AS slice
          FROM winnow.version v LEFT JOIN "Document" d ON d."Id" = v.document AND v.past IS NULL
          WHERE v.change = ${change} AND v.identifier = ${identifier}`;
        await file.write(row.slice);
        if (row.slice.length < SLICE) return;
      }
    } finally {
      await file.close();
    }
  }
}

/** Whatever the other store has heard of the group already: in the end it has this state. */
async function bringChange(store: GroupStore, change: GroupChange): Promise<void> {
  const known = await store.known(change.group.identifier);
  const { operation } = change.group;
  if (operation === 'Del') return known ? store.store(change) : undefined;
  if (known && isThere(change, new Map(known.map(({ identifier, md5 }) => [identifier, md5])))) return undefined;
  return store.store({ ...change, group: { ...change.group, operation: known ? 'Upd' : 'Add' } });
}

function isThere({ group, contents }: GroupChange, known: ReadonlyMap<string, string>): boolean {
  const isPut = [...contents].every(([identifier, { md5 }]) => known.get(identifier) === md5);
  return isPut && group.documents.every(({ identifier, operation }) => operation !== 'Del' || !known.has(identifier));
}
