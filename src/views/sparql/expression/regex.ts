/** Patterns of queries. They run on RE2, whose time grows with the text and not with the pattern's cleverness. */
import { RE2JS } from 're2js';
import type { Budget } from '../limits.js';
import { SparqlError } from '../sparql-error.js';

const MOST_KEPT = 200;
/** What a pattern becomes is a hundred times as long as the pattern. */
const LONGEST_PATTERN = 10_000;
const LONGEST_KEPT = 200;
const compiledPatterns = new Map<string, RE2JS | null>();

/** Null when it is no pattern, or one that looks back at what it found. */
export function compilePattern(pattern: string, flags: string): RE2JS | null {
  if (pattern.length > LONGEST_PATTERN)
    throw new SparqlError(
      'too-much-memory',
      `A pattern of REGEX or REPLACE has more than ${LONGEST_PATTERN} characters. Use a shorter one.`,
    );
  if (pattern.length > LONGEST_KEPT) return compile(pattern, flags);
  const key = `${flags}/${pattern}`;
  let compiled = compiledPatterns.get(key);
  if (compiled === undefined) {
    compiled = compile(pattern, flags);
    if (compiledPatterns.size >= MOST_KEPT) compiledPatterns.clear();
    compiledPatterns.set(key, compiled);
  }
  return compiled;
}

function compile(pattern: string, flags: string): RE2JS | null {
  if (!/^[ismxq]*$/.test(flags)) return null;
  const source = flags.includes('q') ? RE2JS.quote(pattern) : flags.includes('x') ? withoutSpace(pattern) : pattern;
  try {
    return RE2JS.compile(source, flagBits(flags));
  } catch {
    return null;
  }
}

function flagBits(flags: string): number {
  return (
    (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes('s') ? RE2JS.DOTALL : 0) |
    (flags.includes('m') ? RE2JS.MULTILINE : 0)
  );
}

/** White space counts inside brackets only. */
const withoutSpace = (pattern: string): string =>
  pattern.replace(/\\.|\[(?:\\.|[^\]\\])*(?:\]|\\?$)|\s+/gs, (part) => (/^\s/.test(part) ? '' : part));

/** With $1 for what a group found. Null when the pattern is none, or finds the empty text: the standard forbids that. */
export function replaceAll(value: string, pattern: string, replacement: string, flags: string, budget: Budget): string | null {
  const compiled = compilePattern(pattern, flags);
  if (!compiled || compiled.matcher('').find()) return null;
  const matcher = compiled.matcher(value);
  const parts = flags.includes('q') ? [replacement] : partsOf(replacement, compiled.groupCount());
  const made = new LongText(budget);
  let end = 0;
  while (matcher.find()) {
    made.add(value.slice(end, matcher.start()));
    for (const part of parts) made.add(typeof part === 'string' ? part : (matcher.group(part) ?? ''));
    end = matcher.end();
  }
  made.add(value.slice(end));
  return made.text();
}

/** Made of many parts, and no longer than it may be. */
class LongText {
  readonly #budget: Budget;
  #text = '';
  #parts: string[] = [];
  #length = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  add(part: string): void {
    this.#length += part.length;
    this.#budget.step();
    this.#budget.mayMake(this.#length);
    if (this.#parts.push(part) >= 4096) this.text();
  }

  text(): string {
    this.#text += this.#parts.join('');
    this.#parts = [];
    return this.#text;
  }
}

/** Texts, and numbers of groups. As many digits make a group's number as there are groups for. */
function partsOf(replacement: string, groups: number): (string | number)[] {
  const parts: (string | number)[] = [];
  let end = 0;
  for (const { index, 0: all, 1: escaped, 2: digits = '' } of replacement.matchAll(/\\([\\$])|\$(\d+)/g)) {
    parts.push(replacement.slice(end, index), ...(escaped === undefined ? groupIn(digits, groups) : [escaped]));
    end = index + all.length;
  }
  return [...parts, replacement.slice(end)].filter((part) => part !== '');
}

const MOST_DIGITS = 6;

function groupIn(digits: string, groups: number): (string | number)[] {
  let length = Math.min(digits.length, MOST_DIGITS);
  while (length > 1 && Number(digits.slice(0, length)) > groups) length--;
  const group = Number(digits.slice(0, length));
  return [group <= groups ? group : '', digits.slice(length)];
}
