import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseQuery, type SearchSource } from '../../../store/index.js';
import { openSearch, openSearchIndex } from './index.js';

/** Each line is one word in some of its forms: any of them finds all others. */
const FORMS = {
  sl: `zakon zakona zakonu zakonom zakoni zakonov zakonih zakone
    sodišče sodišča sodišču sodiščem sodišč sodiščih
    sodba sodbe sodbi sodbo sodb sodbah sodbami
    odločba odločbe odločbi odločbo odločb odločbami
    pogodba pogodbe pogodbo pogodb pogodbami
    sestanek sestanka sestanku sestankom sestanki sestankov
    odvetnik odvetnika odvetniku odvetniki odvetnikov odvetnike
    javen javni javna javno javnega javnemu javnih javnimi
    urejati urejam ureja urejajo urejal urejala
    določiti določim določi določijo določil določila določen določena
    pravica pravice pravici pravico pravic pravicami
    stvar stvari stvarjo stvareh`,
  hr: `zakon zakona zakonu zakonom zakoni zakonima zakone
    sudac suca sucu sucem suci sudaca sucima
    knjiga knjige knjizi knjigu knjigom knjigama
    tužba tužbe tužbi tužbu tužbom tužaba tužbama
    presuda presude presudi presudu presudom presudama
    odluka odluke odluci odluku odlukom odlukama
    dužnost dužnosti dužnošću dužnostima
    javni javna javno javnog javnoga javnom javnim javnih
    odlučiti odlučim odluči odlučimo odlučio odlučila odlučili
    propisati propisan propisana propisao propisala
    rješenje rješenja rješenju rješenjem rješenjima
    vrijeme vremena vremenu vremenom`,
};

/** Pairs that have nothing to do with each other. */
const STRANGERS = {
  sl: 'zakon zaklon, sodba soda, pravica pravilo, stran stranka, član članek, delo delež, obala obleka, voda vodnik, mesto meso, davek dar',
  hr: 'zakon zaklon, sudac sused, pravo pravilo, strana stranka, član članak, knjiga knjižnica, odluka odlika, porez pores, grad gradivo, voda vodič',
};

function searching<T>(words: readonly string[], language: string, work: (found: (query: string) => string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-forms-'));
  const day = Date.UTC(2024, 0, 1);
  const common = { version: 1, url: 'u:', site: 'https://a.example', title: null, type: 'text/html', firstSeen: day, lastChanged: day };
  const source: SearchSource = {
    read: (document) => ({ ...common, document, text: words[document] ?? '', language, published: null, score: null, record: null }),
    isThere: () => true,
  };
  const index = openSearchIndex(join(folder, 'search.db'), source);
  const items = words.map((_, document) => ({ sequence: document + 1, operation: 'Add', document, version: { id: 1 } }) as never);
  index.apply({ items, after: 0, through: words.length, mark: '' });
  const search = openSearch(join(folder, 'search.db'), source);
  try {
    return work((query) => search.search({ node: parseQuery(query), limit: 1000 }).hits.map(({ document }) => words[document] as string));
  } finally {
    search.close();
    index.close();
    rmSync(folder, { recursive: true });
  }
}

it.each(Object.entries(FORMS))('forms of words are found by each other: %s', (language, lines) => {
  const lists = lines.split('\n').map((line) => line.trim().split(' '));
  searching(lists.flat(), language, (found) => {
    const pairs = lists.flatMap((forms) => forms.flatMap((asked) => forms.filter((form) => form !== asked).map((form) => [asked, form])));
    const missed = pairs.filter(([asked = '', form = '']) => !found(asked).includes(form)).map((pair) => pair.join('→'));
    expect(missed.length / pairs.length, missed.join(' ')).toBeLessThan(0.1);
  });
});

it.each(Object.entries(STRANGERS))('words of another meaning are not: %s', (language, text) => {
  const pairs = text.split(', ').map((pair) => pair.split(' ') as [string, string]);
  searching(pairs.flat(), language, (found) => {
    expect(pairs.filter(([asked, other]) => found(asked).includes(other))).toEqual([]);
  });
});
