/**
 * Clocks: milliseconds that read like Date.now() and never jump.
 *
 * CLOCK_MONOTONIC counts from the boot of the machine and is the same for all its processes; a wall clock that is set
 * forwards or backwards while crawls run changes nothing. Which boot it counts from has an identity of its own.
 */
import { bootId } from '../../platform/index.js';

export interface MachineClock {
  /** Milliseconds since the machine was started; the same in every process. */
  monotonic(): number;
  /** Milliseconds since 1970, as far as this machine knows. */
  wall(): number;
  /** Which start of the machine `monotonic` counts from; null where the system does not tell. */
  readonly boot: string | null;
  /** What the crawl's clock is ahead of `monotonic`. */
  readonly origin: number;
}

const monotonic = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Fixed once, and finer than Date.now(), so that every crawl in this process and the register they share read one time line. */
const ORIGIN = performance.timeOrigin + performance.now() - monotonic();

/** The time a crawl goes by: the wall clock at the start of the process and monotonic since. */
export const crawlClock = (): (() => number) => () => monotonic() + ORIGIN;

export const machineClock = (): MachineClock => ({ monotonic, wall: Date.now, boot: bootId(), origin: ORIGIN });
