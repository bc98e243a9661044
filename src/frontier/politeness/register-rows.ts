/** The rows of the register as values: every statement the register needs, prepared once. */
import type { Statement } from 'better-sqlite3';
import type { ProcessIdentity } from './process-identity.js';
import type { RecordedTime } from './recorded-time.js';
import type { Sqlite } from './register-database.js';
import type { Wish } from './turns.js';

export interface HolderRow extends RecordedTime, ProcessIdentity {
  readonly id: number;
  readonly deposed: number;
}

export interface TurnRow extends RecordedTime {
  readonly free: number;
  readonly delay: number;
}

/** Somebody's hold on a key or wish for it; the fields of its holder are null when that one has left. */
export interface ClaimRow extends Omit<HolderRow, 'pid'> {
  readonly pid: number | null;
  readonly holder: number;
  readonly share: number;
  readonly capacity: number;
  readonly delay: number;
  readonly wish: number;
}

const HOLDER = 'holder.id, pid, start, namespace, boot, wrote, wall, deposed';

const TURN = 'SELECT free, delay, boot, wrote, wall FROM turn WHERE key = ?';
const HOLDERS = `SELECT ${HOLDER} FROM holder`;
const HOLDERS_OF = `SELECT holding.holder, share, capacity, delay, changed, 0 AS wish, ${HOLDER} FROM holding LEFT JOIN holder ON holder.id = holding.holder
  WHERE key = ? AND holding.holder <> ?`;
const WISHERS_OF = `SELECT wish.holder, 0 AS share, capacity, delay, ready, wish.id AS wish, ${HOLDER} FROM wish LEFT JOIN holder ON holder.id = wish.holder
  WHERE key = ? AND wish.holder <> ? ORDER BY wish.id`;
const CHORE = 'SELECT boot, wrote, wall FROM chore WHERE name = ?';

export class RegisterRows {
  readonly #db: Sqlite;
  readonly #statements = new Map<string, Statement<unknown[]>>();

  constructor(db: Sqlite) {
    this.#db = db;
    // Looks at every column once: a file with other tables shows itself here and not in the middle of a crawl.
    for (const sql of [TURN, HOLDERS_OF, WISHERS_OF, HOLDERS, CHORE]) this.#prepare(sql);
  }

  /** All or nothing, and alone among the processes of this machine. */
  atOnce<T>(work: () => T): T {
    return this.#db.transaction(work).immediate();
  }

  /** Changes whenever another connection has written. */
  version(): number {
    return (this.#get('PRAGMA data_version') as { data_version: number }).data_version;
  }

  turn = (key: string): TurnRow | undefined => this.#get(TURN, key) as TurnRow | undefined;

  /** Holders of a key other than `me`. */
  holdersOf = (key: string, me: number): ClaimRow[] => this.#all(HOLDERS_OF, key, me) as ClaimRow[];

  /** Who waits for a key, first in line first, `me` excepted. */
  wishersOf = (key: string, me: number): ClaimRow[] => this.#all(WISHERS_OF, key, me) as ClaimRow[];

  wishOf = (key: string, me: number): number | undefined =>
    (this.#get('SELECT id FROM wish WHERE key = ? AND holder = ?', key, me) as { id: number } | undefined)?.id;

  isWanted = (key: string, me: number): boolean =>
    this.#get('SELECT 1 FROM wish WHERE key = ? AND holder <> ? LIMIT 1', key, me) !== undefined;

  holders = (): HolderRow[] => this.#all(HOLDERS) as HolderRow[];

  isSeated = (id: number): boolean => this.#get('SELECT 1 FROM holder WHERE id = ? AND deposed = 0', id) !== undefined;

  saveTurn(key: string, turn: TurnRow): void {
    this.#run(
      `INSERT INTO turn (key, free, delay, boot, wrote, wall) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET free = excluded.free, delay = excluded.delay, boot = excluded.boot, wrote = excluded.wrote, wall = excluded.wall`,
      key,
      turn.free,
      turn.delay,
      turn.boot,
      turn.wrote,
      turn.wall,
    );
  }

  hold(key: string, holder: number, share: number, { capacity, delay }: Wish): void {
    this.#run(
      'INSERT OR REPLACE INTO holding (key, holder, share, capacity, delay) VALUES (?, ?, ?, ?, ?)',
      key,
      holder,
      share,
      capacity,
      delay,
    );
  }

