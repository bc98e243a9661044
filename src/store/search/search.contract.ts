/** What every back end of the search must keep. `open` gets the documents; everything goes through the two ports. */
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../repository/journal.js';
import { markedHtml } from './marked-html.js';
import { meantText } from './meant-text.js';
import type { Search, SearchDocument, SearchIndex, SearchResult, SearchSource } from './port.js';
import { parseQuery, type QueryFilter } from './query.js';

export interface OpenedSearch {
  readonly index: SearchIndex;
  /** May be called again and again. */
  openSearch(): Search;
  close(): void;
}

type Given = Partial<SearchDocument> & { readonly text: string };

/** Documents that can be changed, and the journal that tells of it. */
class Library implements SearchSource {
  readonly documents = new Map<number, SearchDocument>();
  readonly entries: JournalEntry[] = [];

  put(document: number, given: Given): void {
    const known = this.documents.get(document);
    const version = this.entries.length + 1;
    this.documents.set(document, { ...blank(document), ...known, ...given, version });
    this.#tell(document, known ? 'Upd' : 'Add', version);
  }

  remove(document: number): void {
    const version = this.documents.get(document)?.version ?? 0;
    this.documents.delete(document);
    this.#tell(document, 'Del', version);
  }

  read(document: number): SearchDocument | null {
    return this.documents.get(document) ?? null;
  }

  isThere(document: number): boolean {
    return this.documents.has(document);
  }

  #tell(document: number, operation: JournalEntry['operation'], version: number): void {
    this.entries.push({ sequence: this.entries.length + 1, operation, document, version: { id: version } } as JournalEntry);
  }
}

const blank = (document: number): SearchDocument => ({
  document,
  version: 0,
  url: `https://www.example.org/page/${document}`,
  site: 'https://www.example.org',
  title: null,
  text: '',
  type: 'text/html',
  language: 'en',
  firstSeen: Date.UTC(2024, 0, 1),
  lastChanged: Date.UTC(2024, 0, 1),
  published: null,
  score: null,
  record: null,
});

class Bench {
  readonly library = new Library();
  readonly #opened: OpenedSearch;
  readonly #search: Search;

  constructor(open: (source: SearchSource) => OpenedSearch) {
    this.#opened = open(this.library);
    this.#search = this.#opened.openSearch();
  }

  get index(): SearchIndex {
    return this.#opened.index;
  }

  catchUp(batch = 100): void {
    for (let { at } = this.index.position(); at < this.library.entries.length; at = this.index.position().at) {
      const items = this.library.entries.slice(at, at + batch);
      this.index.apply({ items, after: at, through: at + items.length, mark: `${at + items.length}` });
    }
  }

  ask(query: string, more: { filter?: QueryFilter; limit?: number; offset?: number; sort?: 'relevance' | 'date' } = {}): SearchResult {
    const { filter, limit = 10, ...rest } = more;
    return this.#search.search({ node: parseQuery(query, filter), limit, facets: true, ...rest });
  }

  /** What is proposed instead of the query; null where nothing is. */
  meant(query: string, more?: Parameters<Bench['ask']>[1]): string | null {
    const { meant } = this.ask(query, more);
    return meant && meantText(query, meant);
  }

  /** Numbers of the documents found, in order of rank. */
  found(query: string, more?: Parameters<Bench['ask']>[1]): number[] {
    return this.ask(query, more).hits.map(({ document }) => document);
  }

  close(): void {
    this.#search.close();
    this.#opened.close();
  }
}

