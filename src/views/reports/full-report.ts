/** All a report has to show, as data: a run's counts, its course, its changes and what it stumbled over. Every list is bounded. */
import type {
  ChangeRow,
  DuplicateCluster,
  FailureKind,
  ReportedAnomaly,
  Repository,
  ResponseTimes,
  RunHistoryRow,
  SentRequest,
  Timeline,
  TrapRow,
} from '../../store/index.js';
import type { MapReport } from './map-report.js';
import { type PolitenessReport, politenessReport } from './politeness.js';
import { type RunReport, runReport } from './run-report.js';

export interface FullReport extends RunReport {
  readonly timeline: Timeline | null;
  readonly responseTimes: ResponseTimes;
  readonly failures: readonly FailureKind[];
  readonly changes: readonly ChangeRow[];
  readonly anomalies: readonly ReportedAnomaly[];
  readonly history: readonly RunHistoryRow[];
  /** The largest clusters of documents that say the same, over the whole workspace. */
  readonly duplicates: readonly DuplicateCluster[];
  /** Kinds of URLs that lead nowhere: paused ones first, newest first. */
  readonly traps: readonly TrapRow[];
  /** What the whole crawl found of its web, where that was asked for. */
  readonly map?: MapReport;
  readonly politeness: Omit<PolitenessReport, 'sites'> & { readonly worst: PolitenessReport['sites'] };
}

const BUCKETS = 60;
const KINDS = 20;
const EXAMPLES = 3;
const CHANGES = 30;
const ANOMALIES = 20;
const RUNS = 30;
const CLUSTERS = 15;
const COPIES = 3;
const TRAPS = 20;
const WORST = 8;

export function fullReport(repository: Repository, id?: number, now = Date.now()): FullReport {
  const report = runReport(repository, id, now);
  const { reports } = repository;
  const { sites, ...politeness } = politenessReport([ofRun(repository.requests(), report.run)]);
  return {
    ...report,
    timeline: reports.timeline(report.run, BUCKETS),
    responseTimes: reports.responseTimes(report.run),
    failures: reports.failures(report.run, KINDS, EXAMPLES),
    changes: reports.changes(report.run, CHANGES),
    anomalies: reports.anomalies(ANOMALIES),
    history: reports.history(RUNS),
    duplicates: reports.duplicates(CLUSTERS, COPIES),
    traps: newestTraps(repository),
    politeness: { ...politeness, worst: sites.slice(0, WORST) },
  };
}

function newestTraps(repository: Repository): TrapRow[] {
  const isReleased = ({ state }: TrapRow): number => (state === 'released' ? 1 : 0);
  return repository
    .traps({ counted: true })
    .toSorted((a, b) => isReleased(a) - isReleased(b) || b.id - a.id)
    .slice(0, TRAPS);
}

function* ofRun(requests: Iterable<SentRequest>, run: number): Generator<SentRequest> {
  for (const request of requests) if (request.run === run) yield request;
}
