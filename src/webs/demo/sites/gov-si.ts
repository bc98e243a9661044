/**
 * The nine hosts that the original mapping of the Slovenian government web started from, in small: their real
 * names, invented content. Not part of the usual demo web; the profiles gov-2 and gov-9 are run on them offline.
 *
 * What the original found is there in small: a hub that everybody links to (mz), a host closed by its robots.txt (ti), a
 * Crawl-delay, a host that no other links to (up), sitemaps, pages that repeat each other, images, and files of all five types.
 */
import { pdf, png } from '../files.js';
import { type Block, type Layout, page } from '../html.js';
import { DOCX_TYPE, docx, oldOffice, PPTX_TYPE, pptx } from '../office.js';
import type { Topic } from '../prose/tongue.js';
import { writeArticle, writeParagraph } from '../prose/write.js';
import { file, link, missing, redirect, robots, sitemap, story, styleSheet } from '../resources.js';
import type { Link, Resource, Site } from '../site.js';

interface Portal {
  readonly name: string;
  readonly title: string;
  readonly topic: Topic;
  /** What its section of articles is called, and how many there are. */
  readonly section: string;
  readonly articles: number;
  /** Files: name with ending. */
  readonly files: readonly string[];
  /** Images on its front page, and on each article. */
  readonly images: readonly [front: number, article: number];
  /** Lines of robots.txt; null: there is none. */
  readonly robots: string | null;
  readonly sitemap?: boolean;
  /** Other portals its front page links to. */
  readonly links: readonly string[];
  /** Articles that are there a second time: word for word, and with a few words changed. */
  readonly repeated?: { readonly same: number; readonly nearly: number };
}

const PORTALS: readonly Portal[] = [
  {
    name: 'evem',
    title: 'eVEM, portal za podjetja',
    topic: 'council',
    section: 'podjetja',
    articles: 8,
    files: ['obrazec-registracija.pdf', 'pooblastilo.docx'],
    images: [2, 1],
    robots: 'User-agent: *\nDisallow: /prijava\nCrawl-delay: 2\n',
    sitemap: true,
    links: ['e-uprava', 'mz', 'mf'],
  },
  {
    name: 'e-uprava',
    title: 'eUprava, državni portal',
    topic: 'culture',
    section: 'podrocja',
    articles: 10,
    files: ['vloga-osebna-izkaznica.pdf', 'vloga-potni-list.pdf', 'navodila.doc'],
    images: [3, 0],
    robots: 'User-agent: *\nAllow: /\n',
    sitemap: true,
    links: ['evem', 'podatki', 'mz', 'mnz'],
  },
  {
    name: 'podatki',
    title: 'Odprti podatki Slovenije',
    topic: 'weather',
    section: 'zbirke',
    articles: 9,
    files: ['metodologija.pdf'],
    images: [1, 0],
    robots: null,
    sitemap: true,
    links: ['mz', 'e-prostor', 'ti'],
    repeated: { same: 2, nearly: 3 },
  },
  {
    name: 'e-prostor',
    title: 'e-Prostor, prostorski podatki',
    topic: 'harbour',
    section: 'karte',
    articles: 6,
    files: ['katalog.pdf', 'predstavitev.ppt'],
    images: [9, 2],
    robots: 'User-agent: *\nRequest-rate: 1/1\n',
    links: ['podatki', 'mz'],
  },
  {
    name: 'mz',
    title: 'Ministrstvo za zdravje',
    topic: 'culture',
    section: 'novice',
    articles: 16,
    files: ['strategija.pdf', 'porocilo-2025.pdf', 'navodilo.doc', 'vloga.docx', 'predavanje.pptx'],
    images: [4, 1],
    robots: 'User-agent: *\nDisallow: /interno/\n',
    sitemap: true,
    links: ['evem', 'e-uprava', 'podatki', 'e-prostor', 'mnz', 'ti', 'mf'],
    repeated: { same: 1, nearly: 2 },
  },
  {
    name: 'mnz',
    title: 'Ministrstvo za notranje zadeve',
    topic: 'council',
    section: 'obvestila',
    articles: 6,
    files: ['pravilnik.pdf', 'zapisnik.doc'],
    images: [1, 1],
    robots: 'User-agent: *\nCrawl-delay: 1\n',
    links: ['mz', 'e-uprava'],
  },
  {
    name: 'up',
    title: 'Urad predsednika',
    topic: 'culture',
    section: 'dogodki',
    articles: 5,
    files: ['govor.docx'],
    images: [2, 2],
    robots: null,
    links: ['mz'],
  },
  {
    name: 'ti',
    title: 'Tržni inšpektorat',
    topic: 'weather',
    section: 'ukrepi',
    articles: 4,
    files: ['porocilo.pdf'],
    images: [1, 0],
    robots: 'User-agent: *\nDisallow: /\n',
    links: ['mz'],
  },
  {
    name: 'mf',
    title: 'Ministrstvo za finance',
    topic: 'harbour',
    section: 'proracun',
    articles: 7,
    files: ['proracun-2026.pdf', 'izhodisca.pptx', 'tabele.ppt'],
    images: [1, 1],
    robots: 'User-agent: *\nDisallow:\n',
    sitemap: true,
    links: ['mz', 'evem'],
  },
];

