/**
 * The asking side of the embedded search: columns in memory, words from search.db, what is shown from the source.
 *
 * A question is answered from one state of the file, in a read transaction that ends before the answer is given.
 */
import type { Meant, QueryNode, Search, SearchDocument, SearchHit, SearchQuery, SearchResult, SearchSource } from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { Collector } from './collect.js';
import { RepeatedLines, withoutNotices } from './consent-notices.js';
import { Dictionary } from './dictionary.js';
import { evaluate, type Setting } from './evaluate.js';
import { languageBit, languageNumber } from './languages.js';
import { type Marker, markerOf, matchesIn } from './mark-matches.js';
import { FEW_HITS, proposalFor } from './meant-query.js';
import { Names } from './names.js';
import { type Plan, planQuery } from './plan.js';
import { hashOf, scanWords, wordIn } from './scan-words.js';
import { openToSearch } from './search-file.js';
import { Segments } from './segments.js';
import { snippetOf, wholeOf } from './snippet.js';
import { WordForms } from './word-forms.js';

export function openSearch(file: string, source: SearchSource): Search {
  return new SqliteSearch(openToSearch(file), source);
}

const IN_TEXT: ReadonlySet<string> = new Set(['any']);
const IN_TITLE: ReadonlySet<string> = new Set(['any', 'title']);
/** Further pages would have to be sorted anew each time. */
const FURTHEST = 10_000;

interface Answer {
  readonly plan: Plan;
  readonly collector: Collector;
}

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
    const shown = collector
      .best()
      .slice(offset)
      .flatMap(({ document, rank }) => {
        const read = this.#source.read(document); // null when it went between the two looks
        return read ? [{ read, rank }] : [];
      });
    const repeated = new RepeatedLines();
    for (const { read } of shown) repeated.add(read.site, read.text);
    const hits = shown.map(({ read, rank }) => hitOf(read, rank, markers, repeated));
    return { total: collector.total, hits, facets: collector.facets(this.#names), meant: this.#meant(query, collector.total) };
  }

  #meant({ node, offset = 0 }: SearchQuery, total: number): Meant | null {
    if (total > FEW_HITS || offset > 0) return null;
    const proposal = this.#inOneState(() => proposalFor(node, total, this.#asking(node)));
    if (!proposal) return null;
    const { words, result } = proposal;
    return { words: words.map(({ typed, word }) => ({ typed, meant: this.#asWritten(word, result) })), total: result.collector.total };
  }

  #asking(node: QueryNode): Parameters<typeof proposalFor<Answer>>[2] {
    const segments = this.#segments.all.map(({ id }) => id);
    const languages = this.#languages(node);
    return {
      segments,
      dictionary: this.#dictionary,
      documentsOf: (word) => {
        const forms = new WordForms(word, languages);
        return segments.reduce((sum, id) => sum + forms.in(id, this.#dictionary).reduce((own, { entry }) => own + entry.documents, 0), 0);
      },
      ask: (changed) => {
        const result = this.#find({ node: changed, limit: 1 });
        return { total: result.collector.total, result };
      },
    };
  }

  /** With its accents: the index has words without. */
  #asWritten(word: string, { collector }: Answer): string {
    const [best] = collector.best();
    const read = best && this.#source.read(best.document);
    if (!read) return word;
    let written = word;
    for (const text of [read.text, read.title ?? ''])
      scanWords(text, (scanned) => {
        if (scanned.hash !== hashOf(word) || wordIn(scanned) !== word) return true;
        written = text.slice(scanned.start, scanned.end).normalize('NFC').toLowerCase();
        return false;
      });
    return written;
  }

  position(): number {
    return this.#db.prepare("SELECT position FROM cursor WHERE list = 'journal'").pluck().get() as number;
  }

  close(): void {
    this.#db.close();
  }

  #find({ node, limit, offset = 0, sort, facets }: SearchQuery): Answer {
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

  #inOneState<T>(work: () => T): T {
    this.#db.exec('BEGIN');
    try {
      return work();
    } finally {
      this.#db.exec('COMMIT');
    }
  }
}

function hitOf(read: SearchDocument, rank: number, markers: { text: Marker; title: Marker }, repeated: RepeatedLines): SearchHit {
  const { text: whole, ...facts } = read;
  const title = read.title ?? '';
  const text = withoutNotices(whole, (line) => repeated.has(read.site, line));
  return {
    ...facts,
    rank,
    heading: wholeOf(title, matchesIn(title, read.language, markers.title)),
    snippet: snippetOf(text, matchesIn(text, read.language, markers.text)),
  };
}

/** A language that every hit must have. */
function askedLanguage(node: QueryNode): string | undefined {
  if (node.kind === 'value' && node.field === 'language') return node.value;
  return node.kind === 'and' ? node.nodes.map(askedLanguage).find((language) => language !== undefined) : undefined;
}
