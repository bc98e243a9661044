/**
 * A worker: work that somebody starts, watches and cancels by hand, with parameters of its own.
 *
 * Knows nothing of portals or pages. What the work is comes as a function; states and results have the names that the
 * original workers gave them, since people and files know them by these.
 */

/** In the order they are gone through; the last two end it. */
export const WORKER_STATES = ['WaitToStart', 'Executing', 'Executed', 'Cancelled'] as const;
export type WorkerState = (typeof WORKER_STATES)[number];

/** Each shows what those before it show, and more. */
export const TRACE_LEVELS = ['ERROR', 'INFO', 'VERBOSE', 'DEBUG'] as const;
export type TraceLevel = (typeof TRACE_LEVELS)[number];

/** How work tells what it does, and is told to stop. */
export interface Told {
  readonly stop: AbortSignal;
  say(level: TraceLevel, text: string): void;
  /** How much of it is done, from 0 to 1. */
  done(share: number): void;
}

/** What work came to; it throws where it failed. */
export interface WorkEnd {
  readonly isSuccess: boolean;
  /** It ended because it was told to stop, before it was done. */
  readonly wasStopped: boolean;
  readonly downloadedDocs: number;
  /** In a sentence. */
  readonly message: string;
  /** Everything there is to say, as JSON. */
  readonly report: unknown;
}

export type Work<Parameters> = (parameters: Parameters, told: Told) => Promise<WorkEnd>;

/** What is saved of a run: names and meaning as the original workers had them. */
export interface WorkerResults {
  readonly Success: boolean;
  /** ISO 8601. */
  readonly Start: string;
  readonly End: string;
  /** Seconds. */
  readonly Duration: number;
  readonly DownloadedDocs: number;
  readonly Message: string;
  readonly Report: unknown;
}

/** What cannot be done in the state a worker is in. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  constructor(
    readonly code: 'running' | 'not-running' | 'ended' | 'not-ended' | 'too-many',
    message: string,
  ) {
    super(message);
  }
}
