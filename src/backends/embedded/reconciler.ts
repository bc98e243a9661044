/**
 * The end of a run: what waited is decided, site by site. Runs in the writer thread.
 *
 * Every request is one transaction, and what it decides leaves `pending` in it or gets its anomaly there; so a crash
 * between two of them is made up for by asking for all of it again. Changes come first: what still links to a page is
 * known only when the pages that link to it are up to date.
 */
import { type Conclusion, conclude, type Evidence, hasShrunk, isMassGone, isOneText, isTemplateChange } from '../../decide/index.js';
import { evidenceOf, type Pending } from '../../decide/lifecycle/index.js';
import { AnomalyRows } from './anomaly-rows.js';
import type { Sqlite } from './database.js';
import type { DocumentChanges } from './document-changes.js';
import { DocumentGroups } from './document-groups.js';

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
  readonly #changes: DocumentChanges;
  readonly #anomalies: AnomalyRows;
  readonly #groups: DocumentGroups;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite, changes: DocumentChanges) {
    this.#changes = changes;
    this.#anomalies = new AnomalyRows(db, changes.pending);
    this.#groups = new DocumentGroups(db, changes);
    this.#statements = prepare(db);
  }

  perform(step: ReconcileStep): unknown {
    switch (step.step) {
      case 'changes':
        for (const site of step.sites) this.#decideChanges(site, step.run, step.now);
        return null;
      case 'survey':
        return this.#survey(step.run);
      case 'deletions':
        for (const survey of step.surveys) this.#decideDeletions(survey, step.run, step.now);
        return null;
      case 'files':
        for (const page of step.pages) this.#groups.decide(page, step.run, step.now);
        return null;
      case 'close':
        return this.#anomalies.closeEmpty(step.now);
    }
  }

  #decideChanges(site: number, run: number, now: number): void {
    const rows = this.#changes.pending.undecidedAt(site, 'Upd');
    const visited = this.#visitedAt(site);
    const alike = countedBy(rows, ({ digest }) => (digest === null ? [] : [digest]));
    const sharing = countedBy(rows, piecesOf);
    const unbelieved = rows.filter(({ digest }) => digest !== null && isOneText(alike.get(digest) ?? 0, visited));
    if (unbelieved.length > 0) {
      const detail = `${unbelieved.length} of ${visited} documents visited turned into the same text`;
      this.#anomalies.hold({ run, site, kind: 'one-text', detail, at: now }, unbelieved);
    }
    const held = new Set(unbelieved);
    for (const row of rows) {
      if (held.has(row)) continue;
      if (isTemplateChange(templatePieces(row), (piece) => sharing.get(piece) ?? 0, visited)) this.#changes.sameButForTemplate(row);
      else this.#changes.update(row);
    }
  }

  #decideDeletions(survey: SiteSurvey, run: number, now: number): void {
    const { site } = survey;
    const judged = this.#judge(survey);
    for (const { row, conclusion } of judged) if (conclusion.state === 'present') this.#changes.drop(row.document);
    const gone = judged.filter(({ conclusion }) => conclusion.state !== 'present');
    const documents = this.#visitedAt(site);
    if (isMassGone(gone.length, documents)) {
      const detail = `${gone.length} of ${documents} documents visited are gone at once`;
      return this.#anomalies.hold(
        { run, site, kind: 'mass-gone', detail, at: now },
        gone.map(({ row }) => row),
      );
    }
    const shrunk = this.#shrunkList(run, site);
    const rests = ({ evidence, conclusion, row }: Judged): boolean => conclude(evidence, row.run).state !== conclusion.state;
    const doubted = shrunk === null ? [] : gone.filter(rests).map(({ row }) => row);
    if (shrunk !== null && doubted.length > 0)
      this.#anomalies.hold({ run, site, kind: 'listing-shrank', detail: shrunk, at: now }, doubted);
    const held = new Set(doubted);
    for (const { row, conclusion } of gone) if (!held.has(row)) this.#changes.suspectOrDelete(row, conclusion);
  }

  #judge({ site, complete, listed }: SiteSurvey): Judged[] {
    const rows = this.#changes.pending.undecidedAt(site, 'Del');
    const still = new Set(listed);
    const signsAgainst = evidenceOf(rows);
    return rows.map((row) => {
      const evidence = [...this.#earlier(row), ...signsAgainst(row)];
      const unlisted = complete && !still.has(row.document) && this.#wasFoundHere(row);
      return { row, evidence, conclusion: conclude(unlisted ? [...evidence, unlistedBy(row)] : evidence, row.run) };
    });
  }

  #earlier({ document }: Pending): Evidence[] {
    const { state, evidence } = this.#changes.document(document);
    return state === 'suspected' ? [...evidence] : [];
  }

  /** A seed, a capture that was imported or a redirect's end was never on a list of this site: not being there says nothing. */
  #wasFoundHere({ document }: Pending): boolean {
    return this.#statements.foundHere.get(document) === 1;
  }

  #shrunkList(run: number, site: number): string | null {
    const shrunk = this.#changes.listings.readIn(run, site).find(({ entries, previous }) => hasShrunk(entries, previous));
    if (!shrunk) return null;
    const url = this.#statements.urlOf.get(shrunk.resource) as string;
    return `${url} lists ${shrunk.entries} where it listed ${shrunk.previous} before`;
  }

  /** Documents of the site that this run visited, those in doubt included. */
  #visitedAt(site: number): number {
    return this.#statements.visitedAt.get({ site }) as number;
  }

  /** Sites with documents in doubt, and whether each was gone through completely. */
  #survey(run: number): SiteSurvey[] {
    const rows = this.#statements.survey.all({ run }) as {
      site: number;
      queued: number;
      robots: string | null;
      visits: number;
      failures: number;
    }[];
    const partial = this.#statements.partial.get({ run }) === 1;
    return rows.map(({ site, queued, robots, visits, failures }) => {
      const complete = !partial && queued === 0 && robots !== 'unavailable' && visits > 0 && MOST_FAILURES * visits > failures;
      return { site, complete, listed: [] };
    });
  }
}