/** `skip` maps a case to the reason a back end may miss it. */
export function searchContract(name: string, open: (source: SearchSource) => OpenedSearch, skip: Record<string, string> = {}): void {
  const must = (title: string, documents: Readonly<Record<number, Given>>, body: (bench: Bench) => void) =>
    it.skipIf(title in skip)(title, () => {
      const bench = new Bench(open);
      try {
        for (const [document, given] of Object.entries(documents)) bench.library.put(Number(document), given);
        bench.catchUp();
        body(bench);
      } finally {
        bench.close();
      }
    });
  const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

  describe(`${name} keeps the Search contract`, () => {
    const WORDS = {
      1: { title: 'Courts of justice', text: 'The court decided that the houses may be built.' },
      2: { title: 'Building', text: 'A house was built beside the court of appeal.' },
      3: { title: 'Weather', text: 'Rain and wind, then sunshine over the hills.' },
      4: { title: 'Wind', text: 'No word of anything else here.' },
    };

    must('words are all needed, OR needs one, minus needs none', WORDS, (bench) => {
      expect(sorted(bench.found('court house'))).toEqual([1, 2]);
      expect(sorted(bench.found('sunshine OR court'))).toEqual([1, 2, 3]);
      expect(bench.found('court -appeal')).toEqual([1]);
      expect(sorted(bench.found('built (appeal OR decided)'))).toEqual([1, 2]);
      expect(bench.found('nothing-of-this-kind')).toEqual([]);
    });

    must('a phrase stands as it is, in this order', WORDS, (bench) => {
      expect(bench.found('"court of appeal"')).toEqual([2]);
      expect(bench.found('"appeal of court"')).toEqual([]);
      expect(bench.found('"a houses"')).toEqual([]);
      expect(bench.found('"the court decided"')).toEqual([1]);
      expect(bench.found('"of justice the court"')).toEqual([]); // title and text are two things
    });

    must('a beginning, a field, a filter', WORDS, (bench) => {
      expect(bench.found('sunsh*')).toEqual([3]);
      expect(bench.found('title:wind')).toEqual([4]);
      expect(bench.found('url:page/3')).toEqual([3]);
      expect(bench.found('wind', { filter: { site: 'elsewhere.org' } })).toEqual([]);
      expect(sorted(bench.found('site:example.org wind'))).toEqual([3, 4]);
    });

    must('what stands in the title comes first', WORDS, (bench) => {
      expect(bench.found('wind')).toEqual([4, 3]);
    });

    /** Pages of which one is about the word, and all have it in the name of their site. */
    const named = (title: (own: string) => string, own: readonly string[], about: string, language: string) =>
      Object.fromEntries(
        own.map((each, at) => [
          at + 1,
          {
            title: title(each),
            language,
            text: at === own.length - 1 ? `${'Text of many words that fill the page. '.repeat(20)}${about}` : 'Short.',
          },
        ]),
      );
    const NAMED: readonly (readonly [string, ReturnType<typeof named>, string])[] = [
      [
        'a bar',
        named((own) => `${own} | Water Board`, ['Fees', 'Contact us', 'Our board', 'Press', 'Drinking water'], 'Water is tested.', 'en'),
        'water',
      ],
      [
        'a dash',
        named(
          (own) => `${own} – Wald und Wiese`,
          ['Preise', 'Kontakt', 'Presse heute', 'Anfahrt', 'Pflege'],
          'Im Wald ist der Wald gesund.',
          'de',
        ),
        'wald',
      ],
      [
        'in front',
        named(
          (own) => `Sodišče: ${own}`,
          ['Kontakt', 'Novice', 'O nas', 'Uradne ure', 'Razprava'],
          'O tem sodišča odločajo, sodišče je sklenilo.',
          'sl',
        ),
        'sodišče',
      ],
      [
        'a dot',
        named(
          (own) => `${own} · Le Journal du Droit`,
          ['Contact', 'Abonnement', 'Mentions', 'Plan du site', 'Le droit du travail'],
          'Le droit change.',
          'fr',
        ),
        'droit',
      ],
    ];
    it.each(NAMED)('the name of a site does not outweigh what a page is about: %s', (_how, documents, word) => {
      const bench = new Bench(open);
      try {
        for (const [document, given] of Object.entries(documents)) bench.library.put(Number(document), given);
        bench.catchUp(2);
        expect(bench.found(word)[0]).toBe(5);
        expect(bench.ask(word).total).toBe(5);
      } finally {
        bench.close();
      }
    });

    must(
      'forms of a word are found in the language of the document',
      {
        1: { language: 'de', text: 'Die Häuser der Stadt sind alt.' },
        2: { language: 'de', text: 'Ein Haus am See, Straße und Müller.' },
        3: { language: 'fr', text: 'Les nationales et les élections.' },
        4: { language: 'bg', text: 'Законите на държавата' },
        5: { language: 'pl', text: 'Ustawami tymi zajmuje się sąd.' },
        6: { language: 'sl', text: 'Zakoni in sodišča' },
        7: { language: 'el', text: 'ο νόμος του Οδυσσεύς' },
        8: { language: null, text: 'houses' },
      },
      (bench) => {
        expect(sorted(bench.found('haus'))).toEqual([1, 2]);
        expect(bench.found('HAUSES')).toContain(2);
        expect(bench.found('strasse')).toEqual([2]);
        expect(bench.found('mueller')).toEqual([2]);
        expect(bench.found('muller')).toEqual([2]);
        expect(bench.found('national')).toEqual([3]);
        expect(bench.found('election')).toEqual([3]);
        expect(bench.found('закон')).toEqual([4]);
        expect(bench.found('ustawa')).toEqual([5]);
        expect(bench.found('zakon')).toEqual([6]);
        expect(bench.found('ΝΟΜΟΣ')).toEqual([7]);
        expect(bench.found('οδυσσευς')).toEqual([7]);
        expect(bench.found('house')).toEqual([]); // of no known language: only as it stands
        expect(bench.found('haus', { filter: { language: 'fr' } })).toEqual([]);
      },
    );

    must(
      'scripts without spaces are searched by any part',
      {
        1: { language: 'ja', text: '東京都の天気は晴れです。' },
        2: { language: 'th', text: 'ประเทศไทยมีอากาศร้อน' },
        3: { language: 'zh', text: '京都大学位于日本' },
      },
      (bench) => {
        expect(bench.found('東京')).toEqual([1]);
        expect(sorted(bench.found('京都'))).toEqual([1, 3]);
        expect(bench.found('京都大学')).toEqual([3]);
        expect(bench.found('都大京')).toEqual([]);
        expect(bench.found('本')).toEqual([3]);
        expect(bench.found('อากาศ')).toEqual([2]);
      },
    );

    must('updates replace, deletions remove, and what is applied twice counts once', WORDS, (bench) => {
      bench.library.put(3, { text: 'Snow at last.' });
      bench.library.remove(2);
      const before = bench.index.position();
      bench.catchUp();
      bench.index.apply({
        items: bench.library.entries.slice(before.at),
        after: before.at,
        through: bench.library.entries.length,
        mark: null,
      });
      expect(bench.found('sunshine')).toEqual([]);
      expect(bench.found('snow')).toEqual([3]);
      expect(bench.found('court')).toEqual([1]);
      expect(bench.ask('site:example.org').total).toBe(3);
      expect(bench.index.position().at).toBe(bench.library.entries.length);
    });

    must('many small batches and many changes give the same as one', {}, (bench) => {
      for (let round = 0; round < 3; round++)
        for (let document = 1; document <= 60; document++)
          bench.library.put(document, { text: `common word number${document} round${round}`, language: document % 2 ? 'en' : 'de' });
      for (let document = 1; document <= 60; document += 3) bench.library.remove(document);
      bench.catchUp(7);
      expect(bench.ask('common').total).toBe(40);
      expect(bench.ask('round1').total).toBe(0);
      expect(bench.ask('round2').total).toBe(40);
      expect(bench.ask('"common word number5"').hits.map(({ document }) => document)).toEqual([5]);
      const pages = [0, 15, 30].flatMap((offset) => bench.found('words', { limit: 15, offset }));
      expect(sorted(pages)).toEqual(sorted(bench.found('words', { limit: 100 })));
      expect(new Set(pages).size).toBe(pages.length);
    });

    must(
      'facets count the whole result, dates bound it',
      {
        1: { text: 'rain', site: 'https://a.example', published: Date.UTC(2020, 4, 1) },
        2: { text: 'rain', site: 'https://a.example', type: 'application/pdf', published: Date.UTC(2021, 4, 1) },
        3: { text: 'rain', site: 'https://b.example', language: 'de', published: Date.UTC(2021, 5, 1) },
        4: { text: 'sun', site: 'https://b.example' },
      },
      (bench) => {
        const { facets, total } = bench.ask('rain', { limit: 1 });
        expect(total).toBe(3);
        expect(facets).toEqual({
          site: [
            { value: 'https://a.example', count: 2 },
            { value: 'https://b.example', count: 1 },
          ],
          language: [
            { value: 'en', count: 2 },
            { value: 'de', count: 1 },
          ],
          type: [
            { value: 'text/html', count: 2 },
            { value: 'application/pdf', count: 1 },
          ],
          year: [
            { value: '2021', count: 2 },
            { value: '2020', count: 1 },
          ],
        });
        expect(bench.found('rain type:pdf')).toEqual([2]);
        expect(bench.found('rain lang:de')).toEqual([3]);
        expect(bench.found('rain before:2021')).toEqual([1]);
        expect(bench.found('rain after:2021-05-15')).toEqual([3]);
        expect(bench.found('rain', { sort: 'date' })).toEqual([3, 2, 1]);
      },
    );

    must(
      'a consent notice is no snippet, though what is asked for stands in it first',
      {
        1: { text: 'We use cookies to improve our harbour pages.\nAccept all\nThe harbour was dredged in spring, and ships came back.' },
        2: { text: 'We use cookies to improve our harbour pages.\nAccept all\nThe market is on Friday.' },
      },
      (bench) => {
        const shown = new Map(bench.ask('harbour').hits.map(({ document, snippet }) => [document, snippet.text]));
        expect(shown.get(1)).toBe('The harbour was dredged in spring, and ships came back.');
        expect([...shown.values()].join()).not.toContain('cookies');
      },
    );

    must(
      'snippets show what fits, and nothing of a text is markup',
      { 1: { title: 'A <b>house</b>', text: `${'Filler words stand here. '.repeat(80)}Then the <script>houses</script> & more.` } },
      (bench) => {
        const [hit] = bench.ask('house').hits;
        expect(markedHtml(hit?.heading ?? { text: '', marks: [] })).toBe('A &lt;b&gt;<mark>house</mark>&lt;/b&gt;');
        expect(markedHtml(hit?.snippet ?? { text: '', marks: [] })).toContain(
          '&lt;script&gt;<mark>houses</mark>&lt;/script&gt; &amp; more.',
        );
        expect(hit?.snippet.text.length).toBeLessThan(320);
      },
    );

    must(
      'proposes the word that was meant where next to nothing is found',
      {
        1: { text: 'The parliament voted on the protection of water.' },
        2: { text: 'A parliament and its committees.' },
        3: { language: 'fr', text: 'Le problème de la sécurité.', site: 'https://fr.example' },
        4: { language: 'bg', text: 'Министерството прие решение.' },
        5: { text: 'committee committee of the whole' },
        6: { language: 'de', text: 'Die Bundesregierung und der Ausschuss.' },
      },
      (bench) => {
        expect(bench.meant('parlaiment')).toBe('parliament'); // two letters swapped
        expect(bench.meant('protction water')).toBe('protection water'); // one left out, the other word stays
        expect(bench.meant('title:watter OR "protectoin of water"')).toBe('title:water OR "protection of water"');
        expect(bench.meant('arliament')).toBe('parliament'); // the first letter
        expect(bench.meant('министерсвото')).toBe('министерството');
        expect(bench.meant('problme')).toBe('problème'); // as it stands in the text
        expect(bench.meant('Bundesregirung')).toBe('bundesregierung');
        expect(bench.found('probleme securite')).toEqual([3]); // accents are never missed
      },
    );

    must(
      'proposes nothing that finds nothing, nor anything instead of what is found',
      {
        1: { text: 'The parliament voted.', site: 'https://a.example' },
        2: { text: 'Rain over the hills.', site: 'https://b.example' },
        ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [at + 10, { text: 'forms form', site: 'https://a.example' }])),
        30: { text: 'a farm' },
        31: { text: 'the fram' },
      },
      (bench) => {
        expect(bench.meant('parlaiment', { filter: { site: 'b.example' } })).toBeNull();
        expect(bench.meant('parlaiment', { filter: { site: 'a.example' } })).toBe('parliament');
        expect(bench.meant('parlaiment hills')).toBeNull(); // both words never stand together
        expect(bench.meant('parliament')).toBeNull();
        expect(bench.meant('xqzwvkjh')).toBeNull();
        expect(bench.meant('rain -parlaiment')).toBeNull();
        expect(bench.meant('farm')).toBe('form'); // found once, where another word is found twelve times
        expect(bench.meant('fram')).toBeNull(); // two letters of four are another word
        expect(bench.meant('form')).toBeNull();
      },
    );

    must('what is erased leaves no trace and the rest stays', WORDS, (bench) => {
      bench.library.documents.delete(3);
      bench.index.erase();
      expect(bench.found('sunshine')).toEqual([]);
      expect(sorted(bench.found('court'))).toEqual([1, 2]);
      expect(bench.found('wind')).toEqual([4]);
    });

    must('begins anew when it is cleared', WORDS, (bench) => {
      bench.index.clear();
      expect(bench.found('wind')).toEqual([]);
      bench.catchUp();
      expect(bench.found('wind')).toEqual([4, 3]);
    });
  });
}
