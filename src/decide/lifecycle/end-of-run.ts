/**
 * The end of a run: what waited is decided, site by site.
 *
 * Changes come first: what still links to a page is known only when the pages that link to it are up to date. Each step may
 * be repeated, since what it decides leaves what waits, or gets its anomaly.
 */
import { type Conclusion, conclude, type Evidence, hasShrunk, isMassGone, isOneText, isTemplateChange } from '../index.js';
import type { Documents } from './documents.js';
import { evidenceOf } from './evidence.js';
import { holdBack } from './hold-back.js';
import type { Pending } from './known.js';

export interface EndOfRun {
  readonly run: number;
  readonly now: number;
}

/** A site with something that waits. */
export interface WaitingSite {
  readonly site: number;
  /** Changes of its documents, or signs of deletion, that nobody has decided on: oldest first. */
  readonly rows: readonly Pending[];
  /** Documents that this run visited and found, and those it found in doubt. */
  readonly pages: number;
  readonly inDoubt: number;
}

/** A site that was gone through, when it is asked which of its documents are gone. */
export interface DoubtfulSite extends Omit<WaitingSite, 'inDoubt'> {
  /** Nothing was left out in this run: no queue, no budget, no outage, no closed robots.txt. */
  readonly complete: boolean;
  /** Documents that some page or sitemap still leads to. */
  readonly listed: ReadonlySet<number>;
  /** Documents that a page of the site led to once: a seed, an import or a redirect's end was never on a list of it. */
  readonly foundHere: ReadonlySet<number>;
  /** Lists that were read in this run. */
  readonly lists: readonly ReadList[];
}

export interface ReadList {
  readonly url: string;
  readonly entries: number;
  readonly previous: number;
}

export function decideChanges({ site, rows, pages, inDoubt }: WaitingSite, { run, now }: EndOfRun, documents: Documents): void {
  const visited = pages + inDoubt;
  const alike = countedBy(rows, ({ digest }) => (digest === null ? [] : [digest]));
  const sharing = countedBy(rows, ({ pieces }) => pieces ?? []);
  const unbelieved = rows.filter(({ digest }) => digest !== null && isOneText(alike.get(digest) ?? 0, visited));
  const detail = `${unbelieved.length} of ${visited} documents visited turned into the same text`;
  holdBack({ run, site, kind: 'one-text', detail, at: now }, unbelieved, documents);
  const held = new Set(unbelieved);
  for (const row of rows) {
    if (held.has(row)) continue;
    if (isTemplateChange(templatePieces(row), (piece) => sharing.get(piece) ?? 0, visited)) documents.sameButForTemplate(row);
    else documents.update(row);
  }
}

export function decideDeletions(doubtful: DoubtfulSite, { run, now }: EndOfRun, documents: Documents): void {
  const { site } = doubtful;
  const judged = judge(doubtful, documents);
  for (const { row, conclusion } of judged) if (conclusion.state === 'present') documents.drop(row.document);
  const gone = judged.filter(({ conclusion }) => conclusion.state !== 'present');
  const visited = doubtful.pages + gone.length;
  if (isMassGone(gone.length, visited)) {
    const detail = `${gone.length} of ${visited} documents visited are gone at once`;
    const rows = gone.map(({ row }) => row);
    return holdBack({ run, site, kind: 'mass-gone', detail, at: now }, rows, documents);
  }
  const shrunk = doubtful.lists.find(({ entries, previous }) => hasShrunk(entries, previous));
  const doubted = shrunk ? gone.filter(restsOnLists).map(({ row }) => row) : [];
  const detail = shrunk ? `${shrunk.url} lists ${shrunk.entries} where it listed ${shrunk.previous} before` : '';
  holdBack({ run, site, kind: 'listing-shrank', detail, at: now }, doubted, documents);
  const held = new Set(doubted);
  for (const { row, conclusion } of gone) if (!held.has(row)) documents.suspectOrDelete(row, conclusion);
}

/** A document in doubt, with what speaks against it but for the lists, and what follows when those are asked too. */
interface Judged {
  readonly row: Pending;
  readonly evidence: readonly Evidence[];
  readonly conclusion: Conclusion;
}

function judge({ rows, complete, listed, foundHere }: DoubtfulSite, documents: Documents): Judged[] {
  const signsAgainst = evidenceOf(rows);
  return rows.map((row) => {
    const evidence = [...earlier(row, documents), ...signsAgainst(row)];
    const unlisted = complete && !listed.has(row.document) && foundHere.has(row.document);
    return { row, evidence, conclusion: conclude(unlisted ? [...evidence, unlistedBy(row)] : evidence, row.run) };
  });
}

function earlier({ document }: Pending, { known }: Documents): readonly Evidence[] {
  const doubted = known.document(document);
  return doubted?.state === 'suspected' ? doubted.evidence : [];
}

const restsOnLists = ({ evidence, conclusion, row }: Judged): boolean => conclude(evidence, row.run).state !== conclusion.state;

const unlistedBy = ({ run, at }: Pending): Evidence => ({
  kind: 'unlisted',
  detail: 'no page and no sitemap of its site leads to it any more',
  run,
  at,
  fetch: null,
});

/** Files of a document are its own, whatever the template does. */
const templatePieces = ({ pieces, changed }: Pending): readonly string[] | null => (changed.includes('files') ? null : pieces);

function countedBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) for (const key of keysOf(item)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** What is known of a site with documents in doubt when a run has come to its end. */
export interface SiteFacts {
  readonly queued: number;
  readonly robots: string | null;
  /** Last attempts at its pages in this run, and those that ended in nothing. */
  readonly visits: number;
  readonly failures: number;
}

/** With more visits than one in ten that ended in nothing, a site was not gone through. */
const MOST_FAILURES = 0.1;

/** Whether a site was gone through. `partial`: the run was to visit a part of what is known. */
export const isComplete = ({ queued, robots, visits, failures }: SiteFacts, partial: boolean): boolean =>
  !partial && queued === 0 && robots !== 'unavailable' && visits > 0 && MOST_FAILURES * visits > failures;
