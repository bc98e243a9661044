/**
 * Times as they are recorded: whole milliseconds, cut at both ends and never rounded. If a request was sent at least n whole
 * milliseconds after an answer ended, what is recorded of the two says so too; rounded, it could say one less.
 */
interface RecordedSpan {
  readonly startedAt: number;
  readonly durationMs: number;
}

export function recordedSpan(startedAt: number, endedAt: number): RecordedSpan {
  const start = Math.floor(startedAt);
  return { startedAt: start, durationMs: Math.floor(endedAt) - start };
}

/**
 * A moment of performance.now() as milliseconds since 1970. It goes on evenly when the wall clock is set, as the clock does
 * that pauses are kept by.
 */
export const momentOf = (now: number): number => performance.timeOrigin + now;
