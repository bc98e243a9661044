/**
 * The web of a small government below gov.example, which is one registrable domain the way gov.si
 * is: a ministry with everything robots.txt and sitemaps can say, a land registry that is down on
 * the second day, a service portal, and two hosts that only look as if they belonged to it.
 */
import { pdf } from '../files.js';
import { type Block, type Layout, page } from '../html.js';
import { writeArticle, writeParagraph } from '../prose/write.js';
import { failingWith, file, link, missing, robots, sitemap, sitemapIndex, story, styleSheet, textSitemap, titleOf } from '../resources.js';
import { dateOf, type Link, morningOf, type Resource, type Site, type World } from '../site.js';

const MINISTRY = 'http://ministry.gov.example';
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

const MINISTRY_LAYOUT: Layout = {
  site: 'Ministrstvo za morje',
  language: 'sl',
  colour: '#274e37',
  nav: [
    link('/', 'Domov'),
    link('/novice/', 'Novice'),
    link('/storitve/', 'Storitve'),
    link('/dokumenti', 'Dokumenti'),
    link('/en/', 'English'),
  ],
  footer: [link('/o-ministrstvu', 'O ministrstvu'), link('/povezave', 'Povezave'), link('mailto:urad@ministry.gov.example', 'Pišite nam')],
  aside: 'Uradne ure so vsak delavnik med osmo in dvanajsto uro, ob sredah tudi popoldne.',
  answer: { lastModified: morningOf(0) },
};

/** Fourteen segments: the gov profile cuts them to ten, every other policy requests them all. */
const DEEP = '/arhiv/a/b/c/d/e/f/g/h/i/j/k/l/zapis';
const DEEP_CUT = DEEP.split('/').slice(0, 11).join('/');
const ODD_QUERY = '/find?a=*%20x;%20y%3C3';

export const ministry: Site = {
  name: 'ministry',
  host: 'ministry.gov.example',
  aliases: ['www.ministry.gov.example'],
  address: 2,
  purpose:
    'A ministry: robots.txt with every directive, nested sitemaps (XML, gzip, text), www and slash forms, base tags, deep paths, PDFs.',
  seeds: ['/'],
  lenientSlash: true,
  build: (world) => [...ministryControls(world), ...ministryPages(world), ...ministryOddities(), ...ministryClosed(world)],
};

function ministryControls(world: World): Resource[] {
  const closed = world.day >= 1 ? 'Disallow: /posvet/\n' : '';
  const lines = `Disallow: /interno/\nAllow: /interno/za-medije\nDisallow: /zasebno\nAllow: /zasebno/b\nDisallow: /*.bak$\n${closed}`;
  const news = numbers(newsCount(world)).map((n) => ({ path: `/novice/${n}`, lastmod: dateOf(n > 12 ? 1 : 0) }));
  const pages = ['/', '/novice/', '/storitve/', '/dokumenti', '/o-ministrstvu'].map((path) => ({ path }));
  return [
    robots(
      `# Winnow is welcome.\nUser-agent: *\n${lines}Crawl-delay: 2\nRequest-rate: 1/2\n\nUser-agent: GreedyBot\nDisallow: /\n\nSitemap: ${MINISTRY}/sitemap-index.xml\n`,
    ),
    styleSheet(MINISTRY_LAYOUT.colour),
    sitemapIndex('/sitemap-index.xml', MINISTRY, ['/sitemaps/pages.xml', '/sitemaps/news.xml.gz', '/sitemaps/older.xml']),
    sitemap('/sitemaps/pages.xml', MINISTRY, pages),
    sitemap('/sitemaps/news.xml.gz', MINISTRY, [...news, { path: '/arhiv/stisnjeno' }]),
    sitemapIndex('/sitemaps/older.xml', MINISTRY, ['/sitemaps/older.txt']),
    textSitemap('/sitemaps/older.txt', MINISTRY, ['/arhiv/samo-v-zemljevidu', ...(world.day < 1 ? ['/arhiv/pozabljeno'] : [])]),
  ];
}

const newsCount = (world: World): number => (world.day >= 1 ? 14 : 12);

