/** Rows of `trouble`: when a run set a site aside, why, and when the site was found to answer again. */
import type { SetAsideRow } from '../../store/index.js';
import type { Sqlite, Statement } from './database.js';

/** A site that is set aside until it answers again; nobody asks it before `until`. */
export interface TroubleRow {
  readonly site: number;
  readonly until: number;
}

/** What became of a site in trouble: set aside (`set`), or working again since `over`. */
export interface NewTroubleRow {
  readonly site: number;
  readonly set: {
    readonly since: number;
    readonly at: number;
    readonly tries: number;
    readonly reason: string;
    readonly until: number;
  } | null;
  readonly over: number | null;
}

export class TroubleRows {
  readonly #set: Statement;
  readonly #end: Statement;

  constructor(db: Sqlite) {
    this.#set = db.prepare(SET);
    this.#end = db.prepare('UPDATE trouble SET over = ? WHERE site = ? AND over IS NULL');
  }

  /** To be called inside a transaction. */
  put({ site, set, over }: NewTroubleRow, run: number): void {
    if (set) this.#set.run(site, run, Math.floor(set.since), Math.floor(set.at), set.tries, set.reason, Math.ceil(set.until));
    else this.#end.run(Math.floor(over ?? 0), site);
  }
}

/** Sites that have not answered since they were set aside. */
export const openTroubles = (db: Sqlite): TroubleRow[] =>
  db.prepare('SELECT site, max(until) AS until FROM trouble WHERE over IS NULL GROUP BY site').all() as TroubleRow[];

/** Sites that were set aside when the run ended, or are now; most URLs left first. Of how many are left only now is known. */
export const setAsideIn = (db: Sqlite, run: number): SetAsideRow[] => db.prepare(IN_RUN).all({ run }) as SetAsideRow[];

const SET = `INSERT INTO trouble (site, run, since, at, tries, reason, until) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (site, run) DO UPDATE SET at = excluded.at, tries = excluded.tries, reason = excluded.reason, until = excluded.until, over = NULL`;

const IN_RUN = `SELECT s.origin AS site, t.reason, t.since, t.at, t.tries, coalesce(q.queued, 0) AS queued
  FROM trouble t JOIN site s ON s.id = t.site LEFT JOIN queue q ON q.site = t.site
  WHERE t.run = @run AND (t.over IS NULL OR t.over > (SELECT ended FROM run WHERE id = @run)) ORDER BY queued DESC, site`;
