/** Rows on their way into the tables: fitted to their columns, in transactions of bounded size. */

import type { ConsumerDatabase } from '../../../follow/consumers/index.js';
import type { MapResource } from '../../../store/index.js';
import type { Misfits } from './misfits.js';

export interface PageRow extends Pick<MapResource, 'id' | 'url' | 'status' | 'accessedAt' | 'duplicateOf' | 'signature'> {
  readonly site: number | null;
  readonly type: string | null;
  readonly html: string | null;
}

/** Rows of one transaction. */
const AT_ONCE = 10_000;

export class CrawldbRows {
  readonly #db: ConsumerDatabase;
  readonly #misfits: Misfits;
  readonly #statements: ReturnType<typeof prepare>;
  #open = 0;

  constructor(db: ConsumerDatabase, misfits: Misfits) {
    this.#db = db;
    this.#misfits = misfits;
    db.exec(ASIDE);
    this.#statements = prepare(db);
  }

  begin(): void {
    this.#db.exec('BEGIN');
  }

  finish(): void {
    this.#statements.ownImages.run();
    this.#db.exec('COMMIT; DROP TABLE temp.held_image; DROP TABLE temp.copy');
  }

  addSite(id: number, domain: string, robots: string | null, sitemap: string | null): void {
    this.#statements.site.run(id, this.#misfits.cut('site', 'domain', id, domain), withoutNul(robots), withoutNul(sitemap));
    this.#count();
  }

  /** False when there is no room for its URL: a URL that is cut would be another one. */
  addPage({ id, site, type, url, html, status, accessedAt, duplicateOf, signature }: PageRow): boolean {
    if (!this.#misfits.fits('page', 'url', id, url, 'row left out')) return false;
    const hash = signature !== null && this.#misfits.fits('page', 'lsh_hash', id, signature, 'left empty') ? signature : null;
    const { changes } = this.#statements.page.run(id, site, type, hash, url, withoutNul(html), status, timeOf(accessedAt));
    if (changes === 1 && type === 'DUPLICATE' && duplicateOf !== null) this.#statements.copy.run(id, duplicateOf);
    this.#count();
    return changes === 1;
  }

  addData(page: number, type: string, path: string): void {
    this.#statements.data.run(page, type, path);
    this.#count();
  }

  /** An image that may be shown on any number of pages; `isPage`: it was also visited as a page of its own. */
  noteImage({ id, declaredType, type, accessedAt }: MapResource, path: string, isPage: boolean): void {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const contentType = (declaredType ?? type ?? '').split(';', 1)[0]?.trim() ?? '';
    this.#statements.note.run(
      id,
      this.#misfits.cut('image', 'filename', id, name),
      this.#misfits.cut('image', 'content_type', id, contentType),
      path,
      timeOf(accessedAt),
      Number(isPage),
    );
    this.#count();
  }

  addImage(page: number, image: number): void {
    this.#statements.image.run(page, image, page);
    this.#count();
  }

  /** Only between pages that are in the table. */
  addLink(from: number, to: number): void {
    this.#statements.link.run(from, to, from, to);
    this.#count();
  }

  addDuplicateLinks(): void {
    this.#statements.copies.run();
  }

  #count(): void {
    if (++this.#open < AT_ONCE) return;
    this.#open = 0;
    this.#db.exec('COMMIT; BEGIN');
  }
}

/** The contract's databases cannot hold it, and no text means anything by it. */
const withoutNul = (text: string | null): string | null => (text?.includes('\0') ? text.replaceAll('\0', '') : text);

/** 2026-11-17 08:30:00.000, in UTC. */
const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString().replace('T', ' ').replace('Z', ''));

const ASIDE = `CREATE TEMP TABLE held_image (id INTEGER PRIMARY KEY, filename TEXT, content_type TEXT, path TEXT, accessed TEXT, is_page INTEGER);
CREATE TEMP TABLE copy (id INTEGER PRIMARY KEY, original INTEGER);`;

const BOTH_KNOWN = 'WHERE EXISTS (SELECT 1 FROM page WHERE id = ?) AND EXISTS (SELECT 1 FROM page WHERE id = ?)';

function prepare(db: ConsumerDatabase) {
  return {
    site: db.prepare('INSERT INTO site (id, domain, robots_content, sitemap_content) VALUES (?, ?, ?, ?)'),
    page: db.prepare(
      'INSERT OR IGNORE INTO page (id, site_id, page_type_code, lsh_hash, url, html_content, http_status_code, accessed_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    data: db.prepare('INSERT INTO page_data (page_id, data_type_code, data) VALUES (?, ?, ?)'),
    note: db.prepare('INSERT INTO temp.held_image VALUES (?, ?, ?, ?, ?, ?)'),
    image: db.prepare(
      `INSERT INTO image (page_id, filename, content_type, data, accessed_time) SELECT ?, filename, content_type, path, accessed FROM temp.held_image
         WHERE id = ? AND EXISTS (SELECT 1 FROM page WHERE id = ?)`,
    ),
    /** What was visited by itself is an image of the page that it is. */
    ownImages: db.prepare(
      `INSERT INTO image (page_id, filename, content_type, data, accessed_time) SELECT id, filename, content_type, path, accessed FROM temp.held_image WHERE is_page`,
    ),
    link: db.prepare(`INSERT OR IGNORE INTO link (from_page, to_page) SELECT ?, ? ${BOTH_KNOWN}`),
    copy: db.prepare('INSERT INTO temp.copy VALUES (?, ?)'),
    copies: db.prepare(
      'INSERT OR IGNORE INTO link (from_page, to_page) SELECT c.id, c.original FROM temp.copy c JOIN page p ON p.id = c.original',
    ),
  };
}
