/**
 * The list of what was sent from a folder, so that sending can be broken off and taken up again.
 *
 * A line before each attempt and a line after it, synced: an attempt without an end may have arrived.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

export interface SentLine {
  /** Digest of receiver and description. */
  readonly key: string;
  readonly name: string;
  readonly state: 'attempt' | 'sent' | 'refused';
  readonly answer?: string;
  readonly at: string;
}

export class SentList {
  readonly #file: number;
  readonly #states = new Map<string, SentLine['state']>();

  constructor(path: string) {
    if (existsSync(path)) for (const { key, state } of readLines(path)) this.#states.set(key, state);
    this.#file = openSync(path, 'a');
  }

  stateOf(key: string): SentLine['state'] | null {
    return this.#states.get(key) ?? null;
  }

  note(line: Omit<SentLine, 'at'>): void {
    writeSync(this.#file, `${JSON.stringify({ ...line, at: new Date().toISOString() })}\n`);
    fsyncSync(this.#file);
    this.#states.set(line.key, line.state);
  }

  close(): void {
    closeSync(this.#file);
  }
}

export const sentKey = (to: string, metaInfo: string): string => createHash('sha256').update(`${to}\n${metaInfo}`).digest('hex');

/** A last line that was cut off by a crash says nothing. */
function* readLines(path: string): Generator<SentLine> {
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    try {
      if (line !== '') yield JSON.parse(line) as SentLine;
    } catch {
      continue;
    }
  }
}
