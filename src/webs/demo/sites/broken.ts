/**
 * A host where everything goes wrong once: failing, lying and mislabelled answers. What costs a
 * crawler time or memory is linked only in a hostile world, though it always answers.
 */
import { pdf, shiftJis, windows1251 } from '../files.js';
import { fullTitle, htmlAnswer, type Layout, type PageSpec, page, renderPage } from '../html.js';
import { drip, endless, gzipBomb, hugeHeader, malformedHead, nested, overlong, reset, truncated } from '../lies.js';
import { writeArticle, writeParagraph } from '../prose/write.js';
import { failing, failingWith, file, link, missing, redirect, robots, story, styleSheet } from '../resources.js';
import type { Resource, Site, World } from '../site.js';

const LAYOUT: Layout = {
  site: 'The Broken Shop',
  language: 'en',
  colour: '#5a5a5a',
  nav: [link('/', 'Home')],
  footer: [link('/imprint', 'Legal notice')],
  aside: 'Repairs are done on Thursdays by whoever has the key.',
};

/** Nothing listens on port 1. */
const REFUSING = { host: 'refused.broken.example', address: '127.0.1.8:1', note: 'refuses the connection' };

export const broken: Site = {
  name: 'broken',
  host: 'broken.example',
  address: 8,
  purpose: 'Failing, lying and mislabelled answers; with `hostile` also endless bodies, bombs, giant headers and nesting.',
  seeds: ['/'],
  ghosts: [REFUSING],
  build: (world) => {
    const faults = [...recovering(), ...lying(), ...mislabelled(), ...HOSTILE];
    return [
      robots('User-agent: *\nDisallow:\n'),
      styleSheet(LAYOUT.colour),
      frontPage(faults, world),
      story(LAYOUT, { path: '/imprint', index: 2 }),
      ...faults,
    ];
  },
};

function frontPage(faults: readonly Resource[], world: World): Resource {
  const linked = faults.filter((fault) => world.hostile || !fault.hostile);
  const list = linked.map((fault) => link(fault.below ? `${fault.path}0` : fault.path, fault.note ?? fault.path));
  const hosts = [
    ...ROBOTS_HOSTS.map((site) => link(`http://${site.host}/`, site.purpose)),
    link(`http://${REFUSING.host}/`, REFUSING.note),
  ];
  return page(LAYOUT, {
    path: '/',
    title: 'Everything breaks',
    blocks: [writeParagraph('en', 'weather', 'broken'), { list }, { list: hosts }],
  });
}

function recovering(): Resource[] {
  const flaky = story(LAYOUT, { path: '/flaky', index: 1 }, { note: 'answers 503 twice, then 200' });
  const busy = story(LAYOUT, { path: '/busy', index: 6 }, { note: 'answers 429 once with Retry-After, then 200' });
  const slow = story(LAYOUT, { path: '/slow', index: 3 }, { note: 'takes its time' });
  return [
    { ...flaky, answer: (visit) => (visit.earlier < 2 ? { status: 503, body: 'Try again.\n' } : flaky.answer(visit)) },
    {
      ...busy,
      answer: (visit) => (visit.earlier < 1 ? { status: 429, headers: { 'Retry-After': '1' }, body: 'Too many.\n' } : busy.answer(visit)),
    },
    { ...slow, answer: (visit) => ({ ...htmlAnswer(''), ...slow.answer(visit), pauseMs: 600 }) },
    failingWith('/error', 500, 'always answers 500'),
    failingWith('/teapot', 418, 'an unusual status'),
    failingWith('/forbidden', 403, 'forbidden to everybody'),
    missing(LAYOUT, '/nowhere', 404, 'a dead link'),
    failing(
      '/redirects/',
      302,
      'endless chain of redirects',
      ({ path }) => ({ status: 302, headers: { Location: `${path}1` }, body: '' }),
      { below: true },
    ),
  ];
}

