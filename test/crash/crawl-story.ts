/**
 * One crawl told as a story of many processes: each is disturbed in its own way, the next goes on at once, until the
 * run is finished. After each, whatever an earlier one committed must be there; at the end the crawl must be what an
 * undisturbed one comes to, and the server must have noticed nothing but a few requests that were asked twice.
 */
import { openWorkspace } from '../../src/backends/index.js';
import type { Lane } from './campaign.js';
import { archiveProblems, type CrawlPlace, type LifeEnd, startLife } from './crawl-process.js';
import { openingOptions } from './opening-options.js';
import { repeatedFetches, shortGaps, unknownRequests } from './requests-check.js';
import { differences, readResult } from './result.js';
import { lostBetween, NOTHING, type Snapshot, takeSnapshot, withCopy } from './snapshot.js';

export class CrawlStory {
  readonly place: CrawlPlace;
  readonly wrong: string[] = [];
  readonly #lane: Lane;
  readonly #mark: number;
  readonly #tolerated: string | null;
  #last: Snapshot = NOTHING;

  /** `tolerated`: error of attempts that an undisturbed crawl need not have. */
  constructor(lane: Lane, name: string, tolerated: string | null = null) {
    this.#lane = lane;
    this.#tolerated = tolerated;
    this.place = lane.place(name);
    this.#mark = lane.web.mark();
  }

  get isFinished(): boolean {
    return this.#last.run === 'finished';
  }

  /** Fetches committed so far. */
  get fetches(): number {
    return this.#last.rows.fetch.length;
  }

  /** To be called after the end of each process. */
  look(): void {
    const now = takeSnapshot(this.place.workspace);
    this.wrong.push(...lostBetween(this.#last, now), ...unknownRequests(this.#lane.web.requestsSince(this.#mark), now.known));
    this.#last = now;
  }

  /** Runs undisturbed processes until the run is finished; more than one is needed only if the first was wrong. */
  async finish(): Promise<void> {
    if (!this.isFinished) {
      const end = await startLife(this.place).ended;
      if (end.code !== 0) this.wrong.push(`going on undisturbed ended with ${endInWords(end)}`);
      this.look();
    }
    if (!this.isFinished) return void this.wrong.push('the run is not finished after an undisturbed process');
    await openAndClose(this.place);
    await this.#compare();
  }

  async #compare(): Promise<void> {
    const { web, settings, expected } = this.#lane;
    const result = await readResult(this.place.workspace, this.#tolerated);
    const requests = web.requestsSince(this.#mark);
    this.wrong.push(...result.problems, ...(await archiveProblems(this.place)), ...differences(expected, result));
    this.wrong.push(
      ...repeatedFetches(requests, fetchesOf(this.place.workspace, this.#tolerated)),
      ...shortGaps(requests, web.sites, settings.delay),
    );
  }
}

export const endInWords = ({ code, signal, err, hung }: LifeEnd): string =>
  hung ? 'no end: it had to be killed after ten minutes' : `${signal ?? `code ${code}`}: ${err.trim().slice(-600)}`;

/** What the next process would do first: a process that died while it closed leaves this to whoever comes next. */
async function openAndClose(place: CrawlPlace): Promise<void> {
  const workspace = openWorkspace(openingOptions(place.workspace));
  await workspace.close();
}

function fetchesOf(workspace: string, tolerated: string | null): { url: string; started: number }[] {
  const sql = 'SELECT url, started FROM fetch WHERE error IS NULL OR error IS NOT ?';
  return withCopy(workspace, (db) => db.prepare(sql).all(tolerated) as { url: string; started: number }[]);
}
