/** Progress of a crawl on the terminal, and what Ctrl-C does to it. */

import { counted } from '../model/index.js';
import type { Statistics } from '../run/crawl/index.js';

import { EXIT_CODES } from './exit-codes.js';
import { shortSize, type Terminal } from './terminal.js';

/** Where there is no terminal, a line after so many visits or so much time. */
const SHOWN_EVERY = 1000;
const SHOWN_EVERY_MS = 10_000;
/** One Ctrl-C may arrive twice: from the terminal, and from npm or another program in between that passes it on. */
const SAME_KEY_MS = 300;

export interface Interrupts {
  /** The crawl is to end. It does within two seconds; answers that have not come by then stay queued. */
  readonly stop: AbortSignal;
  /** The crawl is over and nothing is under way any more: the next Ctrl-C needs no explanation. */
  idle(): void;
  /** Back to what Ctrl-C does by itself. */
  release(): void;
}

/** First Ctrl-C: end cleanly. Second: at once, which loses nothing that is kept already. */
export function stopOnInterrupt(terminal: Terminal, from: Pick<NodeJS.EventEmitter, 'on' | 'off'> = process): Interrupts {
  const stop = new AbortController();
  let askedAt: number | null = null;
  let underWay = true;
  const interrupt = () => {
    if (askedAt !== null && Date.now() - askedAt < SAME_KEY_MS) return;
    if (askedAt !== null) process.exit(EXIT_CODES.interrupted.code);
    askedAt = Date.now();
    if (underWay) terminal.remark('Stopping: done in two seconds at most. Ctrl-C again ends at once.');
    stop.abort();
  };
  from.on('SIGINT', interrupt);
  from.on('SIGTERM', interrupt);
  return {
    stop: stop.signal,
    idle() {
      underWay = false;
    },
    release() {
      from.off('SIGINT', interrupt);
      from.off('SIGTERM', interrupt);
    },
  };
}

export function showProgress(terminal: Terminal): (statistics: Statistics) => void {
  let shown = { completed: 0, elapsedMs: 0 };
  return (statistics) => {
    if (terminal.isLive) return terminal.live(liveLine(statistics));
    const due = statistics.completed - shown.completed >= SHOWN_EVERY || statistics.elapsedMs - shown.elapsedMs >= SHOWN_EVERY_MS;
    if (!due) return;
    shown = statistics;
    terminal.remark(logLine(statistics));
  };
}

/** What matters most comes first: a narrow terminal cuts the rest. */
function liveLine(s: Statistics): string {
  return [seconds(s), counted(s.pages, 'page'), rate(s), `${s.queued} queued`, waiting(s), workers(s), ...ends(s), shortSize(s.bytes)].join(
    '  ',
  );
}

/** Scripts read this one: fields are added at its end only. */
function logLine(s: Statistics): string {
  const line = [seconds(s), `${s.completed} done`, `${s.queued} queued`, workers(s), ...ends(s), rate(s), shortSize(s.bytes)];
  return [...line, `${s.pages} pages`, waiting(s)].join('  ');
}

const seconds = ({ elapsedMs }: Statistics) => `${Math.round(elapsedMs / 1000)}s`;
const rate = ({ recentPerSecond }: Statistics) => `${recentPerSecond.toFixed(1)}/s`;
const workers = ({ active, workers: made }: Statistics) => `${active}/${made} workers`;
const ends = ({ succeeded, failed, noops }: Statistics) => [`${succeeded} ok`, `${failed} failed`, `${noops} skipped`];
/** Sites that have something left and are not being asked right now: their pause is not over. */
function waiting({ busySites, active }: Statistics): string {
  const count = Math.max(0, busySites - active);
  return `${counted(count, 'site')} waiting`;
}
