/** Regular expressions that users write. RE2 runs them in linear time, so no pattern and no text can hang a crawl. */
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';

/** Most compiled patterns to keep. A run that builds patterns as it goes must not fill the memory. */
const MAX_KEPT = 2000;
const kept = new Map<string, RE2JS>();
let compiled = 0;

/** How many patterns were compiled so far. Tests use it: a set is compiled once, whatever the number of texts. */
export const patternsCompiled = (): number => compiled;

/** Compiles a pattern, or throws an Error that says what is wrong and where. */
export function compileRe2(pattern: string): RE2JS {
  const known = kept.get(pattern);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const fresh = tryCompile(pattern);
  kept.set(pattern, fresh);
  return fresh;
}

function tryCompile(pattern: string): RE2JS {
  compiled++;
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new Error(complaint(pattern, error), { cause: error });
  }
}

function complaint(pattern: string, error: RE2JSException): string {
  if (!(error instanceof RE2JSSyntaxException)) return `the pattern ${pattern} is not accepted: ${error.message}`;
  const fragment = error.getPattern();
  const position = fragment === null ? pattern.length : Math.max(0, pattern.indexOf(fragment)) + 1;
  const hint = /^\(\?<?[=!]/.test(fragment ?? '') ? ' (RE2 has no look-around; a `not` rule says the same)' : '';
  return `the pattern ${pattern} is wrong at character ${position}${fragment ? `, ${fragment}` : ''}: ${error.getDescription()}${hint}`;
}
