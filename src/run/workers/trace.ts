/**
 * What a worker says while it works, the newest of each level: much detail does not push out the few lines that matter.
 * Lines are numbered, so that whoever reads along goes on from the last he has.
 */
import { TRACE_LEVELS, type TraceLevel } from './port.js';

export interface TraceLine {
  readonly sequence: number;
  /** ISO 8601. */
  readonly at: string;
  readonly level: TraceLevel;
  readonly text: string;
}

const MOST_LINES = 1000;
const LONGEST = 1000;

export class Trace {
  readonly #now: () => Date;
  readonly #lines = new Map<TraceLevel, TraceLine[]>(TRACE_LEVELS.map((level) => [level, []]));
  #last = 0;
  #clearedAt = 0;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  /** Number of the newest line. */
  get last(): number {
    return this.#last;
  }

  /** Number of the last line that was cleared away. */
  get clearedAt(): number {
    return this.#clearedAt;
  }

  add(level: TraceLevel, text: string): void {
    const lines = this.#lines.get(level) as TraceLine[];
    lines.push({ sequence: ++this.#last, at: this.#now().toISOString(), level, text: oneLine(text) });
    if (lines.length >= 2 * MOST_LINES) lines.splice(0, lines.length - MOST_LINES); // seldom, so that it costs little
  }

  clear(): void {
    for (const lines of this.#lines.values()) lines.length = 0;
    this.#clearedAt = this.#last;
  }

  /** Lines behind a number, up to a level, in order. */
  read(level: TraceLevel, after = 0, most = Number.POSITIVE_INFINITY): TraceLine[] {
    const shown = TRACE_LEVELS.slice(0, TRACE_LEVELS.indexOf(level) + 1);
    const lines = shown.flatMap((each) => newerThan((this.#lines.get(each) ?? []).slice(-MOST_LINES), after));
    return lines.sort((one, other) => one.sequence - other.sequence).slice(0, most);
  }
}

/** They are in order: most readers want only the last few. */
function newerThan(lines: readonly TraceLine[], after: number): TraceLine[] {
  let from = lines.length;
  while (from > 0 && (lines[from - 1]?.sequence ?? 0) > after) from--;
  return lines.slice(from);
}

/** Some of it comes from portals: one line each, and not without end. */
const oneLine = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)} …` : plain;
};

/** As a file: time, level, text. */
export const traceText = (lines: readonly TraceLine[]): string =>
  lines.map(({ at, level, text }) => `${at} ${level.padEnd(7)} ${text}\n`).join('');
