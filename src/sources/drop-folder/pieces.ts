/**
 * Splits a long text into pieces: its lines, or the values of a JSON list. A piece longer than any URL needs is dropped
 * while it is read and returned as null with its place, so memory stays bounded.
 */
export interface Piece {
  /** Where it begins, counted from 1. */
  readonly line: number;
  /** Null: too long, or never closed. */
  readonly text: string | null;
}

export const MAX_PIECE = 65_536;

/** Line breaks of all systems; the last line needs none. Empty lines are left out. */
export async function* linesIn(chunks: AsyncIterable<string>): AsyncGenerator<Piece> {
  let rest = '';
  let line = 1;
  let tooLong = false;
  for await (const chunk of chunks) {
    const rows = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = rows.pop() ?? '';
    for (const row of rows) {
      yield* piece(line, tooLong || row.length > MAX_PIECE ? null : row);
      tooLong = false;
      line++;
    }
    if (rest.length > MAX_PIECE) [tooLong, rest] = [true, rest.endsWith('\r') ? '\r' : ''];
  }
  yield* piece(line, tooLong ? null : rest);
}

function* piece(line: number, text: string | null): Generator<Piece> {
  if (text === null || text.trim() !== '') yield { line, text };
}

/** The values of a JSON list, or values that follow one another. Text between them is ignored. */
export async function* valuesIn(chunks: AsyncIterable<string>): AsyncGenerator<Piece> {
  const splitter = new ValueSplitter();
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}

/** Counts brackets outside of strings. A line break inside a string is never JSON, and so ends a broken value. */
class ValueSplitter {
  #text = '';
  #line = 1;
  #begunAt = 1;
  #depth = 0;
  /** Depth of the list around all values. */
  #outer = 0;
  #inString = false;
  #escaped = false;
  #tooLong = false;

  *push(chunk: string): Generator<Piece> {
    for (let at = 0; at < chunk.length; at++) {
      const char = chunk.charAt(at);
      const found = this.#inString ? this.#takeInString(char) : this.#take(char);
      if (found) yield found;
      if (char === '\n') this.#line++;
      if (this.#text.length > MAX_PIECE) [this.#tooLong, this.#text] = [true, ' ']; // the end of a value that was too long is still to come
    }
  }

  *end(): Generator<Piece> {
    const last = this.#inString || this.#depth > this.#outer ? this.#drop() : this.#finish();
    if (last) yield last;
  }

  #take(char: string): Piece | null {
    const isTop = this.#depth <= this.#outer;
    if (isTop && this.#text === '' && WHITE.test(char)) return null;
    if (char === '[' && this.#outer === 0 && isTop && this.#text === '') {
      this.#outer = this.#depth = 1;
      return null;
    }
    if (isTop && (char === ',' || char === ']' || char === '\n')) return this.#finish();
    if (this.#text === '') this.#begunAt = this.#line;
    this.#text += char;
    if (char === '"') this.#inString = true;
    if (char === '{' || char === '[') this.#depth++;
    const closes = (char === '}' || char === ']') && this.#depth > this.#outer && --this.#depth === this.#outer;
    return closes ? this.#finish() : null;
  }

  #takeInString(char: string): Piece | null {
    if (char === '\n') return this.#drop();
    this.#text += char;
    if (!this.#escaped && char === '"') this.#inString = false;
    this.#escaped = !this.#escaped && char === '\\';
    return null;
  }

  #finish(): Piece | null {
    if (this.#tooLong) return this.#drop();
    const text = this.#text.trim();
    this.#text = '';
    return text === '' ? null : { line: this.#begunAt, text };
  }

  #drop(): Piece {
    [this.#text, this.#depth, this.#inString, this.#escaped, this.#tooLong] = ['', this.#outer, false, false, false];
    return { line: this.#begunAt, text: null };
  }
}

const WHITE = /\s/;
