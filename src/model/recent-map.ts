/**
 * A map that forgets what has not been asked for in a while: two halves, of which the older one is dropped when the newer is
 * full. What is asked for over and over stays, however many others pass. Keys are kept as copies: who asks may do so with a
 * slice of a page, and the page must not stay for its sake.
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

/** The same answers, with at least so many of the last ones remembered. */
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
