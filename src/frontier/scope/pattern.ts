/**
 * Regular expressions of scope rules. Searched anywhere in the URL and case-sensitive unless the pattern begins with (?i).
 */
import { compileRe2 } from '../../model/index.js';

/** Compiles a pattern, or throws an Error that says what is wrong and where. */
export function compilePattern(pattern: string): (text: string) => boolean {
  const compiled = compileRe2(pattern);
  return (text) => compiled.test(text);
}
