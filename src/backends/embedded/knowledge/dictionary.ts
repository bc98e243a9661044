/**
 * Dictionary: terms and their numbers.
 *
 * Found by a keyed hash, since an index over the texts themselves would hold long literals twice. The key is the file's own,
 * so nobody can publish terms that all have the same hash; the text is compared all the same.
 */
import { type Fingerprinter, fingerprinter, RecentMap } from '../../../model/index.js';
import type { Term } from '../../../store/index.js';
import type { Sqlite, Statement } from '../database.js';
import { termOf } from './terms.js';

/** Number of what is in no statement. */
export const UNKNOWN = 0;

const HALF = 50_000;
/** Longer texts are rare and would fill the memory. */
const LONGEST_KEPT = 512;

export class Dictionary {
  readonly #hash: Fingerprinter;
  readonly #find: Statement;
  readonly #add: Statement;
  readonly #text: Statement;
  readonly #ids = new RecentMap<string, number>(HALF);
  readonly #terms = new RecentMap<number, Term>(HALF);

  constructor(db: Sqlite) {
    this.#hash = fingerprinter(db.prepare("SELECT value FROM meta WHERE name = 'secret'").pluck().get() as Uint8Array);
    this.#find = db.prepare('SELECT id FROM term WHERE hash = ? AND text = ?').pluck();
    this.#add = db.prepare('INSERT INTO term (hash, text) VALUES (?, ?)');
    this.#text = db.prepare('SELECT text FROM term WHERE id = ?').pluck();
  }

  find(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#find.get(this.#hashOf(text), text) as number | undefined;
    if (id !== undefined) this.#keep(text, id);
    return id ?? UNKNOWN;
  }

  findOrAdd(text: string): number {
    const known = this.find(text);
    if (known !== UNKNOWN) return known;
    const id = Number(this.#add.run(this.#hashOf(text), text).lastInsertRowid);
    this.#keep(text, id);
    return id;
  }

  term(id: number): Term {
    const known = this.#terms.get(id);
    if (known) return known;
    const text = this.#text.get(id) as string;
    const term = termOf(text);
    if (text.length <= LONGEST_KEPT) this.#terms.set(id, term);
    return term;
  }

  /** To be called when terms may have gone: by another process, or with a transaction that came to nothing. */
  forget(): void {
    this.#ids.clear();
    this.#terms.clear();
  }

  #keep(text: string, id: number): void {
    if (text.length <= LONGEST_KEPT) this.#ids.set(text, id);
  }

  /** 53 of the 64 bits: a number without loss. */
  #hashOf(text: string): number {
    const [high, low] = this.#hash(text);
    return (high >>> 0) * 0x200000 + (low >>> 11);
  }
}
