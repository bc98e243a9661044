/** judiciary.uk: a WordPress whose posts have PDFs in their text, beside it, at dead addresses, or not at all. All judgments are invented. */
import { html, json, notFound, pdf, validated, xml } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const HOST = 'www.judiciary.uk';
const SITE = `https://${HOST}`;
const PAGE = 4;

interface Post {
  readonly id: number;
  readonly title: string;
  readonly modified: string;
  /** HTML, without its files. */
  readonly text: string;
  /** Addresses in the text. */
  readonly files: readonly string[];
  /** Addresses that only the list of files has. */
  readonly beside?: readonly string[];
}

const upload = (name: string): string => `${SITE}/wp-content/uploads/2031/01/${name}.pdf`;
const slugOf = ({ title }: Post): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
const linkOf = (post: Post): string => `${SITE}/judgments/${slugOf(post)}/`;

const post = (id: number, title: string, more: Partial<Post> = {}): Post => ({
  id,
  title,
  modified: '2031-01-05T08:00:00',
  text: `<p>Neutral Citation Number: [2031] EWHC ${id - 90000} (KB)</p>`,
  files: [upload(`judgment-${id}`)],
  ...more,
});

const DEAD = `${SITE}/wp-content/uploads/JCO/Documents/Judgments/old.pdf`;
const MOVED = 'http://www.judiciary.gov.uk/wp-content/uploads/2031/01/judgment-90009.pdf';
const INLINE = '<p align="center"><strong>Rex v Wick</strong></p><p>1. Sentencing remarks about a lamp.</p>';
const AGAIN = '2031-01-08T09:00:00';

const STANDING = [
  post(90001, 'Smith v Lamp Board'),
  post(90002, 'Wick & Others v Flint', { files: [upload('press-summary-90002'), upload('judgment-90002')] }),
  post(90003, 'An Old Case', { files: [DEAD] }),
  post(90005, 'Candle v Torch', { files: [], beside: [upload('judgment-90005')] }),
  post(90009, 'Ember v Ash', { files: [MOVED] }),
];
const INLINED = post(90004, 'Rex v Wick', { text: INLINE, files: [] });
const CORRECTED = post(90006, 'In re Flame');
const GONE = post(90007, 'Published by Mistake');
const TOUCHED = post(90008, 'Light v Dark');
const NEW = post(90010, 'Match v Box', { modified: AGAIN });

const FIRST = [...STANDING, INLINED, CORRECTED, GONE, TOUCHED];
const SECOND = [
  ...STANDING,
  { ...INLINED, modified: AGAIN, text: INLINE.replace('a lamp', 'two lamps') },
  { ...CORRECTED, modified: AGAIN, files: [upload('judgment-90006-corrected')] },
  { ...TOUCHED, modified: AGAIN },
  NEW,
];

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const LAW = 'https://www.legislation.gov.uk/ukpga/2031/7/pdfs/ukpga_20310007_en.pdf';
/** With a link to a law, which is no part of the judgment. */
const contentOf = ({ text, files }: Post): string =>
  `${text}<p>See <a href="${LAW}">the Act</a>.</p>${files.map((file) => `<p><a href="${file}">${file.includes('summary') ? 'Press summary' : 'Judgment'}</a></p>`).join('')}`;

const TYPES = {
  post: { name: 'Posts', slug: 'post', rest_base: 'posts', taxonomies: ['category'] },
  attachment: { name: 'Media', slug: 'attachment', rest_base: 'media' },
  pfd: { name: 'Prevention of future death reports', slug: 'pfd', rest_base: 'pfd' },
  judgment: {
    name: 'Judgments',
    slug: 'judgment',
    rest_base: 'judgments',
    _links: { collection: [{ href: `${SITE}/wp-json/wp/v2/types` }] },
  },
};

const written = (of: Post): Record<string, unknown> => ({
  id: of.id,
  date_gmt: '2031-01-04T10:00:00',
  modified_gmt: of.modified,
  slug: slugOf(of),
  type: 'judgment',
  link: linkOf(of),
  title: { rendered: of.title.replace('&', '&#038;') },
  content: { rendered: contentOf(of) },
});

function restAnswer(path: string, query: URLSearchParams, posts: readonly Post[], day: Day): FixtureResponse {
  if (day === 'broken') return json({ code: 'rest_disabled', message: 'The REST API is for users.' }, { status: 401 });
  if (path === '/types') return json(TYPES);
  const page = Number(query.get('page') ?? '1');
  const pages = Math.ceil(posts.length / PAGE);
  const headers = { 'x-wp-total': String(posts.length), 'x-wp-totalpages': String(pages) };
  if (path === '/media') {
    const files = posts.find(({ id }) => String(id) === query.get('parent'))?.beside ?? [];
    return json(
      files.map((file) => ({ id: 1, mime_type: 'application/pdf', source_url: file })),
      { headers },
    );
  }
  if (path !== '/judgments') return json({ code: 'rest_no_route' }, { status: 404 });
  if (page > pages) return json({ code: 'rest_post_invalid_page_number' }, { status: 400 });
  const rows = posts.slice((page - 1) * PAGE, page * PAGE).map(written);
  return json(day === 'cut' ? rows.slice(0, 1) : rows, { headers });
}

