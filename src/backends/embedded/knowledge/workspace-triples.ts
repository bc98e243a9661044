/** Statements of documents as core.db keeps them: what stood in a version as a deflated text, and what a page says of itself. */
import { inflateRawSync } from 'node:zlib';
import type { DocumentStatements, TripleSource } from '../../../store/index.js';
import type { Sqlite } from '../database.js';

/** Read while crawling, under the same bound; more than this was not put there by us. */
const MOST_BYTES = 1 << 29;

interface Row extends Omit<DocumentStatements, 'quads' | Told> {
  readonly facts: string | null;
}

type Told = 'author' | 'description' | 'published' | 'modified' | 'siteName' | 'image';

const ONE = `SELECT d.id AS document, d.version, f.run, d.identifier AS url, s.origin AS site, f.record_id AS record, f.started AS fetchedAt,
    v.type, v.language, v.title, v.score, v.facts
  FROM document d JOIN version v ON v.id = d.version JOIN resource r ON r.id = d.resource JOIN site s ON s.id = r.site JOIN fetch f ON f.id = v.fetch
  WHERE d.id = ? AND d.state <> 'deleted'`;

export function workspaceTriples(db: Sqlite): TripleSource {
  const one = db.prepare(ONE);
  const quads = hasTriples(db) ? db.prepare('SELECT quads FROM triples WHERE version = ?').pluck() : null;
  return {
    read(document) {
      const row = one.get(document) as Row | undefined;
      if (!row) return null;
      const { facts, ...fields } = row;
      return { ...fields, url: iriOf(row.url), ...toldIn(facts), quads: textOf(quads?.get(row.version) as Buffer | null | undefined) };
    },
  };
}

/** URLs may hold what no IRI may, such as a bar: without escapes no query could name the graph. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const iriOf = (url: string): string => url.replace(/[\u0000-\u0020<>"{}|^`\\]/g, encodeURIComponent);

/** A workspace of an older format has none. */
const hasTriples = (db: Sqlite): boolean => db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'triples'").get() !== undefined;

const textOf = (deflated: Buffer | null | undefined): string | null =>
  deflated ? inflateRawSync(deflated, { maxOutputLength: MOST_BYTES }).toString('utf8') : null;

function toldIn(facts: string | null): Record<Told, string | null> {
  const told = (facts === null ? {} : JSON.parse(facts)) as Partial<Record<Told, unknown>>;
  const text = (name: Told): string | null => (typeof told[name] === 'string' && told[name] !== '' ? told[name] : null);
  return {
    author: text('author'),
    description: text('description'),
    published: text('published'),
    modified: text('modified'),
    siteName: text('siteName'),
    image: text('image'),
  };
}
