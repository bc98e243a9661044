/**
 * Regular expressions that users write, run by RE2: linear time, so no pattern and no URL can hang a
 * crawl. Searched anywhere in the URL and case-sensitive unless the pattern begins with (?i).
 */
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';

/** Compiles a pattern, or throws an Error that says what is wrong and where. */
export function compilePattern(pattern: string): (text: string) => boolean {
  try {
    const compiled = RE2JS.compile(pattern);
    return (text) => compiled.test(text);
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
