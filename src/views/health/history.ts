/** Runs of a portal as its workspace remembers them, with what their expressions yielded. */
import type { RouteMeasures, RuleProblem } from '../../run/harvest/index.js';
import type { RunRow, RunState } from '../../store/index.js';

export interface MeasuredRun {
  readonly run: number;
  readonly portal: string;
  readonly startedAt: number;
  readonly state: RunState;
  /** In words, how it ended. */
  readonly reason: string;
  /** It came to its end and no rule failed: others are held against it. */
  readonly isGood: boolean;
  readonly problems: readonly RuleProblem[];
  readonly routes: readonly { readonly route: string; readonly outcome: string }[];
  readonly mode: 'list' | 'changes' | null;
  readonly listed: number;
  readonly documents: number;
  readonly failed: number;
  readonly requests: number;
  readonly elapsedMs: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly measures: readonly RouteMeasures[];
}

/** What the engine writes down when a run ends; a run that failed has less of it. */
interface Statistics extends Partial<Omit<MeasuredRun, 'run' | 'portal' | 'startedAt' | 'state' | 'reason' | 'isGood'>> {
  readonly harvest?: string;
}

/** By portal, oldest first. Runs under way are left out, and those of before measuring. */
export function historyOf(runs: readonly RunRow[]): Map<string, MeasuredRun[]> {
  const byPortal = new Map<string, MeasuredRun[]>();
  for (const run of runs) {
    const measured = measuredRun(run);
    if (!measured) continue;
    const known = byPortal.get(measured.portal);
    if (known) known.push(measured);
    else byPortal.set(measured.portal, [measured]);
  }
  return byPortal;
}

function measuredRun(row: RunRow): MeasuredRun | null {
  const { id, startedAt, state, reason } = row;
  if (state === 'running' || row.statistics === null) return null;
  const statistics = parsed<Statistics>(row.statistics);
  const portal = statistics?.harvest ?? parsed<{ portal?: string }>(row.definition)?.portal;
  if (!statistics?.measures || portal === undefined) return null;
  const { problems = [] } = statistics;
  return {
    run: id,
    portal,
    startedAt,
    state,
    reason: reason ?? '',
    isGood: state === 'finished' && problems.length === 0,
    problems,
    routes: statistics.routes ?? [],
    mode: statistics.mode ?? null,
    listed: statistics.listed ?? 0,
    documents: statistics.documents ?? 0,
    failed: statistics.failed ?? 0,
    requests: statistics.requests ?? 0,
    elapsedMs: statistics.elapsedMs ?? 0,
    statuses: statistics.statuses ?? {},
    measures: statistics.measures,
  };
}

function parsed<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
