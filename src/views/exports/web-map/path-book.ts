/**
 * Paths that files are saved under, each given away once: `files/PDF/<site>/<name>`, `files/images/<site>/<name>`.
 *
 * The first of a name gets it, the next ones a number. Given in the order resources were found, a resource keeps its path
 * from one export to the next. Names that differ in case alone count as one, since some file systems cannot hold both.
 * The book is kept on disk: a crawl may have millions of files.
 */
import { type ConsumerDatabase, openDatabase } from '../../../follow/consumers/index.js';
import { fileNameOf, folderNameOf, markedName } from '../../../model/index.js';

export class PathBook {
  /** A database without a name is a file that vanishes when it is closed. */
  readonly #db: ConsumerDatabase = openDatabase('');
  readonly #take;
  readonly #count;

  constructor() {
    this.#db.exec(
      'CREATE TABLE taken (path TEXT PRIMARY KEY) WITHOUT ROWID; CREATE TABLE used (name TEXT PRIMARY KEY, last INTEGER) WITHOUT ROWID;',
    );
    this.#db.exec('BEGIN');
    this.#take = this.#db.prepare('INSERT OR IGNORE INTO taken VALUES (?)');
    this.#count = this.#db
      .prepare('INSERT INTO used VALUES (?, 2) ON CONFLICT (name) DO UPDATE SET last = last + 1 RETURNING last')
      .pluck();
  }

  /** `kind` is `images` or a type of file. */
  pathFor(kind: string, url: string, ending: string): string {
    const folder = `files/${kind}/${folderNameOf(URL.canParse(url) ? new URL(url).host : '')}`;
    const name = fileNameOf(url, ending);
    for (let path = `${folder}/${name}`; ; path = `${folder}/${markedName(name, this.#next(`${folder}/${name}`))}`)
      if (this.#take.run(path.toLowerCase()).changes === 1) return path;
  }

  /** Counted for each name, so that the hundred-thousandth `image.png` need not try all numbers before it. */
  #next(name: string): number {
    return this.#count.get(name.toLowerCase()) as number;
  }

  close(): void {
    this.#db.close();
  }
}
