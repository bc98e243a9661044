/**
 * Matches patterns on texts within limits.
 *
 * RE2 never explodes, but a large program is slow on a long text, and each further match may read the rest of the text
 * again. So the text is cut by the size of the program, matches are counted, and time is limited. When something is
 * given up, a note names the pattern.
 */
import { compileRe2 } from '../../model/index.js';

const MAX_MATCHES = 10_000;
const MAX_MILLISECONDS = 1000;
/** Measured: each character costs half a microsecond, and as much again for every forty instructions of the program. */
const MAX_CHARS = 5_000_000;
const INSTRUCTIONS = 40;

export type Pattern = ReturnType<typeof compileRe2>;
export type Match = ReturnType<Pattern['matcher']>;
export type Note = ((message: string) => void) | undefined;

/** Yields every match, always in the same object. */
export function* matchesIn(pattern: Pattern, text: string, note: Note): Generator<Match> {
  const matcher = pattern.matcher(boundedText(pattern, text, note));
  const end = performance.now() + MAX_MILLISECONDS;
  for (let count = 0; matcher.find(); count++) {
    if (count >= MAX_MATCHES) return note?.(`the pattern ${pattern.pattern()} was given up after ${MAX_MATCHES} matches`);
    yield matcher;
    if (performance.now() > end)
      return note?.(`the pattern ${pattern.pattern()} was given up after ${MAX_MILLISECONDS / 1000} second and ${count + 1} matches`);
  }
}

function boundedText(pattern: Pattern, text: string, note: Note): string {
  const most = Math.floor(MAX_CHARS / (1 + pattern.programSize() / INSTRUCTIONS));
  if (text.length <= most) return text;
  note?.(`the pattern ${pattern.pattern()} was applied to the first ${most} characters of ${text.length}: on more it takes too long`);
  return text.slice(0, most);
}

/** Replaces all matches. In the replacement $1, $<name> and ${name} are groups, $& the match, $$ a dollar sign. */
export function replaceAll(pattern: Pattern, text: string, replacement: string, note: Note): string {
  let replaced = '';
  let at = 0;
  for (const match of matchesIn(pattern, text, note)) {
    replaced += text.slice(at, match.start()) + expanded(replacement, match);
    at = match.end();
  }
  return replaced + text.slice(at);
}

const GROUP = /\$(?:\$|(&)|(\d{1,2})|<([^<>]*)>|\{([^{}]*)\})/g;

function expanded(replacement: string, match: Match): string {
  if (!replacement.includes('$')) return replacement;
  return replacement.replace(GROUP, (_, whole?: string, number?: string, name?: string, braced?: string) => {
    if (whole !== undefined) return match.group(0) ?? '';
    if (number !== undefined) return Number(number) <= match.groupCount() ? (match.group(Number(number)) ?? '') : '';
    const wanted = name ?? braced;
    return wanted === undefined ? '$' : (match.getNamedGroups()[wanted] ?? '');
  });
}
