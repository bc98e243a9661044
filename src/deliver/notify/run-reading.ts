/** A run that ended, as it is told to people: its numbers, and what about it should make them look. */
import type { RunNote } from '../../store/index.js';

export interface RunReading {
  readonly id: number;
  readonly state: string;
  readonly reason: string | null;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly pages: number;
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
  const { completed = 0, failed = 0 } = countsIn(statistics);
  const run = { ...note, visited: completed, failed };
  return { ...run, troubles: [...troublesOf(run)] };
}

function* troublesOf(run: Omit<RunReading, 'troubles'>): Generator<string> {
  if (run.state === 'failed') yield `it failed: ${run.reason ?? 'the reason is not known'}`;
  if (run.state === 'paused') yield `it is paused: ${run.reason ?? 'the reason is not known'}`;
  if (run.state === 'finished' && run.failed >= run.visited) yield 'nothing could be fetched';
  else if (run.visited >= FEW && run.failed * 2 > run.visited) yield `${run.failed} of ${run.visited} visits failed`;
  if (run.anomalies > 0) yield `${run.anomalies} ${run.anomalies === 1 ? 'anomaly waits' : 'anomalies wait'} for a decision`;
}

function countsIn(statistics: string | null): { completed?: number; failed?: number } {
  const read: unknown = JSON.parse(statistics ?? '{}');
  return typeof read === 'object' && read !== null ? read : {};
}