const originOf = (name: string): string => `http://${name}.gov.si`;

/** Below the addresses of the usual demo web. */
const FIRST_ADDRESS = 60;

export const GOV_SI: readonly Site[] = PORTALS.map(
  (portal, index): Site => ({
    name: `gov-si-${portal.name}`,
    host: `${portal.name}.gov.si`,
    aliases: [`www.${portal.name}.gov.si`],
    address: FIRST_ADDRESS + index,
    purpose: `${portal.title}: a host of the profiles gov-2 and gov-9.`,
    seeds: ['/'],
    lenientSlash: true,
    build: () => build(portal),
  }),
);

function build(portal: Portal): Resource[] {
  const layout = layoutOf(portal);
  const resources = [
    styleSheet(layout.colour),
    frontPage(portal, layout),
    page(layout, { path: `/${portal.section}`, title: layout.nav[1]?.text ?? '', blocks: [{ list: articleLinks(portal) }] }),
    ...Array.from({ length: portal.articles }, (_, index) => article(portal, layout, index + 1)),
    ...repeats(portal, layout),
    ...portal.files.map((name) => fileOf(portal, name)),
    ...Array.from({ length: 10 }, (_, index) =>
      file(`/slike/slika-${index}.png`, 'image/png', png(24 + index, 16, [40 * index, 90, 160]), 'extra'),
    ),
    file('/slike/grb.jpg', 'image/jpeg', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'), 'extra'),
    redirect('/domov', 302, '/'),
    missing(layout, '/staro', 404, 'a page that is gone'),
  ];
  return portal.robots?.includes('Disallow: /\n') ? closed(portal, resources) : [...controls(portal), ...resources];
}

/** Nothing of it may be asked for but its robots.txt. */
const closed = (portal: Portal, resources: readonly Resource[]): Resource[] => [
  ...controls(portal),
  ...resources.map((resource) => ({ ...resource, disallowed: true })),
];

function controls({ name, robots: lines, sitemap: named, section, articles }: Portal): Resource[] {
  const origin = originOf(name);
  const paths = [
    '/',
    `/${section}`,
    ...Array.from({ length: articles }, (_, index) => `/${section}/${index + 1}`),
    `/arhiv/samo-v-zemljevidu`,
  ];
  return [
    ...(lines === null ? [] : [robots(`${lines}${named ? `Sitemap: ${origin}/sitemap.xml\n` : ''}`)]),
    ...(named
      ? [
          sitemap(
            '/sitemap.xml',
            origin,
            paths.map((path) => ({ path })),
          ),
        ]
      : []),
    ...(named
      ? [story(layoutOf(PORTALS.find((portal) => portal.name === name) as Portal), { path: '/arhiv/samo-v-zemljevidu', index: 30 })]
      : []),
  ];
}

function layoutOf({ title, section, name }: Portal): Layout {
  return {
    site: title,
    language: 'sl',
    colour: '#24476b',
    nav: [link('/', 'Domov'), link(`/${section}`, SECTIONS[section] ?? section)],
    footer: [link(`${originOf('mz')}/`, 'Ministrstvo za zdravje'), link(`mailto:info@${name}.gov.si`, 'Pišite nam')],
    aside: 'Uradne ure so vsak delavnik med osmo in dvanajsto uro.',
  };
}

const SECTIONS: Readonly<Record<string, string>> = {
  podjetja: 'Podjetja',
  podrocja: 'Področja',
  zbirke: 'Zbirke podatkov',
  karte: 'Karte',
  novice: 'Novice',
  obvestila: 'Obvestila',
  dogodki: 'Dogodki',
  ukrepi: 'Ukrepi',
  proracun: 'Proračun',
};

function frontPage(portal: Portal, layout: Layout): Resource {
  const others = portal.links.map((name) => link(`${originOf(name)}/`, PORTALS.find((other) => other.name === name)?.title ?? name));
  const own: Link[] = [
    link('/domov', 'Domača stran'),
    link('/staro', 'Stara stran'),
    ...portal.files.map((name) => link(`/datoteke/${name}`, name)),
  ];
  return page(layout, {
    path: '/',
    title: portal.title,
    blocks: [writeParagraph('sl', portal.topic, portal.name), ...images(portal.images[0]), { list: others }, { list: own }],
  });
}

/** The hub links to every article of every other portal but the one nobody knows of; the others keep to themselves. */
function articleLinks(portal: Portal): Link[] {
  const own = Array.from({ length: portal.articles }, (_, index) => link(`/${portal.section}/${index + 1}`, titleOf(portal, index + 1)));
  const copies = [...copyPaths(portal)].map(([path]) => link(path, 'Arhivska objava'));
  const others = portal.name === 'mz' ? PORTALS.filter(({ name }) => name !== 'mz' && name !== 'up') : [];
  const far = others.flatMap((other) =>
    Array.from({ length: other.articles }, (_, index) =>
      link(`${originOf(other.name)}/${other.section}/${index + 1}`, titleOf(other, index + 1)),
    ),
  );
  return [...own, ...copies, ...far];
}

const titleOf = (portal: Portal, index: number): string => writeArticle('sl', portal.topic, index, portal.name).title;

function article(portal: Portal, layout: Layout, index: number, path = `/${portal.section}/${index}`, changed = ''): Resource {
  const { title, paragraphs } = writeArticle('sl', portal.topic, index, portal.name);
  const blocks: Block[] = [...paragraphs, ...(changed ? [changed] : []), ...images(portal.images[1])];
  const next = (index % portal.articles) + 1;
  return page(layout, { path, title, blocks: [...blocks, { p: [link(`/${portal.section}/${next}`, 'Naslednja objava')] }] });
}

/** Path → the article that it repeats, and what was added to it. */
function* copyPaths({ repeated, section }: Portal): Generator<[path: string, of: number, changed: string]> {
  for (let index = 1; index <= (repeated?.same ?? 0); index++) yield [`/arhiv/${section}/${index}`, index, ''];
  for (let index = 1; index <= (repeated?.nearly ?? 0); index++) yield [`/tisk/${section}/${index}`, index, 'Različica za tisk.'];
}

const repeats = (portal: Portal, layout: Layout): Resource[] =>
  [...copyPaths(portal)].map(([path, of, changed]) => article(portal, layout, of, path, changed));

const images = (count: number): Block[] => [
  ...Array.from({ length: count }, (_, index): Block => ({ image: `/slike/slika-${index}.png`, alt: `Slika ${index + 1}` })),
  ...(count > 2 ? [{ image: '/slike/grb.jpg', alt: 'Grb' }] : []),
];

function fileOf(portal: Portal, name: string): Resource {
  const title = `${portal.title}: ${name}`;
  const lines = [title, ...writeArticle('sl', portal.topic, name.length, name).paragraphs];
  const path = `/datoteke/${name}`;
  if (name.endsWith('.pdf')) return file(path, 'application/pdf', pdf(plain(title), lines.map(plain)));
  if (name.endsWith('.docx')) return file(path, DOCX_TYPE, docx(lines));
  if (name.endsWith('.pptx')) return file(path, PPTX_TYPE, pptx(lines));
  return file(path, name.endsWith('.doc') ? 'application/msword' : 'application/vnd.ms-powerpoint', oldOffice(lines));
}

/** The PDFs of the demo web know Latin-1 only. */
const plain = (text: string): string =>
  text.replace(/[čšž]/gi, (letter) => ({ č: 'c', š: 's', ž: 'z', Č: 'C', Š: 'S', Ž: 'Z' })[letter] ?? letter).replace(/[^\x20-\xff]/g, '-');
