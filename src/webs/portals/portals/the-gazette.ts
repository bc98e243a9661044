/** An official gazette by its Atom feed; in no list of ours. All notices are invented. */
import { html, notFound, pdf, validated, xml } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const HOST = 'www.thegazette.co.uk';
const SITE = `https://${HOST}`;
const PAGE = 3;

interface Notice {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly text: string;
  /** Old ones are scanned. */
  readonly hasText: boolean;
}

const notice = (id: string, title: string, more: Partial<Notice> = {}): Notice => ({
  id,
  title,
  updated: '2031-01-02T15:24:00Z',
  text: `The King has been pleased to appoint ${title}.`,
  hasText: true,
  ...more,
});

const STANDING = [
  notice('L-64001-4001001', 'Warrants Under the Royal Sign Manual'),
  notice('E-29001-4001002', 'Lieutenancies'),
  notice('B-9001-4001003', 'Honours & Awards'),
  notice('L-64001-4001004', 'Crown Office', { hasText: false }),
];
const CORRECTED = notice('L-64002-4001005', 'Privy Council Office');
const TOUCHED = notice('L-64002-4001006', 'Foreign & Commonwealth Office');
const NEW = notice('L-64010-4001007', 'A New Lord Lieutenant', { updated: '2031-01-09T09:00:00Z' });
const LATER = '2031-01-08T10:00:00Z';

const FIRST = [CORRECTED, TOUCHED, ...STANDING];
const SECOND = [NEW, { ...CORRECTED, updated: LATER, text: 'Corrected.' }, { ...TOUCHED, updated: LATER }, ...STANDING.slice(1)];

const escaped = (text: string): string => text.replace(/&/g, '&amp;');

function entry({ id, title, updated, text }: Notice): string {
  const at = `${SITE}/notice/${id}`;
  return `<entry><id>${SITE}/id/notice/${id}</id><f:status>published</f:status><f:notice-code>1119</f:notice-code><title>${escaped(title)}</title>
<link href="${SITE}/id/notice/${id}" rel="self"/><link href="${at}"/><link href="${at}/data.ttl" rel="alternate" title="TURTLE" type="text/turtle"/>
<link href="${at}/data.rdf" rel="alternate" title="RDF/XML" type="application/rdf+xml"/><author><name>tso</name></author><updated>${updated}</updated><published>2031-01-02T00:00:00</published>
<category term="${escaped(title)}"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>${text.slice(0, 40)} ...</p></div></content></entry>`;
}

/** Links to further pages forget how large a page was, and write an ampersand twice. */
function feed(url: URL, notices: readonly Notice[], day: Day): FixtureResponse {
  const page = Number(url.searchParams.get('results-page') ?? '1');
  const category = url.searchParams.get('categorycode') ?? url.searchParams.get('amp;categorycode');
  const rows = category === '11' ? notices : [];
  const isLast = page * PAGE >= rows.length;
  const next = `${SITE}${url.pathname}?amp;categorycode=11&results-page=${page + 1}`;
  const entries = rows.slice((page - 1) * PAGE, page * PAGE).map(entry);
  const shown = day === 'broken' ? entries.map((each) => each.replaceAll('entry>', 'notice>')) : entries;
  const body = `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:f="${SITE}/facets"><id>${SITE}</id><title>Search Result</title>
<link href="${escaped(url.href)}" rel="self"/>${isLast ? '' : `<link href="${escaped(next)}" rel="next" type="application/atom+xml"/>`}<f:page-number>${page}</f:page-number><f:total>${rows.length}</f:total>${shown.join('\n')}</feed>`;
  return xml(day === 'cut' && isLast ? body.slice(0, -60) : body, { headers: { 'content-type': 'application/atom+xml' } });
}

const written = ({ title, text }: Notice, visits: number): FixtureResponse =>
  xml(
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>${escaped(title)}</title></head><body><article><h1>${escaped(title)}</h1><p>${text}</p></article><footer>${visits}</footer></body></html>`,
    { headers: { 'content-type': 'application/xhtml+xml' } },
  );

function answer(request: FixtureRequest, notices: readonly Notice[], day: Day, visits: number): FixtureResponse {
  const { url } = request;
  if (url.pathname === '/all-notices/notice/data.feed') return feed(url, notices, day);
  const [, id, form] = /^\/notice\/([^/]+)\/data\.(\w+)$/.exec(url.pathname) ?? [];
  // What has left the feed is there all the same.
  const found = notices.find((each) => each.id === id) ?? FIRST.find((each) => each.id === id);
  if (!found) return notFound();
  if (form === 'xml' && found.hasText) return written(found, visits);
  if (form === 'htm')
    return html(`<!DOCTYPE html><nav>The Gazette</nav><article>${escaped(found.title)}: see the page</article><footer>${visits}</footer>`);
  return form === 'pdf' ? validated(request, pdf(found.text)) : notFound();
}

const keys = (...notices: Notice[]): string[] => notices.map(({ id }) => `${SITE}/id/notice/${id}`);

export const theGazette: PortalFixture = {
  connector: 'the-gazette',
  hosts: [HOST],
  quirks: [
    'links to further pages write an ampersand twice, and forget the size of the page',
    'notices have a dozen links: the one without a relation is the notice',
    'old notices have no text, and a page that stands in for it',
    'a notice gets a new date though nothing has changed: None',
    'the feed holds what is new: what has left it is not gone',
  ],
  today: { 1: '2031-01-05T04:00:00Z', 2: '2031-01-10T04:00:00Z' },
  expected: {
    1: keys(...FIRST),
    2: { Add: keys(NEW), Upd: keys(CORRECTED), Del: [], None: keys(TOUCHED, ...STANDING.slice(1)) },
  },
  open(day) {
    let visits = 0;
    return (request) => answer(request, day === 1 ? FIRST : SECOND, day, ++visits);
  },
};
