/**
 * Collects garbage now. To be called where a giant has just been let go: V8 lets a heap grow by a share of what was in use, so after
 * a giant it would let as much garbage pile up again before it looks. Takes about a millisecond for each megabyte in use.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (how?: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

let collect: Collect | null = null;

export function collectGarbage(): void {
  collector()();
}

/**
 * And gives its pages back to the system, which takes several times as long. V8 otherwise keeps them for eight seconds, also those
 * of a thread that has ended.
 */
export function giveBackMemory(): void {
  collector()({ type: 'major', flavor: 'last-resort' });
}

function collector(): Collect {
  collect ??= exposed();
  /[a-z]/.exec('a'); // V8 remembers the text of the last match, which may be a slice of the giant
  return collect;
}

/** A new context is given the function; a V8 that has none under this name goes without. */
function exposed(): Collect {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('globalThis.gc');
  return typeof found === 'function' ? (found as Collect) : () => undefined;
}
