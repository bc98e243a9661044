/** Two journals at Ubiquity Press: one that lists its articles page by page, one of which Crossref alone knows all. Invented. */
import { html, json, notFound, pdf, redirect, validated } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

interface Article {
  readonly doi: string;
  readonly title: string;
  readonly text: string;
  readonly file: string;
}

interface UbiquityJournal {
  readonly connector: string;
  readonly key: string;
  readonly base: string;
  /** Of articles up to the third, and of those after it. */
  readonly prefixes: readonly [string, string];
  readonly quirks: readonly string[];
  /** Its pages lead to no article. */
  readonly hasNoList?: boolean;
}

const FILES = 'https://storage.googleapis.com/jnl-up-j-xyz-files/journals/1/articles';
const TITLES = ['Courts of Lampland', 'Light & Procedure', 'Wicks', 'Queues at Night', 'A Slip of the Pen', 'A Retracted Paper'];
const PAGE = 3;

function articlesOn({ prefixes, key }: UbiquityJournal, day: Day): Article[] {
  const article = (number: number, title: string, text = title, file = 'a'): Article => {
    return { doi: `${prefixes[number > 3 ? 1 : 0]}/${key}.${number}`, title, text, file };
  };
  const first = TITLES.map((title, at) => article(at + 1, title));
  return day === 1 ? first : [...first.slice(0, 4), article(5, 'A Slip of the Pen', 'Without a slip', 'b'), article(9, 'New Light')];
}

function ubiquityFixture(journal: UbiquityJournal): PortalFixture {
  const { connector, key, base, quirks } = journal;
  const keys = (...numbers: number[]): string[] => numbers.map((number) => `${key}-${number}`);
  return {
    connector,
    quirks,
    hosts: [new URL(base).hostname, `www.${new URL(base).hostname}`, 'storage.googleapis.com', 'api.crossref.org'],
    today: { 1: '2031-01-20T04:00:00Z', 2: '2031-02-06T04:00:00Z' },
    expected: { 1: keys(1, 2, 3, 4, 5, 6), 2: { Add: keys(9), Upd: keys(5), Del: keys(6), None: keys(1, 2, 3, 4) } },
    open(day) {
      const articles = articlesOn(journal, day);
      let visits = 0;
      return (request) => answer(journal, articles, day, request, ++visits);
    },
  };
}

function answer(
  journal: UbiquityJournal,
  articles: readonly Article[],
  day: Day,
  request: FixtureRequest,
  visits: number,
): FixtureResponse {
  const { url } = request;
  if (url.hostname === 'api.crossref.org') return works(journal, articles, day, url);
  if (url.hostname === 'storage.googleapis.com') {
    const found = articles.find(({ doi, file }) => url.href === `${FILES}/${doi.split('.').at(-1)}/${file}.pdf`);
    return found ? validated(request, pdf(found.text)) : notFound();
  }
  if (url.pathname === '/') return html('<html><body><a href="/articles/">Articles</a> <a href="/about/">About</a></body></html>');
  if (url.pathname === '/articles/') return listed(journal, articles, day, Number(url.searchParams.get('page') ?? 1));
  const [, doi = '', galley] = /^\/articles\/(?:abstract\/)?(10\.\d+\/[^/]+)\/(galley\/\d+\/download\/)?$/.exec(url.pathname) ?? [];
  const found = articles.find((each) => each.doi === doi || (doi.split('.').at(-1) === each.doi.split('.').at(-1) && galley === undefined));
  if (!found) return notFound();
  if (found.doi !== doi) return redirect(`${journal.base}/articles/${found.doi}/`, 301);
  return galley ? redirect(`${FILES}/${doi.split('.').at(-1)}/${found.file}.pdf`) : page(journal, found, day, visits);
}

/** The last article is named on the page after its own too, once by its older address. */
function listed({ base, hasNoList }: UbiquityJournal, articles: readonly Article[], day: Day, page: number): FixtureResponse {
  if (hasNoList) return html('<html><body><p>Articles are loaded by a script.</p></body></html>');
  if (day === 'cut' && page > 1) return html('Bad gateway', { status: 404 });
  const shown = articles.slice(PAGE * (page - 1), PAGE * page);
  const word = day === 'broken' ? 'read' : 'articles';
  const links = shown.map(
    ({ doi, title }) =>
      `<h5><a href="/${word}/${doi}/">${title.replace('&', '&amp;')}</a></h5><a href="/${word}/${doi}/galley/1/download/">PDF</a>`,
  );
  const again = page > 1 ? `<a href="${base}/articles/abstract/${articles[2]?.doi}/">Most read</a>` : '';
  const next = PAGE * page < articles.length ? `<a rel="next" href="/articles/?page=${page + 1}">Next</a>` : '';
  return html(`<html><body>${links.join('')}${day === 'broken' ? '' : again}${next}</body></html>`);
}

function page({ base }: UbiquityJournal, { doi, title, text }: Article, day: Day, visits: number): FixtureResponse {
  const meta = (name: string, content: string): string => `<meta name="${name}" content="${content.replace('&', '&amp;')}">`;
  const head = [
    meta('citation_doi', doi),
    meta('citation_title', title),
    meta('citation_author', 'Example, Ada'),
    meta('citation_publication_date', '2030/01/02'),
    meta('citation_pdf_url', `${base}/articles/${doi}/galley/34/download/`),
  ];
  return html(
    `<html><head>${day === 'broken' ? '' : head.join('')}</head><body><p>Views: ${visits}</p><article><h1>${title.replace('&', '&amp;')}</h1><p>${text.replace('&', '&amp;')}</p></article></body></html>`,
  );
}

function works({ hasNoList }: UbiquityJournal, articles: readonly Article[], day: Day, { searchParams }: URL): FixtureResponse {
  if (!hasNoList) return notFound();
  const at = searchParams.get('cursor') === '*' ? 0 : Number(searchParams.get('cursor'));
  if (day === 'cut' && at > 0) return json({ status: 'failed' });
  const items = articles.slice(at, at + PAGE).map(({ doi, title }) => ({
    [day === 'broken' ? 'identifier' : 'DOI']: doi,
    title: [title],
    published: { 'date-parts': [[2030, 1, 2]] },
  }));
  const next = at + PAGE < articles.length + PAGE ? { 'next-cursor': String(at + PAGE) } : {};
  return json({ status: 'ok', message: { 'total-results': articles.length, items, ...next } });
}

export const utrechtJournal = ubiquityFixture({
  connector: 'utrecht-journal',
  key: 'ujiel',
  base: 'https://utrechtjournal.org',
  prefixes: ['10.5334', '10.5334'],
  hasNoList: true,
  quirks: [
    'no page of the site lists its articles: Crossref does, by ISSN',
    'its cursor leads to an empty page at the end',
    'a PDF is a redirect to a store of files',
    'pages count their views',
  ],
});

export const ijca = ubiquityFixture({
  connector: 'ijca',
  key: 'ijca',
  base: 'https://iacajournal.org',
  prefixes: ['10.18352', '10.36745'],
  quirks: [
    'older articles have DOIs with another prefix: the running number is what they are known by',
    'an article is listed twice, once by its older address',
    'the list has pages',
    'a PDF is a redirect to a store of files',
    'pages count their views',
  ],
});