  /** False when the hold was gone already. */
  letGo = (key: string, holder: number): boolean => this.#run('DELETE FROM holding WHERE key = ? AND holder = ?', key, holder) > 0;

  /** Puts a wish at the end of the line and tells the holders. */
  wish(key: string, holder: number, { capacity, delay }: Wish): void {
    const added = this.#run('INSERT OR IGNORE INTO wish (key, holder, capacity, delay) VALUES (?, ?, ?, ?)', key, holder, capacity, delay);
    if (added > 0) this.tellHolders(key, holder);
  }

  dropWish = (key: string, holder: number): number => this.#run('DELETE FROM wish WHERE key = ? AND holder = ?', key, holder);

  tellHolders = (key: string, me: number): number => this.#run('UPDATE holding SET changed = 1 WHERE key = ? AND holder <> ?', key, me);

  tellFirstInLine = (key: string): number =>
    this.#run('UPDATE wish SET ready = 1 WHERE id = (SELECT min(id) FROM wish WHERE key = ?) AND ready = 0', key);

  /** The keys others have told `me` about since the last call. */
  news(me: number): string[] {
    const news = this.#all(
      'SELECT key FROM holding WHERE holder = ? AND changed = 1 UNION SELECT key FROM wish WHERE holder = ? AND ready = 1',
      me,
      me,
    );
    if (news.length) {
      this.#run('UPDATE holding SET changed = 0 WHERE holder = ? AND changed = 1', me);
      this.#run('UPDATE wish SET ready = 0 WHERE holder = ? AND ready = 1', me);
    }
    return (news as { key: string }[]).map(({ key }) => key);
  }

  /** A new holder. */
  seat = ({ id, pid, start, namespace, boot, wrote, wall }: Omit<HolderRow, 'deposed'>): number =>
    this.#run(
      'INSERT INTO holder (id, pid, start, namespace, boot, wrote, wall) VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      pid,
      start,
      namespace,
      boot,
      wrote,
      wall,
    );

  /** The heartbeat; false when the holder has lost its place. */
  beat = (id: number, { wrote, wall }: RecordedTime): boolean =>
    this.#run('UPDATE holder SET wrote = ?, wall = ? WHERE id = ? AND deposed = 0', wrote, wall, id) > 0;

  depose = (id: number): number => this.#run('UPDATE holder SET deposed = 1 WHERE id = ?', id);

  /** Its holds stay as holds of nobody, until somebody claims those keys. */
  unseat(id: number): void {
    this.#run('DELETE FROM holder WHERE id = ?', id);
    this.#run('DELETE FROM wish WHERE holder = ?', id);
  }

  chore = (name: string): RecordedTime | undefined => this.#get(CHORE, name) as RecordedTime | undefined;

  saveChore(name: string, { boot, wrote, wall }: RecordedTime): void {
    this.#run('INSERT OR REPLACE INTO chore (name, boot, wrote, wall) VALUES (?, ?, ?, ?)', name, boot, wrote, wall);
  }

  /** Forgets keys nobody has touched since `wall` minus `keep` or minus what was to be waited, whichever is longer. */
  forget(wall: number, keep: number): void {
    // Written under a clock that ran ahead: as if written now, or they would stay for as long as it ran ahead.
    this.#run('UPDATE turn SET wall = ? WHERE wall > ?', wall, wall + keep);
    this.#run(
      `DELETE FROM turn WHERE wall < ? - max(?, delay, free - wrote)
       AND NOT EXISTS (SELECT 1 FROM holding JOIN holder ON holder.id = holding.holder WHERE holding.key = turn.key)`,
      wall,
      keep,
    );
    this.#run('DELETE FROM holding WHERE holder NOT IN (SELECT id FROM holder) AND key NOT IN (SELECT key FROM turn)');
    this.#run('DELETE FROM wish WHERE holder NOT IN (SELECT id FROM holder)');
  }

  #get = (sql: string, ...values: unknown[]): unknown => this.#prepare(sql).get(...values);
  #all = (sql: string, ...values: unknown[]): unknown[] => this.#prepare(sql).all(...values);
  #run = (sql: string, ...values: unknown[]): number => this.#prepare(sql).run(...values).changes;

  #prepare(sql: string): Statement<unknown[]> {
    const known = this.#statements.get(sql);
    if (known) return known;
    const made = this.#db.prepare<unknown[]>(sql);
    this.#statements.set(sql, made);
    return made;
  }
}