function ministryPages(world: World): Resource[] {
  const L = MINISTRY_LAYOUT;
  const news = numbers(newsCount(world));
  const title = (n: number): string => titleOf('sl', n % 2 ? 'council' : 'harbour', n, L.site);
  return [
    page(L, {
      path: '/',
      title: 'Dobrodošli na straneh ministrstva',
      blocks: [writeParagraph('sl', 'council', 'front'), { list: FRONT_LINKS }],
    }),
    page(L, { path: '/novice/', title: 'Novice', blocks: [{ list: news.map((n) => link(`/novice/${n}`, title(n))) }] }),
    ...news.map((n) => story(L, { path: `/novice/${n}`, index: n, topic: n % 2 ? 'council' : 'harbour' })),
    page(L, { path: '/storitve/', title: 'Storitve', blocks: [{ list: numbers(8).map((n) => link(`storitev-${n}`, `Storitev ${n}`)) }] }),
    ...numbers(8).map((n) =>
      story(L, { path: `/storitve/storitev-${n}`, index: n, topic: 'culture', after: [{ p: [link('/storitve', 'Vse storitve')] }] }),
    ),
    page(L, { path: '/dokumenti', title: 'Dokumenti', blocks: [{ list: DOCUMENTS.map(([path, text]) => link(path, text)) }] }),
    ...DOCUMENTS.map(([path, text]) => pdfFile(path, text, world)),
    page(
      { ...L, language: 'en' },
      {
        path: '/en/',
        title: 'The ministry in English',
        blocks: [{ list: numbers(6).map((n) => link(`/en/page-${n}`, titleOf('en', 'council', n, L.site))) }],
      },
    ),
    ...numbers(6).map((n) => story({ ...L, language: 'en' }, { path: `/en/page-${n}`, index: n, topic: 'council' })),
    page(L, { path: '/o-ministrstvu', title: 'O ministrstvu', blocks: [writeParagraph('sl', 'culture', 'about')] }),
    page(L, { path: '/povezave', title: 'Povezave', blocks: [{ list: OUTWARD_LINKS }] }),
    story(L, { path: '/arhiv/samo-v-zemljevidu', index: 20, topic: 'weather' }),
    story(L, { path: '/arhiv/stisnjeno', index: 21, topic: 'weather' }),
    story(L, { path: '/arhiv/pozabljeno', index: 22, topic: 'weather' }),
  ];
}

const FRONT_LINKS: readonly Link[] = [
  link('http://www.ministry.gov.example/novice/1', 'Prva novica'),
  link('http://www.ministry.gov.example/', 'Ta stran z drugim imenom'),
  link('HTTP://Ministry.GOV.example/Doc', 'Veliki dokument'),
  link('/doc', 'Mali dokument'),
  link('/storitve', 'Storitve brez poševnice'),
  link(DEEP, 'Globoko v arhivu'),
  link('/find?a=* x; y<3', 'Iskanje s čudnimi znaki'),
  link('/osnova/relativno', 'Stran z osnovnim naslovom'),
  link('/osnova/drugje', 'Stran z osnovo na drugem strežniku'),
  link('/posvet/morje', 'Javni posvet'),
  link('/interno/zapisnik', 'Interni zapisnik'),
  link('/interno/za-medije', 'Za medije'),
  link('/zasebno', 'Zasebno'),
  link('/zasebno/b/obvestilo', 'Javno obvestilo'),
  link('/zasebno/c', 'Zasebno c'),
  link('/porocilo.bak', 'Varnostna kopija'),
  link('/ne-obstaja', 'Izgubljena stran'),
  link('#text', 'Na vrh'),
];

const OUTWARD_LINKS: readonly Link[] = [
  link('http://land.gov.example/', 'Zemljiška knjiga'),
  link('http://e-services.gov.example/', 'Elektronske storitve'),
  link('http://gov.example.evil.test/', 'Lažna državna uprava'),
  link('http://notgov.example/', 'Ni državna uprava'),
  link('http://harbour-news.example/', 'Časopis'),
  link('tel:+38600000', 'Telefon'),
  link('javascript:history.back()', 'Nazaj'),
];

const DOCUMENTS: readonly (readonly [path: string, text: string])[] = [
  ['/files/uredba-1.pdf', 'Uredba o plovbi'],
  ['/files/uredba-2.pdf', 'Uredba o pristojbinah'],
  ['/files/porocilo-2025.pdf', 'Letno porocilo'],
];

