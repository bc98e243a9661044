/**
 * Times as they are recorded: whole milliseconds, cut at both ends and never rounded. If a request was sent at least n
 * milliseconds after an answer ended, the recorded times say so too; with rounding they could say one less.
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
 * A moment of performance.now() as milliseconds since 1970. Unlike the wall clock it never jumps, and the pauses are
 * kept by the same clock.
 */
export const momentOf = (now: number): number => performance.timeOrigin + now;
