/** What a run brought, as data: the repository's counts with what the user needs to judge them. Text is made of it elsewhere. */
import { WinnowError } from '../../model/index.js';
import type { Repository, RunRow, RunSummary } from '../../store/index.js';
import { type Completeness, completenessOf } from './completeness.js';
import { nothingReached } from './nothing-reached.js';

export interface RunReport {
  readonly name: string;
  readonly run: number;
  readonly state: RunRow['state'];
  readonly reason: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly seconds: number;
  readonly pagesPerSecond: number;
  readonly profile: string | null;
  /** Its definition asked for what pages need to be shown. */
  readonly takesRequisites: boolean;
  /** It visited only what was due of what is known. */
  readonly partial: boolean;
  readonly visited: number;
  readonly summary: RunSummary;
  /**
   * How much of each site and seed is held, and what kept the rest away; null for all but the last run, of which alone it
   * is known. Worked out when it is looked at, which has to be while the repository is open.
   */
  readonly completeness: Completeness | null;
  /** Of a run that reached nothing: what stood in the way, a sentence each; null for any other. */
  readonly obstacles: readonly string[] | null;
  readonly archiveFiles: readonly string[];
  /** Levels of a strict breadth-first crawl, with the visits each took. */
  readonly rounds: readonly { readonly level: number; readonly visits: number }[];
  /** Which worker had which domains, where the definition deals domains; of very many, the first. */
  readonly assignments?: readonly WorkerShare[];
  /** The last stretch, when the crawl only waited for the pauses of a few sites. */
  readonly tail: { readonly seconds: number; readonly sites: readonly { site: string; delay: number; visits: number }[] } | null;
}

/** A domain, and the worker it belonged to in one level; `late`: met while the level went on. */
export interface WorkerShare {
  readonly level: number | null;
  readonly worker: number;
  readonly domain: string;
  readonly links: number;
  readonly late: boolean;
}

/** What a crawl leaves of its numbers when it ends. */
interface LeftStatistics extends Partial<Pick<RunReport, 'rounds' | 'tail' | 'assignments'>> {
  readonly pages: number;
  readonly completed: number;
}

export class NoRun extends WinnowError {
  override readonly name = 'NoRun';
  constructor(message: string, options?: ErrorOptions) {
    super('NO_SUCH_RUN', message, options);
  }
}

/** The report of a run; of the last one when none is named. */
export function runReport(repository: Repository, id?: number, now = Date.now()): RunReport {
  const runs = repository.runs();
  const run = id === undefined ? runs.at(-1) : runs.find((row) => row.id === id);
  if (!run)
    throw new NoRun(
      id === undefined ? 'No crawl has run in this workspace yet.' : `There is no run ${id}; the last one is ${runs.at(-1)?.id ?? 'none'}.`,
    );
  const definition = JSON.parse(run.definition) as { name: string; profile?: string; capture?: { requisites?: boolean } };
  const summary = repository.summary(run.id);
  // A run may have been stopped for a night: what counts is how long it was at work.
  const seconds = (run.endedAt === null ? Math.max(run.elapsed, now - run.startedAt) : run.elapsed) / 1000;
  const statistics = run.statistics ? (JSON.parse(run.statistics) as LeftStatistics) : null;
  let completeness: Completeness | null = null;
  const report = {
    name: definition.name,
    run: run.id,
    state: run.state,
    reason: run.reason,
    startedAt: new Date(run.startedAt).toISOString(),
    endedAt: run.endedAt === null ? null : new Date(run.endedAt).toISOString(),
    seconds,
    pagesPerSecond: seconds > 0 ? run.pages / seconds : 0,
    profile: definition.profile ?? null,
    takesRequisites: definition.capture?.requisites ?? false,
    partial: run.partial,
    visited: statistics?.completed ?? summary.fetches,
    summary,
    get completeness() {
      completeness ??= run === runs.at(-1) ? completenessOf(repository, run) : null;
      return completeness;
    },
    archiveFiles: repository.archiveFiles().map(({ file }) => file),
    rounds: statistics?.rounds ?? [],
    assignments: statistics?.assignments ?? [],
    tail: statistics?.tail ?? null,
  };
  // Not by a spread: completeness stays to be worked out by whoever looks at it.
  return Object.assign(report, { obstacles: nothingReached(report, () => repository.pageVisits(run.id, VISITS_LOOKED_AT)) });
}

/** A run that reached nothing has few. */
const VISITS_LOOKED_AT = 1000;