/** The fee regulation gets a new version on the second day. */
function pdfFile(path: string, title: string, world: World): Resource {
  const version = path.includes('uredba-2') && world.day >= 1 ? 'Druga izdaja' : 'Prva izdaja';
  const lines = [title, version, 'Ta predpis velja za vse ladje v pristaniscu.'];
  return file(path, 'application/pdf', pdf(title, lines), 'file', { title, text: lines.join('\n') });
}

function ministryOddities(): Resource[] {
  const L = MINISTRY_LAYOUT;
  const away = `${MINISTRY}/novice/`;
  const based = (path: string, base: string, list: Link[]): Resource =>
    page(L, { path, title: `Osnova ${base}`, base, blocks: [{ list }] });
  return [
    page(L, { path: '/Doc', title: 'Veliki dokument', blocks: [writeParagraph('sl', 'harbour', 'Doc')] }),
    page(L, { path: '/doc', title: 'Mali dokument', blocks: [writeParagraph('sl', 'weather', 'doc')] }),
    page(L, { path: ODD_QUERY, title: 'Iskanje', blocks: [writeParagraph('sl', 'council', 'find')] }),
    page(L, {
      path: DEEP,
      title: 'Zapis na dnu arhiva',
      blocks: [writeParagraph('sl', 'culture', 'deep'), { p: [link(DEEP_CUT, 'Štiri ravni više')] }],
    }),
    page(L, { path: DEEP_CUT, title: 'Deset ravni globoko', blocks: [writeParagraph('sl', 'culture', 'cut')] }),
    based('/osnova/relativno', '/osnova/globlje/', [link('cilj', 'Cilj'), link('../sosed', 'Sosed'), link('?stran=2', 'Druga stran')]),
    based('/osnova/drugje', away, [link('2', 'Druga novica'), link('//land.gov.example/registry/', 'Register')]),
    ...['/osnova/globlje/cilj', '/osnova/sosed', '/osnova/globlje/?stran=2'].map((path, i) =>
      story(L, { path, index: i, topic: 'weather' }),
    ),
  ];
}

function ministryClosed(world: World): Resource[] {
  const L = MINISTRY_LAYOUT;
  const closed = (path: string, disallowed: boolean): Resource =>
    page(L, { path, title: `Stran ${path}`, blocks: [writeParagraph('sl', 'council', path)] }, { disallowed });
  return [
    closed('/interno/zapisnik', true),
    closed('/interno/za-medije', false),
    closed('/zasebno', true),
    closed('/zasebno/c', true),
    closed('/zasebno/b/obvestilo', false),
    closed('/porocilo.bak', true),
    closed('/posvet/morje', world.day >= 1),
    missing(L, '/ne-obstaja', 404, 'a dead link on the front page'),
  ];
}

const LAND_LAYOUT: Layout = {
  site: 'Land Registry',
  language: 'en',
  colour: '#6b4e1d',
  nav: [link('/', 'Home'), link('/registry/', 'Registry'), link('/maps', 'Maps')],
  footer: [link('http://ministry.gov.example/', 'The ministry')],
  aside: 'Parcels are measured anew every seventh year, on foot and in good weather.',
};

const LAND_PARCELS = 14;

export const landRegistry: Site = {
  name: 'land-registry',
  host: 'land.gov.example',
  address: 3,
  purpose: 'A registry with its own robots group for Winnow and a sitemap nobody names; down all of day 1, back on day 2.',
  seeds: ['/'],
  build: (world) => (world.day === 1 ? outage() : landPages(world)),
};

/** One resource that answers for every path of the host, robots.txt included. */
function outage(): Resource[] {
  return [{ ...failingWith('/', 503, 'outage'), below: true }];
}

