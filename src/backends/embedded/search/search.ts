/**
 * The asking side of the embedded search: columns in memory, words from search.db, what is shown from the source.
 *
 * A question is answered from one state of the file, in a read transaction that ends before the answer is given.
 */
import {
  type QueryNode,
  type Search,
  type SearchHit,
  type SearchQuery,
  type SearchResult,
  type SearchSource,
} from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { Collector, type Found } from './collect.js';
import { Dictionary } from './dictionary.js';
import { evaluate, type Setting } from './evaluate.js';
import { languageBit, languageNumber } from './languages.js';
import { type Marker, markerOf, matchesIn } from './mark-matches.js';
import { Names } from './names.js';
import { type Plan, planQuery } from './plan.js';
import { openToSearch } from './search-file.js';
import { Segments } from './segments.js';
import { snippetOf, wholeOf } from './snippet.js';

export function openSearch(file: string, source: SearchSource): Search {
  return new SqliteSearch(openToSearch(file), source);
}

const IN_TEXT: ReadonlySet<string> = new Set(['any']);
const IN_TITLE: ReadonlySet<string> = new Set(['any', 'title']);
/** Further pages would have to be sorted anew each time. */
const FURTHEST = 10_000;

class SqliteSearch implements Search {
  readonly #db: Sqlite;
  readonly #source: SearchSource;
  readonly #names: Names;
  readonly #segments: Segments;
  readonly #dictionary: Dictionary;

  constructor(db: Sqlite, source: SearchSource) {
    this.#db = db;
    this.#source = source;
    this.#names = new Names(db);
    this.#segments = new Segments(db);
    this.#dictionary = new Dictionary(db);
  }

  search(query: SearchQuery): SearchResult {
    const { plan, collector } = this.#inOneState(() => this.#find(query));
    const offset = Math.min(query.offset ?? 0, FURTHEST);
    const markers = { text: markerOf(plan, IN_TEXT), title: markerOf(plan, IN_TITLE) };
    const hits = collector
      .best()
      .slice(offset)
      .flatMap((found) => this.#show(found, markers) ?? []);
    return { total: collector.total, hits, facets: collector.facets(this.#names) };
  }

  position(): number {
    return this.#db.prepare("SELECT position FROM cursor WHERE list = 'journal'").pluck().get() as number;
  }

  close(): void {
    this.#db.close();
  }

  #find({ node, limit, offset = 0, sort, facets }: SearchQuery): { plan: Plan; collector: Collector } {
    if (this.#segments.refresh()) this.#names.refresh();
    const segments = this.#segments.all;
    const planning = { segments, dictionary: this.#dictionary, names: this.#names, languages: this.#languages(node) };
    const plan = planQuery(node, planning);
    const setting = this.#setting();
    const collector = new Collector(Math.min(offset, FURTHEST) + limit, sort === 'date', facets ? this.#names : null);
    for (const segment of segments) collector.take(segment, evaluate(plan, segment, setting));
    return { plan, collector };
  }

  #setting(): Setting {
    const documents = this.#segments.documents;
    let words = 0;
    for (const { attributes } of this.#segments.all) for (const length of attributes.length) words += length;
    return {
      dictionary: this.#dictionary,
      documents,
      averageLength: Math.max(1, words / Math.max(1, documents)),
      languageBits: Uint32Array.from(this.#names.all('language'), languageBit),
    };
  }

  /** Whose forms are looked for: those of the language that is asked for, else of all there are. */
  #languages(node: QueryNode): number[] {
    const asked = askedLanguage(node);
    const tags = asked === undefined ? this.#names.all('language') : [asked];
    return [...new Set(tags.flatMap((tag) => languageNumber(tag) ?? []))];
  }

  #show({ document, rank }: Found, markers: { text: Marker; title: Marker }): SearchHit | null {
    const read = this.#source.read(document);
    if (!read) return null; // went between the two looks
    const { text, ...facts } = read;
    const title = read.title ?? '';
    return {
      ...facts,
      rank,
      heading: wholeOf(title, matchesIn(title, read.language, markers.title)),
      snippet: snippetOf(text, matchesIn(text, read.language, markers.text)),
    };
  }

  #inOneState<T>(work: () => T): T {
    this.#db.exec('BEGIN');
    try {
      return work();
    } finally {
      this.#db.exec('COMMIT');
    }
  }
}

/** A language that every hit must have. */
function askedLanguage(node: QueryNode): string | undefined {
  if (node.kind === 'value' && node.field === 'language') return node.value;
  return node.kind === 'and' ? node.nodes.map(askedLanguage).find((language) => language !== undefined) : undefined;
}
