/**
 * JSON text → value and places. An own parser, because JSON.parse tells no line, silently takes the last of two equal
 * keys, and cannot say that a comment or a trailing comma is the fault.
 */
import { DefinitionError, problemAt } from './problem.js';
import { NO_PARTS, type SourceNode, type SourcePart, type SourceText } from './source-tree.js';

interface Parsed {
  readonly value: unknown;
  readonly node: SourceNode;
}

const MAX_NESTING = 100;

export function parseJson(source: SourceText): { value: unknown; root: SourceNode } {
  const reader = new JsonReader(source);
  const { value, node } = reader.document();
  return { value, root: node };
}

class JsonReader {
  private offset = 0;
  private depth = 0;
  private readonly text: string;

  constructor(private readonly source: SourceText) {
    this.text = source.text;
  }

  document(): Parsed {
    const parsed = this.value();
    this.space();
    if (this.offset < this.text.length) this.fail('the definition ends before this place; nothing may follow its last `}`.');
    return parsed;
  }

  private value(): Parsed {
    this.space();
    const char = this.text[this.offset];
    if (char === '{' || char === '[') return this.nested(char);
    if (char === '"') return this.leaf(this.offset, this.string());
    const word = /[\w.+-]+/y;
    word.lastIndex = this.offset;
    return this.literal(word.exec(this.text)?.[0] ?? '');
  }

  private nested(open: '{' | '['): Parsed {
    if (++this.depth > MAX_NESTING) this.fail(`this is nested more than ${MAX_NESTING} levels deep, which no definition needs.`);
    const parsed = open === '{' ? this.object() : this.array();
    this.depth--;
    return parsed;
  }

  private object(): Parsed {
    const start = this.offset;
    const entries: [string, unknown][] = [];
    const parts = new Map<string, SourcePart>();
    this.entries('}', 'a field', () => {
      const keyStart = this.offset;
      if (this.text[keyStart] !== '"') this.fail('in JSON the name of a field stands in double quotes.');
      const key = this.string();
      const keyEnd = this.offset;
      const earlier = parts.get(key);
      if (earlier) this.fail(`\`${key}\` is given twice; it is already on line ${this.source.lineOf(earlier.keyStart)}.`, keyStart, keyEnd);
      this.space();
      if (this.text[this.offset] !== ':') this.fail('a colon is missing between the name of the field and its value.');
      this.offset++;
      const { value, node } = this.value();
      entries.push([key, value]);
      parts.set(key, { keyStart, keyEnd, node });
    });
    return { value: Object.fromEntries(entries), node: { start, end: this.offset, parts } };
  }

  private array(): Parsed {
    const start = this.offset;
    const values: unknown[] = [];
    const parts = new Map<number, SourcePart>();
    this.entries(']', 'an entry', () => {
      const { value, node } = this.value();
      parts.set(values.length, { keyStart: node.start, keyEnd: node.end, node });
      values.push(value);
    });
    return { value: values, node: { start, end: this.offset, parts } };
  }

  /** Parses what stands between brackets: entries separated by commas, no comma after the last. */
  private entries(close: ']' | '}', what: string, entry: () => void): void {
    const open = this.offset++;
    this.space();
    while (this.text[this.offset] !== close) {
      entry();
      this.space();
      if (this.offset >= this.text.length) this.fail(`\`${close}\` is missing: what opens here is never closed.`, open);
      if (this.text[this.offset] === close) break;
      if (this.text[this.offset] !== ',') this.fail(`a comma or \`${close}\` is missing before this place.`);
      const comma = this.offset++;
      this.space();
      if (this.text[this.offset] === close) this.fail(`JSON allows no comma after the last ${what.replace(/^an? /, '')}.`, comma);
    }
    this.offset++;
  }

  private string(): string {
    const start = this.offset;
    const pattern = /"(?:[^"\\\r\n]|\\.)*"/y;
    pattern.lastIndex = start;
    const match = pattern.exec(this.text);
    if (!match) this.fail('this text has no closing quotation mark on its line.', start);
    try {
      this.offset += match[0].length;
      return JSON.parse(match[0]) as string;
    } catch {
      return this.fail('this text contains a tab or a backslash that JSON does not know; write `\\t` and `\\\\`.', start, this.offset);
    }
  }

  private literal(word: string): Parsed {
    const start = this.offset;
    if (word === '')
      return this.fail(this.offset >= this.text.length ? 'the file ends where a value should stand.' : this.strangeCharacter());
    let value: unknown;
    try {
      value = JSON.parse(word);
    } catch {
      this.fail('text stands in double quotes in JSON.', start, start + word.length);
    }
    this.offset += word.length;
    return this.leaf(start, value);
  }

  private strangeCharacter(): string {
    const char = this.text[this.offset] ?? '';
    if (char === "'" || char === '`') return 'JSON knows double quotes only.';
    return char === ',' ? 'a value is missing before this comma.' : `a value cannot start with \`${char}\`.`;
  }

  private leaf(start: number, value: unknown): Parsed {
    return { value, node: { start, end: this.offset, parts: NO_PARTS } };
  }

  private space(): void {
    const blank = /[ \t\r\n]*/y;
    blank.lastIndex = this.offset;
    blank.exec(this.text);
    this.offset = blank.lastIndex;
    if (/^(?:\/\/|\/\*|#)/.test(this.text.slice(this.offset, this.offset + 2))) {
      this.fail('JSON has no comments. Name the file .yaml instead: every JSON definition is valid YAML, where # starts a comment.');
    }
  }

  private fail(message: string, start = this.offset, end = start + 1): never {
    throw new DefinitionError([problemAt(this.source.place(start, end), '', message)]);
  }
}