function landPages(world: World): Resource[] {
  const L = LAND_LAYOUT;
  const parcels = numbers(LAND_PARCELS);
  const rules = 'User-agent: *\nDisallow: /\n\nUser-agent: winnow\nDisallow: /owners/\nCrawl-delay: 1\n';
  const resurveyed = (n: number): Block[] =>
    n === 5 && world.day >= 2 ? ['The parcel was surveyed again and is larger than anybody thought.'] : [];
  return [
    robots(rules),
    styleSheet(L.colour),
    sitemap('/sitemap.xml', 'http://land.gov.example', [{ path: '/' }, { path: '/maps/unlisted' }]),
    page(L, {
      path: '/',
      title: 'Land Registry',
      blocks: [
        writeParagraph('en', 'council', 'land'),
        { p: [link('/owners/7', 'Owners'), ' ', link('/maps?sheet=1&scale=5000', 'Sheet one')] },
      ],
    }),
    page(L, { path: '/registry/', title: 'All parcels', blocks: [{ list: parcels.map((n) => link(`parcel-${n}`, `Parcel ${n}`)) }] }),
    ...parcels.map((n) =>
      story(L, { path: `/registry/parcel-${n}`, index: n, topic: n % 2 ? 'weather' : 'council', after: resurveyed(n) }),
    ),
    page(L, { path: '/maps', title: 'Maps', blocks: [writeParagraph('en', 'harbour', 'maps')] }),
    page(L, { path: '/maps?sheet=1&scale=5000', title: 'Sheet one', blocks: [writeParagraph('en', 'weather', 'sheet')] }),
    page(L, { path: '/maps/unlisted', title: 'A sheet nobody links to', blocks: [writeParagraph('en', 'culture', 'unlisted')] }),
    page(L, { path: '/owners/7', title: 'Owners', blocks: ['Names of owners are not for crawlers.'] }, { disallowed: true }),
  ];
}

const SERVICES_LAYOUT: Layout = {
  site: 'e-Storitve',
  language: 'sl',
  colour: '#3b3b6d',
  nav: [link('/', 'Domov'), link('/vloge', 'Vloge')],
  footer: [link('/en', 'English')],
  aside: 'Za oddajo vloge potrebujete potrdilo, svinčnik in nekaj minut časa.',
};

export const eServices: Site = {
  name: 'e-services',
  host: 'e-services.gov.example',
  address: 4,
  purpose: 'A service portal without robots.txt, whose pages hang together by frames, image maps, buttons and forms.',
  seeds: ['/'],
  build: () => servicePages(),
};

function servicePages(): Resource[] {
  const L = SERVICES_LAYOUT;
  const map =
    '<img src="/zemljevid.png" alt="" usemap="#m"><map name="m"><area shape="rect" coords="0,0,9,9" href="/obmocje" alt="Območje"></map>';
  const form = '<form action="/vloge/oddaj" method="post"><label>Ime <input name="ime"></label><button>Oddaj</button></form>';
  const alternate = '<link rel="alternate" hreflang="en" href="/en">\n';
  const text = writeArticle('sl', 'council', 3, L.site).paragraphs;
  return [
    styleSheet(L.colour),
    page(L, {
      path: '/',
      title: 'Elektronske storitve',
      head: alternate,
      blocks: [...text, { html: map, links: [link('/obmocje', 'Območje', { kind: 'area' })] }],
    }),
    page(L, {
      path: '/vloge',
      title: 'Vloge',
      blocks: [
        { p: [link('/okvir', 'Okvir', { kind: 'iframe' })] },
        { p: [link('/vloge/1', 'Prva vloga', { kind: 'onclick' }), ' ', link('/vloge/1', 'Prva vloga')] },
        { html: form },
      ],
    }),
    story(L, { path: '/okvir', index: 7, topic: 'harbour' }),
    story(L, { path: '/obmocje', index: 8, topic: 'weather' }),
    story(L, { path: '/vloge/1', index: 9, topic: 'council' }),
    story({ ...L, language: 'en' }, { path: '/en', index: 5, topic: 'culture' }),
  ];
}

const lookalike = (name: string, host: string): Site => ({
  name,
  host,
  address: 5,
  purpose: 'Looks like a part of gov.example and is not: no request may reach it while the scope is gov.example.',
  seeds: [],
  forbidden: 'outside the scope, though its name looks like gov.example',
  build: () => [
    story(
      { ...LAND_LAYOUT, nav: [], footer: [], site: 'Not the government' },
      { path: '/', index: 3, after: [{ p: [link('/more', 'More')] }] },
    ),
    story({ ...LAND_LAYOUT, nav: [], footer: [], site: 'Not the government' }, { path: '/more', index: 4 }),
  ],
});

export const lookalikes: readonly Site[] = [
  lookalike('lookalike-suffix', 'gov.example.evil.test'),
  lookalike('lookalike-substring', 'notgov.example'),
];
