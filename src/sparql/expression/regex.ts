/** Patterns of queries. They run on RE2, whose time grows with the text and not with the pattern's cleverness. */
import { RE2JS } from 're2js';

const MOST_KEPT = 200;
const compiledPatterns = new Map<string, RE2JS | null>();

/** Null when it is no pattern, or one that looks back at what it found. */
export function compilePattern(pattern: string, flags: string): RE2JS | null {
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
  pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\s+/gs, (part) => (/^\s/.test(part) ? '' : part));

/** With $1 for what a group found. Null when the pattern is none, or finds the empty text: the standard forbids that. */
export function replaceAll(value: string, pattern: string, replacement: string, flags: string): string | null {
  const compiled = compilePattern(pattern, flags);
  if (!compiled || compiled.matcher('').find()) return null;
  const matcher = compiled.matcher(value);
  const groups = compiled.groupCount();
  let [result, end] = ['', 0];
  while (matcher.find()) {
    result += value.slice(end, matcher.start());
    result += flags.includes('q') ? replacement : filledIn(replacement, groups, (group) => matcher.group(group) ?? '');
    end = matcher.end();
  }
  return result + value.slice(end);
}

/** As many digits make a group's number as there are groups for. */
function filledIn(replacement: string, groups: number, find: (group: number) => string): string {
  return replacement.replace(/\\([\\$])|\$(\d+)/g, (_all, escaped: string | undefined, digits = '') => {
    if (escaped !== undefined) return escaped;
    let length = digits.length;
    while (length > 1 && Number(digits.slice(0, length)) > groups) length--;
    const group = Number(digits.slice(0, length));
    return (group <= groups ? find(group) : '') + digits.slice(length);
  });
}
