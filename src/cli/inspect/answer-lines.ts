/**
 * One JSON object per line in, one result per line out, in order; whatever a line holds, the next one is answered too.
 *
 * Fast because nothing is done per line that can be done per block: bytes become text a block at a time, and results
 * leave a block at a time. The reader waits for whoever takes the results, so memory stays flat.
 */

import { isUtf8 } from 'node:buffer';
import type { Writable } from 'node:stream';
import { roomIn } from '../room-in.js';
import { LineBlocks } from './line-blocks.js';

/** Makes the result of one line, as JSON text. Throws for bad input; the message becomes the line's `error`. */
export type Answer = (input: Readonly<Record<string, unknown>>) => string;

export interface AnsweredLines {
  readonly lines: number;
  readonly errors: number;
}

/** Longer lines are answered with an error: a string in memory can hold twice this. */
const LONGEST_LINE = 256 * 1024 * 1024;
/** Results are handed on when they reach this many characters, within a block of input too. */
const BATCH = 1 << 18;

export async function answerLines(
  input: AsyncIterable<Uint8Array>,
  output: Writable,
  answer: Answer,
  longestLine: number = LONGEST_LINE,
): Promise<AnsweredLines> {
  const answering = new Answering(answer, longestLine);
  const sink = new Sink(output);
  const blocks = new LineBlocks(answering, longestLine);
  for await (const piece of input) {
    blocks.push(piece);
    if (!(await sink.take(answering.results()))) return answering.counts();
  }
  blocks.end();
  await sink.take(answering.results());
  return answering.counts();
}

class Answering {
  readonly #answer: Answer;
  readonly #longestLine: number;
  #batches: string[] = [];
  #batch = '';
  #lines = 0;
  #errors = 0;

  constructor(answer: Answer, longestLine: number) {
    this.#answer = answer;
    this.#longestLine = longestLine;
  }

  block(bytes: Uint8Array): void {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (isUtf8(buffer)) this.#text(buffer.toString('utf8'));
    else this.#byLine(buffer);
  }

  tooLong(): void {
    this.#add(this.#failure(`the line is longer than ${this.#longestLine} bytes`));
  }

  results(): string[] {
    const batches = this.#batch === '' ? this.#batches : [...this.#batches, this.#batch];
    this.#batches = [];
    this.#batch = '';
    return batches;
  }

  counts(): AnsweredLines {
    return { lines: this.#lines, errors: this.#errors };
  }

  #text(text: string): void {
    for (let start = 0; start < text.length; ) {
      const feed = text.indexOf('\n', start);
      const end = feed < 0 ? text.length : feed;
      this.#add(this.#line(text.slice(start, end)));
      start = end + 1;
    }
  }

  /** A block with bytes that are no UTF-8: the lines that hold them are told apart from those that do not. */
  #byLine(buffer: Buffer): void {
    for (let start = 0; start < buffer.length; ) {
      const feed = buffer.indexOf(0x0a, start);
      const end = feed < 0 ? buffer.length : feed;
      const line = buffer.subarray(start, end);
      this.#add(isUtf8(line) ? this.#line(line.toString('utf8')) : this.#failure('the line is not valid UTF-8'));
      start = end + 1;
    }
  }

  #line(line: string): string {
    try {
      return this.#answer(parsed(line, this.#lines === 0));
    } catch (error) {
      return this.#failure(error instanceof Error ? error.message : String(error));
    }
  }

  #failure(error: string): string {
    this.#errors++;
    return JSON.stringify({ error });
  }

  #add(result: string): void {
    this.#lines++;
    this.#batch += `${result}\n`;
    if (this.#batch.length < BATCH) return;
    this.#batches.push(this.#batch);
    this.#batch = '';
  }
}

const BYTE_ORDER_MARK = '\uFEFF';

function parsed(line: string, isFirst: boolean): Record<string, unknown> {
  const text = isFirst && line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line;
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('the line is not a JSON object');
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(text.trim() === '' ? 'the line is empty' : `the line is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** Where the results go. A reader that goes away early (`| head`) ends the work without complaint. */
class Sink {
  readonly #output: Writable;
  #gone = false;

  constructor(output: Writable) {
    this.#output = output;
    output.once('error', () => {
      this.#gone = true;
    });
  }

  /** Waits until there is room for more; false when nobody reads any longer. */
  async take(batches: readonly string[]): Promise<boolean> {
    for (const batch of batches) {
      if (this.#gone) return false;
      if (!this.#output.write(batch)) await roomIn(this.#output);
    }
    return !this.#gone;
  }
}
