/** HTTP messages inside records, taken apart while they stream by: where the head ends, and the body without chunks. */

import { endOfHead } from './end-of-head.js';

const LONGEST_HEAD = 4 << 20;
const LF = 10;
const EMPTY = new Uint8Array(0);

/** Splits a message; until the head is complete nothing of the body is handed out. */
export class HeadSplitter {
  /** The head, blank line included; null until it is complete. */
  head: Uint8Array | null = null;
  #seen: Uint8Array = EMPTY;

  /** Body bytes of this piece. */
  push(piece: Uint8Array): Uint8Array {
    if (this.head) return piece;
    const searched = Math.max(0, this.#seen.length - 3);
    this.#seen = this.#seen.length > 0 ? Buffer.concat([this.#seen, piece]) : piece;
    const end = endOfHead(this.#seen, searched);
    if (end < 0 && this.#seen.length < LONGEST_HEAD) return EMPTY;
    return this.#split(Math.max(end, 0));
  }

  /** At the end of the block: a message without a blank line is all head when it looks like one, else all body. */
  finish(): Uint8Array {
    if (this.head) return EMPTY;
    const isHead = Buffer.from(this.#seen.subarray(0, 5)).toString('latin1') === 'HTTP/';
    return this.#split(isHead ? this.#seen.length : 0);
  }

  #split(at: number): Uint8Array {
    const seen = this.#seen;
    this.#seen = EMPTY;
    this.head = Uint8Array.from(seen.subarray(0, at));
    return seen.subarray(at);
  }
}

export interface MessageHead {
  readonly startLine: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export function parseMessageHead(head: Uint8Array): MessageHead {
  const [startLine = '', ...lines] = Buffer.from(head).toString('latin1').split(/\r?\n/);
  const fields: [string, string][] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line) && last) last[1] = `${last[1]} ${line.trim()}`;
    else if (colon > 0) fields.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return { startLine, fields };
}

export const isChunked = ({ fields }: MessageHead): boolean =>
  fields.some(([name, value]) => name.toLowerCase() === 'transfer-encoding' && /(?:^|,)\s*chunked\s*$/i.test(value));

/**
 * Takes the chunks away. Bodies in archives are often cut short, or were stored without their chunks under a head
 * that still announces them: what does not begin with a chunk size is passed through as it is.
 */
export class Dechunker {
  #line: number[] = [];
  #left = 0;
  #state: 'size' | 'data' | 'data-end' | 'done' | 'raw' = 'size';
  #first = true;

  push(piece: Uint8Array): Uint8Array[] {
    if (this.#state === 'raw') return [piece];
    const out: Uint8Array[] = [];
    for (let at = 0; at < piece.length && this.#state !== 'done'; ) {
      if (this.#state === 'data') {
        const data = piece.subarray(at, at + this.#left);
        out.push(data);
        at += data.length;
        this.#left -= data.length;
        if (this.#left === 0) this.#state = 'data-end';
      } else {
        this.#line.push(piece[at] as number);
        at += 1;
        const raw = this.#control();
        if (raw) return [...out, raw, piece.subarray(at)];
      }
    }
    return out;
  }

  /** Bytes that looked like the start of a size line until the body ended. */
  finish(): Uint8Array {
    return this.#first && this.#state === 'size' ? Uint8Array.from(this.#line) : EMPTY;
  }

  /** Looks at the control bytes so far; returns them when this is no chunked body at all. */
  #control(): Uint8Array | null {
    const complete = this.#line.at(-1) === LF;
    if (this.#state === 'data-end') {
      if (complete || this.#line.length > 2) this.#reset('size');
      return null;
    }
    if (!complete && this.#line.length < 1024) return null;
    const size = /^\s*([\da-f]{1,12})\s*(?:;[^\n]*)?\r?\n$/i.exec(String.fromCharCode(...this.#line))?.[1];
    if (size === undefined) return this.#giveUp();
    this.#first = false;
    this.#left = Number.parseInt(size, 16);
    this.#reset(this.#left === 0 ? 'done' : 'data');
    return null;
  }

  #giveUp(): Uint8Array | null {
    const line = Uint8Array.from(this.#line);
    this.#reset(this.#first ? 'raw' : 'done');
    return this.#first ? line : null;
  }

  #reset(state: 'size' | 'data' | 'done' | 'raw'): void {
    this.#state = state;
    this.#line = [];
  }
}