function lying(): Resource[] {
  const html = renderPage(LAYOUT, { path: '/', title: 'Half a page', blocks: [writeParagraph('en', 'council', 'half')] });
  return [
    failing('/reset', null, 'resets the connection', reset),
    failing('/malformed', null, 'an answer that is not HTTP', malformedHead),
    failing('/truncated', 200, 'ends before its Content-Length', () => truncated(html, Buffer.byteLength(html) + 5000)),
    failing('/overlong', 200, 'sends more than its Content-Length', () => overlong(html, 600)),
    failing('/bad-gzip', 200, 'says gzip and is not', () => ({
      ...htmlAnswer(html),
      headers: { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' },
    })),
  ];
}

const HOSTILE: readonly Resource[] = [
  failing('/hostile/endless', 200, 'a body without end', endless, { hostile: true }),
  failing('/hostile/drip', 200, 'one byte at a time, for ever', () => drip(200), { hostile: true }),
  failing('/hostile/bomb', 200, 'gzip, 1 to 1000, 300 MB unpacked', () => gzipBomb(300), { hostile: true }),
  failing('/hostile/header', 200, 'a header of 1 MB', () => hugeHeader(1 << 20), { hostile: true }),
  failing('/hostile/nested', 200, 'a million nested elements', () => nested(1_000_000), { hostile: true }),
];

/** Pages whose label lies about type or encoding, but whose right reading is not in doubt. */
function mislabelled(): Resource[] {
  const plain: Layout = { ...LAYOUT, nav: [], footer: [], aside: '' };
  const german = article('/latin1', 'de', { ...plain, language: 'de' });
  const marked = article('/bom', 'fr', { ...plain, language: 'fr' });
  return [
    encoded(german, 'text/html; charset=iso-8859-1', Buffer.from(dropLabel(german.html), 'latin1'), 'ISO-8859-1, said by the header'),
    encoded(
      marked,
      'text/html; charset=iso-8859-1',
      Buffer.from(`\ufeff${marked.html}`),
      'UTF-8 with a byte order mark, called ISO-8859-1',
    ),
    cyrillicPage(),
    kanaPage(),
    file('/html-as-text', 'text/plain', german.html, 'file', { realType: 'text/html', note: 'HTML called text/plain' }),
    file('/pdf-as-html', 'text/html', pdf('Rules of the shop', ['Rules of the shop', 'Nothing is returned.']), 'file', {
      realType: 'application/pdf',
      title: 'Rules of the shop',
      note: 'PDF called text/html',
    }),
  ];
}

interface Drafted {
  readonly spec: PageSpec;
  readonly html: string;
  readonly layout: Layout;
}

function article(path: string, language: 'de' | 'fr', layout: Layout): Drafted {
  const { title, paragraphs } = writeArticle(language, 'culture', 5, path);
  const spec = { path, title, blocks: paragraphs };
  return { spec, layout, html: renderPage(layout, spec).replaceAll('©', '').replaceAll('’', "'") };
}

const dropLabel = (html: string): string => html.replace('<meta charset="utf-8">\n', '');

function encoded({ spec, layout }: Drafted, type: string, bytes: Uint8Array, note: string): Resource {
  return page(layout, spec, {
    note,
    title: fullTitle(layout, spec).replaceAll('’', "'"),
    answer: () => ({ status: 200, headers: { 'Content-Type': type }, body: bytes }),
  });
}

/** Bulgarian in windows-1251, said by the page alone. */
function cyrillicPage(): Resource {
  const { title, paragraphs } = writeArticle('bg', 'weather', 4, 'cp1251');
  const html = `<!doctype html><html lang="bg"><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><title>${title}</title></head><body><p>${paragraphs.join('</p><p>')}</p></body></html>`;
  return {
    path: '/cyrillic',
    kind: 'page',
    title,
    language: 'bg',
    text: paragraphs.join('\n'),
    links: [],
    note: 'windows-1251, said by the page alone',
    answer: () => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body: windows1251(html) }),
  };
}

