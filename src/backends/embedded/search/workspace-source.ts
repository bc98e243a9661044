/** Documents of core.db as they are searched and shown. */
import { storedMainText } from '../../../model/index.js';
import type { SearchDocument, SearchSource } from '../../../store/index.js';
import type { Sqlite } from '../database.js';

interface Row extends Omit<SearchDocument, 'published'> {
  readonly metadata: string;
  /** Where in the text its main part stands, and what the page says of itself, as stored. */
  readonly content: string | null;
  readonly facts: string | null;
}

const ONE = `SELECT d.id AS document, d.version, d.identifier AS url, s.origin AS site, v.title, v.text, v.type, v.language,
    d.first_seen AS firstSeen, d.last_changed AS lastChanged, v.score, f.record_id AS record, v.metadata, v.content, v.facts
  FROM document d JOIN version v ON v.id = d.version JOIN fetch f ON f.id = v.fetch JOIN resource r ON r.id = d.resource JOIN site s ON s.id = r.site
  WHERE d.id = ? AND d.state <> 'deleted'`;

export function workspaceSource(db: Sqlite): SearchSource {
  const one = db.prepare(ONE);
  const isThere = db.prepare("SELECT 1 FROM document WHERE id = ? AND state <> 'deleted'");
  return {
    read(document) {
      const row = one.get(document) as Row | undefined;
      if (!row) return null;
      const { metadata, content, facts, ...fields } = row;
      return { ...fields, text: storedMainText(row.text, content), published: publishedIn(facts, metadata) };
    },
    isThere: (document) => isThere.get(document) !== undefined,
  };
}

/** Names under which pages tell when they were published, the surest first. */
const PUBLISHED = [
  'article:published_time',
  'citation_publication_date',
  'dc.date.issued',
  'dcterms.issued',
  'dc.date',
  'dcterms.date',
  'date',
  'datepublished',
  'pubdate',
  'publishdate',
];

const YEAR_MS = 31_557_600_000;

/** Milliseconds since 1970; null when the page does not say, or nothing that can be. */
function publishedIn(facts: string | null, metadata: string): number | null {
  const told = facts === null ? null : timeIn((JSON.parse(facts) as { published?: unknown }).published);
  if (told !== null || metadata.length < 20) return told;
  const fields = new Map(namedValues(JSON.parse(metadata)).map(([name, value]) => [name.toLowerCase(), value]));
  for (const name of PUBLISHED) {
    const at = timeIn(fields.get(name));
    if (at !== null) return at;
  }
  return null;
}

function namedValues(metadata: unknown): [string, unknown][] {
  if (typeof metadata !== 'object' || metadata === null) return [];
  return Object.entries(metadata).flatMap(([name, value]): [string, unknown][] =>
    value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [[name, value]],
  );
}

/** Only dates that begin with the year: others mean different days in different countries. */
function timeIn(value: unknown): number | null {
  const text: unknown = Array.isArray(value) ? value[0] : value;
  const match = typeof text === 'string' ? /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text) : null;
  if (!match) return null;
  const at = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return Number.isNaN(at) || at < -20 * YEAR_MS || at > Date.now() + YEAR_MS ? null : at;
}
