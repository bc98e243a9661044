/** Refuses to work with a database that is not what was written, and says where it is damaged and what to do. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { DamageFound } from '../../../store/index.js';
import { type Damaged, findDamage, type VerifyOptions } from './verify.js';

/** About a quarter of a second of reading. Larger databases are looked at in part, and as a whole where all of them is read. */
const AT_ONCE_BYTES = 128e6;
/** Naming the tables of damaged pages reads the whole database again. */
const NAMED_BYTES = 1e9;
const NAMED_PAGES = 5;

export interface WholeOptions {
  /** All of it, however large. */
  readonly all?: boolean;
  readonly onProgress?: VerifyOptions['onProgress'];
  /** What to do about damage, for a file that is made from others. */
  readonly remedy?: string;
}

/** Throws DamageFound. To be called before the database is opened, not by threads: see raw-file.ts. */
export function mustBeWhole(database: string, { all = false, onProgress, remedy = remedyForDatabase(database) }: WholeOptions = {}): void {
  if (!existsSync(database)) return;
  const damage = findDamage(database, all ? { onProgress } : { most: AT_ONCE_BYTES });
  // Damage in the sums themselves changes no answer: the doctor names it, the next owner takes them anew.
  if (damage?.file === database) throw new DamageFound(database, damageSentence(damage), remedy);
}

/** For what cannot be made anew. */
export const remedyForDatabase = (database: string): string => {
  const folder = dirname(database);
  return `Go on with a backup: every command works on one, such as winnow status -w BACKUP. Without a backup: winnow doctor --deep -w ${folder} says what is damaged, and winnow doctor --accept-damage -w ${folder} lets you go on with what can still be read.`;
};

/** In words: which pages, at which bytes, of which tables. */
export function damageSentence({ file, pages, pageSize, missing }: Damaged): string {
  if (missing === pages.length) return `it ends ${missing} pages of ${pageSize} bytes too early`;
  const names = namesOf(file, pages, pageSize);
  const shown = pages.slice(0, NAMED_PAGES).map((page) => {
    const name = names.get(page);
    return `page ${page} (from byte ${(page - 1) * pageSize}${name ? `, ${name}` : ''})`;
  });
  const more = pages.length > NAMED_PAGES ? ` and ${pages.length - NAMED_PAGES} more` : '';
  return `${shown.join(', ')}${more} ${pages.length === 1 ? 'is' : 'are'} not what Winnow wrote`;
}

/** As far as the damage lets SQLite find out. */
function namesOf(database: string, pages: readonly number[], pageSize: number): ReadonlyMap<number, string> {
  const wanted = new Set(pages);
  const names = new Map<number, string>();
  try {
    const db = new Database(database, { readonly: true, fileMustExist: true });
    try {
      if ((db.pragma('page_count', { simple: true }) as number) * pageSize > NAMED_BYTES) return names;
      for (const [name, page] of db.prepare('SELECT name, pageno FROM dbstat').raw().iterate() as Iterable<[string, number]>)
        if (wanted.has(page)) names.set(page, name);
    } finally {
      db.close();
    }
  } catch {
    // Then the pages have no names.
  }
  return names;
}
