/** Progress of a crawl on the terminal, and what Ctrl-C does to it. */
import type { Statistics } from '../crawl/index.js';

import { EXIT_CODES } from './exit-codes.js';
import { shortSize, type Terminal } from './terminal.js';

/** Where there is no terminal, a line after so many visits or so much time. */
const SHOWN_EVERY = 1000;
const SHOWN_EVERY_MS = 10_000;

/** First Ctrl-C: bring what has begun to its end. Second: end requests too. Third: at once. */
export function stopOnInterrupt(terminal: Terminal): { stop: AbortSignal; abort: AbortSignal; release: () => void } {
  const stop = new AbortController();
  const abort = new AbortController();
  let asked = 0;
  const interrupt = () => {
    asked++;
    if (asked === 1) {
      terminal.remark('Stopping: answers under way are still taken. Ctrl-C again to break them off.');
      stop.abort();
    } else if (asked === 2) abort.abort();
    else process.exit(EXIT_CODES.interrupted.code);
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const release = () => {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  };
  return { stop: stop.signal, abort: abort.signal, release };
}

export function showProgress(terminal: Terminal): (statistics: Statistics) => void {
  let shown = { completed: 0, elapsedMs: 0 };
  return (statistics) => {
    if (terminal.isLive) return terminal.live(progressLine(statistics));
    const due = statistics.completed - shown.completed >= SHOWN_EVERY || statistics.elapsedMs - shown.elapsedMs >= SHOWN_EVERY_MS;
    if (!due) return;
    shown = statistics;
    terminal.remark(progressLine(statistics));
  };
}

function progressLine(s: Statistics): string {
  const seconds = Math.round(s.elapsedMs / 1000);
  return `${seconds}s  ${s.completed} done  ${s.queued} queued  ${s.active}/${s.workers} workers  ${s.succeeded} ok  ${s.failed} failed  ${s.noops} no-op  ${s.recentPerSecond.toFixed(1)}/s  ${shortSize(s.bytes)}`;
}
