/** A run that ended, as it is told to people: its numbers, and what about it should make them look. */
import { counted } from '../../model/index.js';
import type { RunNote } from '../../store/index.js';

export interface RunReading {
  readonly id: number;
  readonly state: string;
  readonly reason: string | null;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly pages: number;
  /** Of a harvest: its connector; null: it was a crawl. */
  readonly portal: string | null;
  /** Documents of a harvest, pages of a crawl. */
  readonly documents: number;
  readonly visited: number;
  readonly failed: number;
  readonly operations: RunNote['operations'];
  readonly anomalies: number;
  /** Why it is not to be trusted without a look, in words; empty when all is well. */
  readonly troubles: readonly string[];
}

/** So few visits say nothing about a share of them. */
const FEW = 10;

export function readRun({ statistics, ...note }: RunNote): RunReading {
  const left = statisticsIn(statistics);
  const { completed, failed = 0, documents = 0, operations } = left;
  const isHarvest = left.harvest !== undefined;
  const run = { ...note, visited: completed ?? documents + failed, failed, operations: operations ?? note.operations };
  const troubles = isHarvest ? troublesOfHarvest(run, left) : troublesOf(run);
  return { ...run, portal: left.harvest ?? null, documents: isHarvest ? documents : note.pages, troubles: [...troubles] };
}

/** Asking for nothing is no trouble here: where nothing has changed, nothing is asked for. */
function* troublesOfHarvest(run: Counted, { isSuspicious, problems = [] }: LeftStatistics): Generator<string> {
  yield* endTroubles(run);
  if (isSuspicious) yield* problems.map(({ rule, message }) => `${rule}: ${message}`);
}

type Counted = Omit<RunReading, 'troubles' | 'portal' | 'documents'>;

function* endTroubles({ state, reason }: Counted): Generator<string> {
  if (state === 'failed') yield `it failed: ${reason ?? 'the reason is not known'}`;
  if (state === 'paused') yield `it is paused: ${reason ?? 'the reason is not known'}`;
}

function* troublesOf(run: Counted): Generator<string> {
  yield* endTroubles(run);
  if (run.state === 'finished' && run.failed >= run.visited) yield 'nothing could be fetched';
  else if (run.visited >= FEW && run.failed * 2 > run.visited) yield `${run.failed} of ${counted(run.visited, 'visit')} failed`;
  if (run.anomalies > 0) yield `${run.anomalies} ${run.anomalies === 1 ? 'anomaly waits' : 'anomalies wait'} for a decision`;
}

/** What crawls and harvests leave of themselves. */
interface LeftStatistics {
  readonly completed?: number;
  readonly failed?: number;
  /** Of a harvest: its connector. */
  readonly harvest?: string;
  readonly documents?: number;
  readonly operations?: RunNote['operations'];
  readonly isSuspicious?: boolean;
  readonly problems?: readonly { readonly rule: string; readonly message: string }[];
}

function statisticsIn(statistics: string | null): LeftStatistics {
  const read: unknown = JSON.parse(statistics ?? '{}');
  return typeof read === 'object' && read !== null ? read : {};
}
