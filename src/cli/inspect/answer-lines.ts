/**
 * One JSON object per line in, one result per line out, in order; whatever a line holds, the next one is answered too.
 *
 * Fast because nothing is done per line that can be done per block: bytes become text a block at a time, and results
 * leave a block at a time. The reader waits for whoever takes the results, so memory stays flat.
 */

import { isUtf8 } from 'node:buffer';
import type { Writable } from 'node:stream';
import { messageOf } from '../../model/index.js';
import { roomIn } from '../room-in.js';
import { LineBlocks } from './line-blocks.js';

/** Makes the result of one line, as JSON text. Throws for bad input; the message becomes the line's `error`. */
export type Answer = (input: Readonly<Record<string, unknown>>) => string | Promise<string>;

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
    await answering.answer();
    if (!(await sink.take(answering.results()))) return answering.counts();
  }
  blocks.end();
  await answering.answer();
  await sink.take(answering.results());
  return answering.counts();
}

class Answering {
  readonly #answer: Answer;
  readonly #longestLine: number;
  /** Lines that came in; null in place of one that was too long. */
  #waiting: (Uint8Array | null)[] = [];
  #batches: string[] = [];
  #batch = '';
  #lines = 0;
  #errors = 0;

  constructor(answer: Answer, longestLine: number) {
    this.#answer = answer;
    this.#longestLine = longestLine;
  }

  block(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
  }

  tooLong(): void {
    this.#waiting.push(null);
  }

  /** One line after the other; waits only for answers that are not there at once. */
  async answer(): Promise<void> {
    for (const block of this.#waiting.splice(0)) {
      if (block) await this.#block(Buffer.from(block.buffer, block.byteOffset, block.length));
      else this.#add(this.#failure(`the line is longer than ${this.#longestLine} bytes`));
    }
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

  #block(buffer: Buffer): Promise<void> {
    return isUtf8(buffer) ? this.#text(buffer.toString('utf8')) : this.#byLine(buffer);
  }

  async #text(text: string): Promise<void> {
    for (let start = 0; start < text.length; ) {
      const feed = text.indexOf('\n', start);
      const end = feed < 0 ? text.length : feed;
      const result = this.#line(text.slice(start, end));
      this.#add(typeof result === 'string' ? result : await result);
      start = end + 1;
    }
  }

  /** A block with bytes that are no UTF-8: the lines that hold them are told apart from those that do not. */
  async #byLine(buffer: Buffer): Promise<void> {
    for (let start = 0; start < buffer.length; ) {
      const feed = buffer.indexOf(0x0a, start);
      const end = feed < 0 ? buffer.length : feed;
      const line = buffer.subarray(start, end);
      this.#add(isUtf8(line) ? await this.#line(line.toString('utf8')) : this.#failure('the line is not valid UTF-8'));
      start = end + 1;
    }
  }

  #line(line: string): string | Promise<string> {
    try {
      const result = this.#answer(parsed(line, this.#lines === 0));
      return typeof result === 'string' ? result : result.catch((error: unknown) => this.#failure(messageOf(error)));
    } catch (error) {
      return this.#failure(messageOf(error));
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
