/**
 * Collects garbage now and gives its room back to the system. Call it when a very large object has just been released: V8
 * sets its next collection by what was in use, so after a giant it would let as much garbage pile up again. Since Node 24
 * V8 also keeps free pages for eight seconds, even those of a thread that has ended, unless a collection of this kind asks
 * for all of them. Takes some milliseconds for each megabyte in use.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (how: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

let collect: Collect | null = null;

export function collectGarbage(): void {
  collect ??= exposed();
  /[a-z]/.exec('a'); // V8 remembers the text of the last match, which may be a slice of the large object
  collect({ type: 'major', flavor: 'last-resort' });
}

/** V8 gives the function to a new context only; where this V8 has no such function, do nothing. */
function exposed(): Collect {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('globalThis.gc');
  return typeof found === 'function' ? (found as Collect) : () => undefined;
}
