/** Time that somebody else gives, where days are to take none: what the register of turns makes of it. */

import type { Clock } from '../definition/schedule/index.js';
import type { RegisterOptions } from '../frontier/politeness/index.js';

/** Heartbeats come by the machine's time: in time that takes none a turn is lost by nobody's silence. */
export function registerTime(time: Clock | undefined): Pick<RegisterOptions, 'clock' | 'leaseMs'> {
  if (!time) return {};
  return { clock: { monotonic: time.now, wall: time.now, boot: 'another time', origin: 0 }, leaseMs: Number.MAX_SAFE_INTEGER };
}
