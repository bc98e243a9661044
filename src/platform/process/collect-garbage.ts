/**
 * Collects garbage now. To be called where a giant has just been let go: V8 lets a heap grow by a share of what was in use, so after
 * a giant it would let as much garbage pile up again before it looks. Takes about a millisecond for each megabyte in use.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

export function collectGarbage(): void {
  collect ??= exposed();
  /[a-z]/.exec('a'); // V8 remembers the text of the last match, which may be a slice of the giant
  collect();
}

/** A new context is given the function; a V8 that has none under this name goes without. */
function exposed(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('globalThis.gc');
  return typeof found === 'function' ? () => void found() : () => undefined;
}
