/**
 * One crawl as the server sees it: what its workspace holds, and what its process says while it runs.
 *
 * The process may be another one, or this one; either way it is asked through its control socket. Whoever asks often is
 * given the same answer for a moment, so that many watchers cost no more than one.
 */
import { ControlError, sendControl } from '../../run/control/index.js';
import type { DuplicateCluster, Figures, QueueFigures, Repository, RunSummary, WorkspaceReading } from '../../store/index.js';
import { type RunReport, runReport } from '../../views/reports/index.js';
import { LastKnown } from './last-known.js';
import { Paced } from './paced.js';
import type { ReadingPool } from './reading-pool.js';
import { type CrawlStatus, type LiveStatistics, statusOf } from './status.js';

const ASK_MS = 2000;
const CLUSTERS = 100;
const COPIES = 3;

export class ServedCrawl {
  readonly name: string;
  readonly folder: string;
  readonly #pool: ReadingPool;
  readonly #figures: Paced<Figures>;
  readonly #summary: Paced<RunSummary | null>;
  readonly #report: Paced<RunReport | null>;
  readonly #clusters: Paced<readonly DuplicateCluster[]>;
  readonly #queue: Paced<QueueFigures>;
  readonly #live: LastKnown<LiveStatistics | null>;

  constructor(name: string, folder: string, pool: ReadingPool) {
    this.name = name;
    this.folder = folder;
    this.#pool = pool;
    this.#figures = new Paced(() => this.read(({ catalogue }) => catalogue.figures()));
    this.#queue = new Paced(() => this.read(({ catalogue }) => catalogue.queue()), 0);
    this.#live = new LastKnown(() => this.#ask());
    this.#summary = new Paced(() => this.read(({ repository }) => summaryOf(repository)), 1000);
    this.#report = new Paced(() => this.read(({ repository }) => reportOf(repository)), 1000);
    this.#clusters = new Paced(() => this.read(({ repository }) => repository.reports.duplicates(CLUSTERS, COPIES)), 1000);
  }

  /** Throws ApiError when the workspace cannot be read now. */
  read<T>(use: (reading: WorkspaceReading) => T): T {
    return this.#pool.read(this.folder, use);
  }

  /** Changes whenever something is committed; costs no look into the database. */
  stamp(): string {
    return this.#pool.signs.stamp(this.folder) ?? '';
  }

  /** When something was committed last; 0 when there is no workspace. */
  changedAt(): number {
    return this.#pool.signs.changedAt(this.folder);
  }

  /** True when something of it has been indexed. */
  hasSearch(): boolean {
    return this.#pool.signs.hasIndex(this.folder);
  }

  /** A while old on a large workspace: see Paced. */
  figures(): Figures {
    return this.#figures.get(this.stamp());
  }

  /** False while the figures are older than what is in the workspace. */
  figuresAreCurrent(): boolean {
    return this.#figures.isOf(this.stamp());
  }

  /** As it is now, unless counting takes long. */
  queue(): QueueFigures {
    return this.#queue.get(this.stamp());
  }

  /** Counts of the last run; null when there was none. A while old on a large workspace. */
  summary(): RunSummary | null {
    return this.#summary.get(this.stamp());
  }

  /** Of the last run; null when there was none. A while old on a large workspace. */
  report(): RunReport | null {
    return this.#report.get(this.stamp());
  }

  /** The largest clusters of documents that say the same, a hundred at most. A while old on a large workspace. */
  clusters(): readonly DuplicateCluster[] {
    return this.#clusters.get(this.stamp());
  }

  /** What the process at work says, or said lately when it is too busy to answer; null when there is none. */
  live(): Promise<LiveStatistics | null> {
    return this.#live.get();
  }

  async status(): Promise<CrawlStatus> {
    const statistics = await this.live();
    return statusOf(this, statistics);
  }

  async #ask(): Promise<LiveStatistics | null> {
    try {
      return (await sendControl(this.folder, { do: 'status' }, ASK_MS)) as LiveStatistics;
    } catch (error) {
      if (error instanceof ControlError) return null;
      throw error;
    }
  }
}

function summaryOf(repository: Repository): RunSummary | null {
  const last = repository.lastRun();
  return last ? repository.summary(last.id) : null;
}

/** Copied, because some of it is worked out when it is looked at, which has to be while the repository is open. */
const reportOf = (repository: Repository): RunReport | null => (repository.lastRun() ? { ...runReport(repository) } : null);
