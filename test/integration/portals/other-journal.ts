/** A journal on the same software with other habits: no tombstones, no meta tags, days instead of moments, records in no order. */
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../../../src/webs/portals/index.js';
import { html, notFound, pdf, xml } from '../../../src/webs/portals/index.js';

type Article = readonly [id: number, datestamp: string, galley: string, text: string];

const BASE = 'https://ejlt.org/index.php/ejlt';
const FIRST: readonly Article[] = [
  [31, '2029-05-05', '7', 'Thirty-one'],
  [12, '2030-01-01', 'pdf_12', 'Twelve'],
  [55, '2028-12-31', '9', 'Fifty-five'],
  [40, '2029-01-01', '3', 'Forty'],
];
/** 55 is no longer there at all; 12 has a new file under its old name. */
const SECOND: readonly Article[] = [
  [31, '2029-05-05', '7', 'Thirty-one'],
  [12, '2030-03-03', 'pdf_12', 'Twelve, corrected'],
  [40, '2029-01-01', '3', 'Forty'],
  [60, '2030-03-04', '20', 'Sixty'],
];

const record = ([id, datestamp, , text]: Article): string =>
  `<record><header><identifier>oai:ojs.ejlt.org:article/${id}</identifier><datestamp>${datestamp}</datestamp></header><metadata><dc xmlns="urn:dc"><title xml:lang="en">${text}</title><identifier>doi:10.9999/x.${id}</identifier></dc></metadata></record>`;

function answer(articles: readonly Article[], day: Day, { url }: FixtureRequest): FixtureResponse {
  const path = url.href.replace(BASE, '').replace(/\?.*/, '');
  if (path === '/oai') return listed(articles, day, url.searchParams.get('resumptionToken'));
  const [, , op, id, galley] = path.split('/');
  const article = articles.find((each) => String(each[0]) === id);
  if (!article) return notFound();
  if (galley === undefined) {
    const link = `<a class="obj_galley_link pdf" href="${BASE}/article/view/${id}/${article[2]}">PDF</a>`;
    return html(
      `<div class="obj_article_details"><h1 class="page_title">${article[3]}</h1><div class="item authors"><span class="name">Ada</span><span class="name">Bo</span></div>${link}</div>`,
    );
  }
  return op === 'download' && galley === article[2] ? pdf(article[3]) : html('<iframe src="about:blank"></iframe>');
}

/** Two records a page; the size of the list is not told, and the last page has no token at all. */
function listed(articles: readonly Article[], day: Day, token: string | null): FixtureResponse {
  const at = Number(token ?? 0);
  const isLast = at + 2 >= articles.length;
  const body = `<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>${articles
    .slice(at, at + 2)
    .map(record)
    .join('')}${isLast ? '' : `<resumptionToken>${at + 2}</resumptionToken>`}</ListRecords></OAI-PMH>`;
  if (day === 'broken') return html('<h1>This journal has moved</h1>');
  return xml(day === 'cut' && at > 0 ? body.slice(0, 200) : body);
}

export const otherJournal: PortalFixture = {
  connector: 'ejlt',
  hosts: ['ejlt.org'],
  quirks: [],
  today: { 1: '2030-02-01T00:00:00Z', 2: '2030-03-05T00:00:00Z' },
  expected: {
    1: ['ejlt-31', 'ejlt-12', 'ejlt-55', 'ejlt-40'],
    2: { Add: ['ejlt-60'], Upd: ['ejlt-12'], Del: ['ejlt-55'], None: ['ejlt-31', 'ejlt-40'] },
  },
  open: (day) => (request) => answer(day === 2 ? SECOND : FIRST, day, request),
};