function feedAnswer(page: number, posts: readonly Post[], day: Day): FixtureResponse {
  const rows = posts.slice((page - 1) * PAGE, page * PAGE);
  if (rows.length === 0) return notFound();
  const items = rows.map(
    (of) =>
      `<item><title>${escaped(of.title)}</title><link>${linkOf(of)}</link><pubDate>Sat, 04 Jan 2031 10:00:00 +0000</pubDate><guid isPermaLink="false">${SITE}/?post_type=judgment&amp;p=${of.id}</guid><description>…</description></item>`,
  );
  const name = day === 'broken' ? 'article' : 'item';
  const body = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Judgments</title>${items.join('').replaceAll('item>', `${name}>`)}</channel></rss>`;
  return xml(day === 'cut' ? body.slice(0, -40) : body, { headers: { 'content-type': 'application/rss+xml; charset=UTF-8' } });
}

function listAnswer(page: number, posts: readonly Post[], day: Day): FixtureResponse {
  const rows = posts.slice((page - 1) * PAGE, page * PAGE);
  if (rows.length === 0) return notFound();
  if (day === 'cut' && page > 1) return html('Error establishing a database connection', { status: 500 });
  const name = day === 'broken' ? 'card__title' : 'entry-title';
  return html(
    `<!doctype html><main>${rows.map((of) => `<h5 class="${name}"><a href="${linkOf(of)}">${escaped(of.title)}</a></h5>`).join('')}</main>`,
  );
}

/** With the latest news beside the text. */
const pageAnswer = (of: Post, visits: number): FixtureResponse =>
  html(`<!doctype html><html><head><title>${escaped(of.title)} | Courts and Tribunals Judiciary</title><link rel="shortlink" href="${SITE}/?p=${of.id}"/>
<meta property="article:published_time" content="2031-01-04T10:00:00+00:00"/></head><body class="single postid-${of.id}"><article><h1>${escaped(of.title)}</h1>
<div class="entry-content">${contentOf(of)}</div>${(of.beside ?? []).map((file) => `<aside><a href="${file}">Download</a></aside>`).join('')}</article><footer>News ${visits}</footer></body></html>`);

function answer(request: FixtureRequest, posts: readonly Post[], day: Day, visits: number): FixtureResponse {
  const { pathname, searchParams, href } = request.url;
  if (pathname.startsWith('/wp-json/wp/v2')) return restAnswer(pathname.slice('/wp-json/wp/v2'.length), searchParams, posts, day);
  if (pathname === '/judgments/feed/') return feedAnswer(Number(searchParams.get('paged') ?? '1'), posts, day);
  const [, page] = /^\/judgments\/page\/(\d+)\/$/.exec(pathname) ?? [];
  if (page) return listAnswer(Number(page), posts, day);
  const shown = posts.find((of) => linkOf(of) === href);
  if (shown) return pageAnswer(shown, visits);
  const isFile = posts.some(({ files, beside = [] }) =>
    [...files, ...beside].some((file) => file !== DEAD && new URL(file).pathname === pathname),
  );
  return isFile ? validated(request, pdf(pathname)) : notFound();
}

const keys = (posts: readonly Post[]): string[] => posts.map(({ id }) => String(id));

export const judiciaryUk: PortalFixture = {
  connector: 'judiciary-uk',
  hosts: [HOST, 'judiciary.uk', 'www.judiciary.gov.uk'],
  quirks: [
    'the type of judgments has one name, and its address another',
    'some links to PDFs are dead since the site moved: the page is the text then',
    'some judgments stand on their pages',
    'the list of files of a post is empty though its text links to one, or the other way round',
    'further PDFs of a post are summaries, and may stand first',
    'PDFs of others are linked to, and are no part of a judgment',
    'links to the old host lead to the new one',
    'a post is saved again and nothing of it changes: None',
    'a corrected judgment has a new address',
    'where the interface is closed its feed, and then its pages, say the same',
  ],
  today: { 1: '2031-01-06T04:00:00Z', 2: '2031-01-10T04:00:00Z' },
  expected: {
    1: keys(FIRST),
    2: { Add: keys([NEW]), Upd: keys([INLINED, CORRECTED]), Del: keys([GONE]), None: keys([...STANDING, TOUCHED]) },
  },
  open(day) {
    let visits = 0;
    return (request) => answer(request, day === 1 ? FIRST : SECOND, day, ++visits);
  },
};
