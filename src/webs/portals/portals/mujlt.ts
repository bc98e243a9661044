/** A journal that was in no list of ours, on Open Journal Systems 3.2: what a new portal of a known family takes. All articles are invented. */
import { html, notFound, pdf, validated, xml } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const BASE = 'https://journals.muni.cz/mujlt';
const PAGE = 4;

interface Article {
  readonly id: number;
  readonly datestamp: string;
  readonly title: string;
  readonly text: string;
  readonly isDeleted?: boolean;
}

const article = (id: number, title: string, text = title, datestamp = '2031-01-02T10:00:00Z'): Article => ({ id, title, text, datestamp });

const FIRST: readonly Article[] = [
  article(36901, 'Shutdowns of Invented Networks'),
  article(36902, 'Lamps & Platforms'),
  article(36903, 'The "Right" to a Lamp'),
  article(36904, 'Standards for Light'),
  article(36905, 'A Comment that Is Withdrawn'),
  article(36906, 'A Paper with a Slip'),
];

const SECOND: readonly Article[] = [
  ...FIRST.slice(0, 4),
  { ...article(36905, 'A Comment that Is Withdrawn', '', '2031-01-07T10:00:00Z'), isDeleted: true },
  article(36906, 'A Paper with a Slip', 'A Paper without a Slip', '2031-01-07T11:00:00Z'),
  article(36907, 'New Light', 'New Light', '2031-01-07T12:00:00Z'),
];

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

const oai = (body: string): FixtureResponse =>
  xml(
    `<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2031-01-08T00:00:00Z</responseDate>${body}</OAI-PMH>`,
  );

function recordOf({ id, datestamp, title, isDeleted = false }: Article, day: Day): string {
  const header = `<header${isDeleted ? ' status="deleted"' : ''}><identifier>oai:ojs.journals.muni.cz:${day === 'broken' ? 'submission' : 'article'}/${id}</identifier><datestamp>${datestamp}</datestamp><setSpec>mujlt:ART</setSpec></header>`;
  if (isDeleted) return `<record>${header}</record>`;
  const dc = [
    `<dc:title xml:lang="en-US">${escaped(title)}</dc:title><dc:creator>Lamp, Ada</dc:creator><dc:creator>Wick, Bo</dc:creator>`,
    `<dc:date>2031-01-02</dc:date><dc:type>info:eu-repo/semantics/article</dc:type><dc:format>application/pdf</dc:format>`,
    `<dc:identifier>${BASE}/article/view/${id}</dc:identifier><dc:identifier>10.5817/MUJLT2031-1-${id % 100}</dc:identifier>`,
    `<dc:source>Masaryk University Journal of Law and Technology; Vol. 25 No. 1 (2031); 1-20</dc:source><dc:language>eng</dc:language>`,
    `<dc:relation>${BASE}/article/view/${id}/${id + 1000}</dc:relation>`,
  ];
  return `<record>${header}<metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">${dc.join('')}</oai_dc:dc></metadata></record>`;
}

function records(articles: readonly Article[], day: Day, at: number): FixtureResponse {
  const next = at + PAGE < articles.length ? String(at + PAGE) : '';
  const rows = articles.slice(at, at + PAGE).map((each) => recordOf(each, day));
  const answer = oai(
    `<ListRecords>${rows.join('')}<resumptionToken completeListSize="${articles.length}">${next}</resumptionToken></ListRecords>`,
  );
  return day === 'cut' && next === '' ? { ...answer, body: String(answer.body).slice(0, -150) } : answer;
}

function listed(query: URLSearchParams, articles: readonly Article[], day: Day): FixtureResponse {
  const verb = query.get('verb');
  if (verb === 'Identify') return oai('<Identify><granularity>YYYY-MM-DDThh:mm:ssZ</granularity></Identify>');
  return verb === 'ListRecords' ? records(articles, day, Number(query.get('resumptionToken') ?? 0)) : oai('<error code="badVerb"/>');
}

/** A different number of downloads on every visit. */
const abstractPage = ({ id, title }: Article, visits: number): FixtureResponse =>
  html(
    `<!DOCTYPE html><html lang="en-US"><head><title>${escaped(title)}</title><meta name="generator" content="Open Journal Systems 3.2.1.4">
<meta name="citation_title" content="${escaped(title)}"/><meta name="citation_author" content="Ada Lamp"/><meta name="citation_author" content="Bo Wick"/>
<meta name="citation_pdf_url" content="${BASE}/article/download/${id}/${id + 1000}"/></head>
<body><article class="obj_article_details"><h1 class="page_title">${escaped(title)}</h1></article><aside>${visits} downloads</aside></body></html>`,
  );

function answer(request: FixtureRequest, articles: readonly Article[], day: Day, visits: number): FixtureResponse {
  const path = request.url.pathname.replace(/^\/mujlt/, '');
  if (path === '/oai') return listed(request.url.searchParams, articles, day);
  const [, id = '', galley] = /^\/article\/(?:view|download)\/(\d+)(?:\/(\d+))?$/.exec(path) ?? [];
  const found = articles.find((each) => String(each.id) === id && !each.isDeleted);
  if (!found) return notFound();
  return galley === undefined ? abstractPage(found, visits) : validated(request, pdf(found.text));
}

const keys = (articles: readonly Article[]): string[] => articles.map(({ id }) => `mujlt-${id}`);

export const mujlt: PortalFixture = {
  connector: 'mujlt',
  hosts: ['journals.muni.cz'],
  quirks: [
    'addresses have no index.php in them',
    'a withdrawn article is a record with a header alone, and its page is gone',
    'a corrected PDF keeps its address and gets a new datestamp',
    'the page of an article counts its downloads: that is no change',
    'an empty resumption token ends the list',
  ],
  accepts: true,
  today: { 1: '2031-01-06T04:00:00Z', 2: '2031-01-08T04:00:00Z' },
  expected: { 1: keys(FIRST), 2: { Add: ['mujlt-36907'], Upd: ['mujlt-36906'], Del: ['mujlt-36905'], None: keys(FIRST.slice(0, 4)) } },
  open(day) {
    const articles = day === 1 ? FIRST : SECOND;
    let visits = 0;
    return (request) => answer(request, articles, day, ++visits);
  },
};
