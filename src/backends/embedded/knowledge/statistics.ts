/**
 * Statistics: how many statements a predicate and a graph have, and which predicates have statements that stand in more
 * than one graph. Kept exactly, in the transaction that changes them; what a fan is like is looked up by samples.
 */
import { RecentMap } from '../../../model/index.js';
import type { Sqlite, Statement } from '../database.js';
import type { Statements } from './statements.js';

const HALF = 5000;
/** Rows looked at to find out how many there are, and places looked at to find out what is usual. */
const LOOK = 1000;
const SAMPLES = 8;

export type Side = 's' | 'o';

export class Statistics {
  readonly #predicates = new Map<number, number>();
  readonly #graphs = new Map<number, number>();
  readonly #shared = new RecentMap<number, boolean>(HALF);
  readonly #fans = new RecentMap<string, number>(HALF);
  readonly #sql: ReturnType<typeof prepare>;

  constructor(
    db: Sqlite,
    private readonly statements: Statements,
  ) {
    this.#sql = prepare(db);
  }

  size(): number {
    return (this.#sql.size.get() as number) + sum(this.#graphs.values());
  }

  ofPredicate(p: number): number {
    return numberFrom(this.#sql.predicate, p) + (this.#predicates.get(p) ?? 0);
  }

  ofGraph(g: number): number {
    return numberFrom(this.#sql.graph, g) + (this.#graphs.get(g) ?? 0);
  }

  /** May one of its statements stand in several graphs? Null: of any predicate. */
  isShared(p: number | null): boolean {
    if (p === null) return this.#sql.anyShared.get() === 1;
    const known = this.#shared.get(p);
    if (known !== undefined) return known;
    const shared = this.#sql.shared.get(p) === 1;
    this.#shared.set(p, shared);
    return shared;
  }

  /** Rows under these conditions; exact while there are few, a guess beyond. */
  matching(where: string, values: readonly number[], p: number | null): number {
    const all = p === null ? this.size() : this.ofPredicate(p);
    if (where === '' || where === 'p = ?') return all;
    const seen = this.statements.number(`SELECT count(*) FROM (SELECT 1 FROM quad WHERE ${where} LIMIT ${LOOK})`, values);
    return seen < LOOK ? seen : Math.max(LOOK, all / 10);
  }

  /** About how many statements of a predicate one subject or object has. */
  fan(side: Side, p: number): number {
    const key = `${side}${p}`;
    const known = this.#fans.get(key);
    if (known !== undefined) return known;
    const fan = side === 's' ? SUBJECT_FAN : this.#sampledFan(p);
    this.#fans.set(key, fan);
    return fan;
  }

  added(p: number, g: number, count: number): void {
    this.#predicates.set(p, (this.#predicates.get(p) ?? 0) + count);
    this.#graphs.set(g, (this.#graphs.get(g) ?? 0) + count);
  }

  /** Stays so when the statement goes again: it costs a little time and no truth. */
  share(p: number): void {
    this.#shared.set(p, true);
    this.#sql.share.run(p);
  }

  /** Inside the transaction that made the changes. */
  save(): void {
    for (const [p, count] of this.#predicates) this.#sql.countPredicate.run(p, count);
    for (const [g, count] of this.#graphs) this.#sql.countGraph.run(g, count);
    this.#sql.dropGraphs.run();
    this.#clearCounts();
  }

  /** To be called when others may have written, or a transaction came to nothing. */
  forget(): void {
    this.#clearCounts();
    this.#shared.clear();
    this.#fans.clear();
  }

  #clearCounts(): void {
    this.#predicates.clear();
    this.#graphs.clear();
  }

  /** Looks at some objects all over the range of their numbers. */
  #sampledFan(p: number): number {
    const [least, most] = this.#sql.range.get(p, p) as [number | null, number | null];
    if (least === null || most === null) return 1;
    const step = Math.max(1, Math.floor((most - least) / SAMPLES));
    const found = new Map<number, number>();
    for (let from = least; from <= most && found.size < SAMPLES; from += step) {
      const o = this.#sql.objectFrom.get(p, from) as number | undefined;
      if (o !== undefined && !found.has(o)) found.set(o, this.matching('p = ? AND o = ?', [p, o], p));
    }
    return Math.max(1, sum(found.values()) / found.size);
  }
}

/** A subject rarely has a property more often than this. */
const SUBJECT_FAN = 1.5;

const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};

const numberFrom = (statement: Statement, key: number): number => (statement.get(key) as number | undefined) ?? 0;

function prepare(db: Sqlite) {
  const one = (sql: string): Statement => db.prepare(sql).pluck();
  return {
    size: one('SELECT coalesce(sum(quads), 0) FROM graph'),
    predicate: one('SELECT quads FROM predicate WHERE p = ?'),
    graph: one('SELECT quads FROM graph WHERE g = ?'),
    shared: one('SELECT shared FROM predicate WHERE p = ?'),
    anyShared: one('SELECT EXISTS (SELECT 1 FROM predicate WHERE shared = 1)'),
    range: db
      .prepare('SELECT (SELECT o FROM quad WHERE p = ? ORDER BY o LIMIT 1), (SELECT o FROM quad WHERE p = ? ORDER BY o DESC LIMIT 1)')
      .raw(),
    objectFrom: one('SELECT o FROM quad WHERE p = ? AND o >= ? ORDER BY o LIMIT 1'),
    share: db.prepare('INSERT INTO predicate (p, quads, shared) VALUES (?, 0, 1) ON CONFLICT (p) DO UPDATE SET shared = 1'),
    countPredicate: db.prepare(
      'INSERT INTO predicate (p, quads) VALUES (?, ?) ON CONFLICT (p) DO UPDATE SET quads = quads + excluded.quads',
    ),
    countGraph: db.prepare('INSERT INTO graph (g, quads) VALUES (?, ?) ON CONFLICT (g) DO UPDATE SET quads = quads + excluded.quads'),
    dropGraphs: db.prepare('DELETE FROM graph WHERE quads = 0'),
  };
}
