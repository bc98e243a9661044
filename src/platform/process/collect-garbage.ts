/**
 * Collects garbage now. Call it when a very large object has just been released: V8 sets its next collection by what was
 * in use, so after a giant it would let as much garbage pile up again. Takes about a millisecond for each megabyte in
 * use.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

export function collectGarbage(): void {
  collect ??= exposed();
  /[a-z]/.exec('a'); // V8 remembers the text of the last match, which may be a slice of the large object
  collect();
}

/** V8 gives the function to a new context only; where this V8 has no such function, do nothing. */
function exposed(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('globalThis.gc');
  return typeof found === 'function' ? () => void found() : () => undefined;
}
