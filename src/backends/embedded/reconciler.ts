/**
 * The end of a run: what waited is decided, site by site. Runs in the writer thread.
 *
 * Every request is one transaction, and what it decides leaves `pending` in it or gets its anomaly there; so a crash
 * between two of them is made up for by asking for all of it again.
 */
import {
  closeAnomalies,
  decideChanges,
  decideDeletions,
  decideFiles,
  type EndOfRun,
  isComplete,
  type Known,
  linksOf,
  type Pending,
  type ReadList,
  type SiteFacts,
} from '../../decide/lifecycle/index.js';
import { AnomalyRows } from './anomaly-rows.js';
import type { Sqlite } from './database.js';
import type { LifecycleRows } from './lifecycle-rows.js';

/** What is known of a site that was gone through, when it is asked which of its documents are gone. */
export interface SiteSurvey {
  readonly site: number;
  /** Nothing was left out in this run: no queue, no budget, no outage, no closed robots.txt. */
  readonly complete: boolean;
  /** Documents among those in doubt that some page or sitemap still leads to. */
  readonly listed: readonly number[];
}

export type ReconcileStep =
  | { readonly step: 'changes'; readonly run: number; readonly now: number; readonly sites: readonly number[] }
  | { readonly step: 'survey'; readonly run: number }
  | { readonly step: 'deletions'; readonly run: number; readonly now: number; readonly surveys: readonly SiteSurvey[] }
  | { readonly step: 'files'; readonly run: number; readonly now: number; readonly pages: readonly number[] }
  | { readonly step: 'close'; readonly now: number };

export class Reconciler {
  readonly #rows: LifecycleRows;
  readonly #anomalies: AnomalyRows;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite, rows: LifecycleRows) {
    this.#rows = rows;
    this.#anomalies = new AnomalyRows(db);
    this.#statements = prepare(db);
  }

  perform(step: ReconcileStep): unknown {
    switch (step.step) {
      case 'changes':
        for (const site of step.sites) this.#decideChanges(site, step);
        return null;
      case 'survey':
        return this.#survey(step.run);
      case 'deletions':
        for (const survey of step.surveys) this.#decideDeletions(survey, step);
        return null;
      case 'files':
        return this.#decideFiles(step.pages, step);
      case 'close':
        return this.#rows.decide(this.#rows.known.load({}), {}, (documents) => closeAnomalies(this.#anomalies.open(), step.now, documents));
    }
  }

  #decideChanges(site: number, end: EndOfRun): void {
    const rows = this.#rows.pending.undecidedAt(site, 'Upd');
    const inDoubt = this.#rows.pending.undecidedAt(site, 'Del').length;
    const waiting = { site, rows, pages: this.#pagesOf(site), inDoubt };
    const known = this.#knownOf(site, rows);
    const links = rows.flatMap((row) => linksOf(row, known));
    this.#rows.decide(known, { links }, (documents) => decideChanges(waiting, end, documents));
  }

  #decideDeletions({ site, complete, listed }: SiteSurvey, end: EndOfRun): void {
    const rows = this.#rows.pending.undecidedAt(site, 'Del');
    const foundHere = new Set(rows.map(({ document }) => document).filter((document) => this.#statements.foundHere.get(document) === 1));
    const lists = this.#statements.lists.all(end.run, site) as ReadList[];
    const doubtful = { site, rows, pages: this.#pagesOf(site), complete, listed: new Set(listed), foundHere, lists };
    this.#rows.decide(this.#knownOf(site, rows), {}, (documents) => decideDeletions(doubtful, end, documents));
  }

  #decideFiles(pages: readonly number[], end: EndOfRun): null {
    const known = this.#rows.known.load({ pages });
    const documents = pages.flatMap((page) => known.documentAt(page) ?? []);
    const fetches = documents.map(({ baseline, version }) => baseline ?? version);
    this.#rows.decide(known, { fetches }, (decided) => {
      for (const page of pages) decideFiles(page, end, decided);
    });
    return null;
  }

  #knownOf(site: number, rows: readonly Pending[]): Known {
    const known = this.#rows.known.load({ documents: rows.map(({ document }) => document) });
    this.#anomalies.readOpenAt(site, known);
    return known;
  }

  /** That this run visited and found. */
  #pagesOf(site: number): number {
    return (this.#statements.pages.get(site) as number | undefined) ?? 0;
  }

  /** Sites with documents in doubt, and whether each was gone through completely. */
  #survey(run: number): SiteSurvey[] {
    const rows = this.#statements.survey.all({ run }) as (SiteFacts & { site: number })[];
    const partial = this.#statements.partial.get({ run }) === 1;
    return rows.map(({ site, ...facts }) => ({ site, complete: isComplete(facts, partial), listed: [] }));
  }
}

function prepare(db: Sqlite) {
  return {
    partial: db.prepare('SELECT partial FROM run WHERE id = @run').pluck(),
    pages: db.prepare('SELECT pages FROM queue WHERE site = ?').pluck(),
    foundHere: db
      .prepare(
        `SELECT v.site = r.site AND r.link NOT IN ('seed', 'redirect', 'import') FROM document d JOIN resource r ON r.id = d.resource
           JOIN resource v ON v.id = r.via WHERE d.id = ?`,
      )
      .pluck(),
    lists: db.prepare(
      'SELECT r.url, l.entries, l.previous FROM listing l JOIN resource r ON r.id = l.resource WHERE l.run = ? AND l.site = ? ORDER BY l.resource',
    ),
    survey: db.prepare(SURVEY),
  };
}

/**
 * Only the last attempt at a page counts, and only those of this run: they are the last rows of `fetch`. What ended in
 * an answer that is evidence or content is no failure.
 */
const SURVEY = `WITH doubtful AS (SELECT DISTINCT site FROM pending WHERE operation = 'Del' AND anomaly IS NULL),
  ended AS (
    SELECT r.site, count(*) AS visits, sum(f.error IS NOT NULL OR f.status >= 500 OR f.status IN (401, 403, 408, 425, 429)) AS failures
    FROM fetch f CROSS JOIN resource r ON r.id = f.resource AND r.last_fetch = f.id
    WHERE f.id > coalesce((SELECT id FROM fetch WHERE run < @run ORDER BY id DESC LIMIT 1), 0) AND r.kind = 'page' AND r.site IN doubtful
    GROUP BY r.site)
  SELECT d.site, coalesce(q.queued, 0) AS queued, s.robots_state AS robots, coalesce(e.visits, 0) AS visits, coalesce(e.failures, 0) AS failures
  FROM doubtful d JOIN site s ON s.id = d.site LEFT JOIN queue q ON q.site = d.site LEFT JOIN ended e ON e.site = d.site`;