/** A document in doubt, with what speaks against it but for the lists, and what follows when those are asked too. */
interface Judged {
  readonly row: Pending;
  readonly evidence: readonly Evidence[];
  readonly conclusion: Conclusion;
}

/** With more visits than one in ten that ended in nothing, a site was not gone through. */
const MOST_FAILURES = 0.1;

const unlistedBy = ({ run, at }: Pending): Evidence => ({
  kind: 'unlisted',
  detail: 'no page and no sitemap of its site leads to it any more',
  run,
  at,
  fetch: null,
});

const piecesOf = ({ pieces }: Pending): readonly string[] => pieces ?? [];

/** Files of a document are its own, whatever the template does. */
const templatePieces = ({ pieces, changed }: Pending): readonly string[] | null => (changed.includes('files') ? null : pieces);

function countedBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) for (const key of keysOf(item)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function prepare(db: Sqlite) {
  return {
    partial: db.prepare('SELECT partial FROM run WHERE id = @run').pluck(),
    visitedAt: db
      .prepare(
        `SELECT coalesce((SELECT pages FROM queue WHERE site = @site), 0)
           + (SELECT count(*) FROM pending WHERE site = @site AND operation = 'Del' AND anomaly IS NULL)`,
      )
      .pluck(),
    foundHere: db
      .prepare(
        `SELECT v.site = r.site AND r.link NOT IN ('seed', 'redirect', 'import') FROM document d JOIN resource r ON r.id = d.resource
           JOIN resource v ON v.id = r.via WHERE d.id = ?`,
      )
      .pluck(),
    urlOf: db.prepare('SELECT url FROM resource WHERE id = ?').pluck(),
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
