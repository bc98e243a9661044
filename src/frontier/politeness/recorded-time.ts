/**
 * Moments written down by one process and read by another, perhaps after a restart of the machine.
 *
 * Within one boot only monotonic time counts, so a wall clock that jumps does no harm. After a reboot the wall clock
 * is all there is; it is not believed when it stands before the moment of writing.
 */
import type { MachineClock } from './clock.js';

export interface RecordedTime {
  readonly boot: string | null;
  /** Monotonic and wall-clock time of writing. */
  readonly wrote: number;
  readonly wall: number;
}

export const isSameBoot = (recorded: { boot: string | null }, clock: MachineClock): boolean =>
  recorded.boot !== null && recorded.boot === clock.boot;

/** How long ago something was written; negative when the wall clock was set back since. */
export const ageOf = (recorded: RecordedTime, clock: MachineClock, now: number): number =>
  isSameBoot(recorded, clock) ? now - recorded.wrote : clock.wall() - recorded.wall;

/** The recorded moment on today's monotonic line. When the clock was set back, all that was to be waited is waited again. */
export function momentOf(recorded: RecordedTime & { free: number; delay: number }, clock: MachineClock, now: number): number {
  if (isSameBoot(recorded, clock)) return recorded.free;
  const age = ageOf(recorded, clock, now);
  const ahead = recorded.free - recorded.wrote;
  return age >= 0 ? now + ahead - age : now + Math.max(ahead, recorded.delay);
}
