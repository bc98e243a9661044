/**
 * A map that forgets what was not asked for lately. It has two halves and drops the older one when the newer is full, so
 * keys that are asked for again and again stay. Keys are copied: a caller's key may be a slice of a page, and must not
 * keep the page in memory.
 */
import { ownCopy } from './own-copy.js';

export class RecentMap<Key, Value> {
  #newer = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  constructor(private readonly half: number) {}

  get(key: Key): Value | undefined {
    const known = this.#newer.get(key);
    if (known !== undefined) return known;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, value: Value): void {
    if (this.#newer.size >= this.half) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(typeof key === 'string' ? (ownCopy(key) as Key & string) : key, value);
  }

  clear(): void {
    this.#newer.clear();
    this.#older.clear();
  }
}

/** Wraps `ask` so that at least its last `most` answers are remembered. */
export function remembering<Value>(most: number, ask: (key: string) => Value): (key: string) => Value {
  const known = new RecentMap<string, Value>(most);
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const answer = ask(key);
    known.set(key, answer);
    return answer;
  };
}