/** Japanese in Shift_JIS; the header says so under another of its names. */
function kanaPage(): Resource {
  const title = 'みなとのパンや';
  const text =
    'ちいさなみなとのまちに、まいあさパンをやくひとがいました。ふねがでるまえに、みんながならんでまっています。コーヒーのにおいがして、とてもしあわせなきもちになります。';
  const html = `<!doctype html><html lang="ja"><head><title>${title}</title></head><body><p>${text}</p></body></html>`;
  return {
    path: '/kana',
    kind: 'page',
    title,
    language: 'ja',
    text,
    links: [],
    note: 'Shift_JIS, called x-sjis',
    answer: () => ({ status: 200, headers: { 'Content-Type': 'text/html; charset=x-sjis' }, body: shiftJis(html) }),
  };
}

interface RobotsCase {
  readonly name: string;
  readonly purpose: string;
  readonly forbidden?: string;
  /** robots.txt and what it leads to. */
  readonly control: readonly Resource[];
  /** What becomes of /closed under a right reading; left out where readings differ. */
  readonly closed?: boolean;
}

/** Hosts of broken.example that each have one robots.txt worth testing. */
const ROBOTS_CASES: readonly RobotsCase[] = [
  { name: 'robots-503', purpose: 'robots.txt answers 503', forbidden: 'its robots.txt answers 503', control: [brokenRobots(503)] },
  { name: 'robots-429', purpose: 'robots.txt answers 429', forbidden: 'its robots.txt answers 429', control: [brokenRobots(429)] },
  { name: 'robots-403', purpose: 'robots.txt answers 403, which counts as none', control: [brokenRobots(403)], closed: false },
  { name: 'robots-five', purpose: 'robots.txt after five redirects', control: robotsChain(5), closed: true },
  { name: 'robots-six', purpose: 'robots.txt after six redirects', control: robotsChain(6) },
  { name: 'robots-long', purpose: 'robots.txt of 600 KiB', control: [longRobots()], closed: true },
  {
    name: 'robots-html',
    purpose: 'robots.txt is a web page',
    control: [{ ...robots(''), answer: () => htmlAnswer('<!doctype html><title>Welcome</title><p>Hello, robot.</p>') }],
    closed: false,
  },
];

function brokenRobots(status: number): Resource {
  return { ...robots(''), answer: () => ({ status, headers: { 'Content-Type': 'text/plain' }, body: 'Not now.\n' }) };
}

function robotsChain(length: number): Resource[] {
  const hop = (n: number): string => (n === 0 ? '/robots.txt' : n === length ? '/robots-at-last.txt' : `/robots-${n}.txt`);
  const hops = Array.from({ length }, (_, n) => redirect(hop(n), 302, hop(n + 1), { kind: 'robots' }));
  return [...hops, { ...robots('User-agent: *\nDisallow: /closed\n'), path: hop(length) }];
}

/** The rule that counts stands before the first 500 KiB are over; one that may be cut off stands at the end. */
function longRobots(): Resource {
  const padding = '# nothing to see here, please move along to the next line\n'.repeat(10_600);
  return robots(`User-agent: *\nDisallow: /closed\n${padding}Disallow: /late\n`);
}

function robotsHost({ name, purpose, forbidden, control, closed }: RobotsCase): Site {
  const layout: Layout = {
    ...LAYOUT,
    site: `Shop ${name}`,
    nav: [link('/', 'Home')],
    footer: [link('/open', 'Open'), link('/closed', 'Closed')],
  };
  return {
    name,
    host: `${name}.broken.example`,
    address: 9,
    purpose,
    seeds: ['/'],
    forbidden,
    build: () => [
      ...control,
      styleSheet(layout.colour),
      story(layout, { path: '/', index: 8 }),
      story(layout, { path: '/open', index: 9 }),
      story(layout, { path: '/closed', index: 10 }, closed === undefined ? { kind: 'extra' } : { disallowed: closed }),
    ],
  };
}

export const ROBOTS_HOSTS: readonly Site[] = ROBOTS_CASES.map(robotsHost);
