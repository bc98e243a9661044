/** Rows of `rendering`: what rendering pages of a shape of URL brought at a site. */
import type { LearnedRendering } from '../../store/index.js';
import type { Sqlite, Statement } from './database.js';

/** Shapes remembered for one site; a site may have as many shapes as pages. */
const MOST_OF_A_SITE = 2000;

export class RenderingRows {
  readonly #keep: Statement;

  constructor(db: Sqlite) {
    this.#keep = db.prepare(
      `INSERT INTO rendering (site, template, tried, gained, recent, because)
       SELECT @site, @template, @tried, @gained, @recent, @because
       WHERE (SELECT count(*) FROM (SELECT 1 FROM rendering WHERE site = @site LIMIT ${MOST_OF_A_SITE})) < ${MOST_OF_A_SITE}
          OR EXISTS (SELECT 1 FROM rendering WHERE site = @site AND template = @template)
       ON CONFLICT (site, template) DO UPDATE SET tried = excluded.tried, gained = excluded.gained, recent = excluded.recent, because = excluded.because`,
    );
  }

  keep(site: number, learned: LearnedRendering): void {
    this.#keep.run({ site, ...learned });
  }
}

export function learnedRendering(db: Sqlite): IterableIterator<LearnedRendering & { site: string }> {
  return db
    .prepare(
      'SELECT s.origin AS site, r.template, r.tried, r.gained, r.recent, r.because FROM rendering r JOIN site s ON s.id = r.site ORDER BY r.site, r.template',
    )
    .iterate() as IterableIterator<LearnedRendering & { site: string }>;
}
