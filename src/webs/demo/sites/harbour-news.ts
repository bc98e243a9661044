/**
 * A newspaper: sections with pagination, validators and content coding, feeds, print versions with
 * a canonical link, links with tracking parameters and fragments, a page that refreshes to another.
 * The next days add, change, move and remove articles in every way there is.
 */
import { png } from '../files.js';
import { type Block, type Layout, page } from '../html.js';
import type { Topic } from '../prose/tongue.js';
import { type Language, TONGUES, writeArticle, writeParagraph } from '../prose/write.js';
import { file, link, missing, redirect, robots, styleSheet, titleOf } from '../resources.js';
import { dateOf, type Link, morningOf, type Resource, type Site, type World } from '../site.js';

const ORIGIN = 'http://harbour-news.example';
const NAME = 'Harbour News';
const PER_PAGE = 5;

interface Section {
  readonly path: string;
  readonly topic: Topic;
  readonly language: Language;
  readonly articles: number;
}

const SECTIONS: readonly Section[] = [
  { path: 'harbour', topic: 'harbour', language: 'en', articles: 10 },
  { path: 'council', topic: 'council', language: 'en', articles: 10 },
  { path: 'culture', topic: 'culture', language: 'en', articles: 10 },
  { path: 'weather', topic: 'weather', language: 'en', articles: 10 },
  { path: 'deutsch', topic: 'harbour', language: 'de', articles: 6 },
  { path: 'francais', topic: 'culture', language: 'fr', articles: 6 },
];

type Fate =
  | { readonly day: number; readonly what: 'added' | 'text' | 'title' | 'banner' | 'not found' | 'gone' | 'soft' | 'back' }
  | { readonly day: number; readonly what: 'moved'; readonly to: string };

/** The planted changes: section, number of the article, and what happens to it when. */
const NEWS_FATES: Readonly<Record<string, readonly Fate[]>> = {
  'harbour/11': [{ day: 1, what: 'added' }],
  'harbour/12': [{ day: 1, what: 'added' }],
  'culture/11': [{ day: 1, what: 'added' }],
  'weather/11': [{ day: 2, what: 'added' }],
  'council/3': [{ day: 1, what: 'text' }],
  'weather/5': [{ day: 1, what: 'text' }],
  'harbour/4': [{ day: 1, what: 'title' }],
  'culture/6': [{ day: 1, what: 'banner' }],
  'council/8': [
    { day: 1, what: 'not found' },
    { day: 2, what: 'back' },
  ],
  'weather/9': [{ day: 1, what: 'gone' }],
  'culture/9': [{ day: 1, what: 'soft' }],
  'harbour/7': [{ day: 1, what: 'moved', to: '/harbour/archive/fleet-report' }],
  'culture/3': [{ day: 2, what: 'text' }],
};

const LAYOUT: Layout = {
  site: NAME,
  language: 'en',
  colour: '#1d4e6b',
  nav: [link('/', 'Home'), ...SECTIONS.map(({ path, topic, language }) => link(`/${path}/`, TONGUES[language].topics[topic].name))],
  footer: [
    link('/about', 'About us'),
    link('/contact', 'Contact'),
    link('/live', 'Live'),
    link('mailto:desk@harbour-news.example', 'Write to the desk'),
  ],
  aside: 'The tide tables for the week are printed on page four and pinned to the door of the harbour office.',
};

interface Item {
  readonly section: Section;
  readonly number: number;
  readonly path: string;
  /** The last thing that happened to it up to today. */
  readonly fate: Fate | undefined;
}

export const harbourNews: Site = {
  name: 'harbour-news',
  host: 'harbour-news.example',
  address: 1,
  purpose: 'News in three languages: validators, content coding, feeds, pagination, canonical links, and most changes of the next days.',
  seeds: ['/'],
  build: (world) => [
    ...frontMatter(world),
    ...itemsOf(world).flatMap(itemResources),
    ...SECTIONS.flatMap((section) => sectionPages(section, world)),
  ],
};

function itemsOf(world: World): Item[] {
  return SECTIONS.flatMap((section) =>
    Array.from({ length: section.articles + 2 }, (_, i): Item | null => {
      const fates = NEWS_FATES[`${section.path}/${i + 1}`] ?? [];
      const fate = fates.filter((known) => known.day <= world.day).at(-1);
      const exists = i < section.articles || fate !== undefined;
      return exists ? { section, number: i + 1, path: articlePath(section, i), fate } : null;
    }).filter((item) => item !== null),
  );
}

/** The slug comes from the first title and stays when the title changes. */
const articlePath = (section: Section, index: number): string =>
  `/${section.path}/${index + 1}-${slug(titleOf(section.language, section.topic, index, NAME))}`;

const slug = (title: string): string =>
  title
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const isListed = ({ fate }: Item): boolean => !fate || !['not found', 'gone', 'soft'].includes(fate.what);

const whereIs = (item: Item): string => (item.fate?.what === 'moved' ? item.fate.to : item.path);

function itemResources(item: Item): Resource[] {
  switch (item.fate?.what) {
    case 'not found':
      return [missing(LAYOUT, item.path, 404, 'removed without a trace')];
    case 'gone':
      return [missing(LAYOUT, item.path, 410, 'removed for good')];
    case 'soft':
      return [missing(LAYOUT, item.path, 200, 'removed; the error page comes with status 200')];
    case 'moved':
      return [redirect(item.path, 301, item.fate.to), articlePage(item, item.fate.to)];
    default:
      return [articlePage(item, item.path), ...printVersion(item)];
  }
}

function articleText(item: Item): { title: string; blocks: Block[] } {
  const { section, number, fate } = item;
  const article = writeArticle(section.language, section.topic, number - 1, NAME);
  const update = fate?.what === 'text' ? [`Update: ${writeParagraph(section.language, section.topic, `${item.path}/${fate.day}`)}`] : [];
  const title = fate?.what === 'title' ? `Corrected: ${article.title}` : article.title;
  return { title, blocks: [...update, ...article.paragraphs] };
}

function articlePage(item: Item, path: string): Resource {
  const { title, blocks } = articleText(item);
  const { section, number, fate } = item;
  const neighbour = articlePath(section, number % section.articles);
  const related: Link[] = NEWS_FATES[`${section.path}/${(number % section.articles) + 1}`]
    ? []
    : [link(`${neighbour}#comments`, TONGUES[section.language].words.more)];
  const layout: Layout = { ...LAYOUT, language: section.language, answer: { compress: true, lastModified: morningOf(fate?.day ?? 0) } };
  const all: Block[] = [{ image: `/img/${section.path}.png`, alt: TONGUES[section.language].topics[section.topic].name }, ...blocks];
  const banner = fate?.what === 'banner' ? 'Subscribe before Friday and get the crossword for nothing.' : undefined;
  return page(layout, {
    path,
    title,
    blocks: related.length > 0 ? [...all, { p: related }] : all,
    banner,
    head: articleHead(path, section),
  });
}

const articleHead = (path: string, section: Section): string =>
  `<link rel="canonical" href="${ORIGIN}${path}">
<meta property="og:type" content="article"><meta property="og:locale" content="${section.language}">
<meta name="author" content="The desk"><meta name="date" content="${dateOf(0)}">\n`;

const PRINTED = new Set(['harbour/1', 'council/1', 'culture/1']);

const printPath = (item: Item): string => `/print${item.path}`;

function printVersion(item: Item): Resource[] {
  if (!isPrinted(item)) return [];
  const { title, blocks } = articleText(item);
  const layout: Layout = { ...LAYOUT, nav: [], footer: [], answer: { lastModified: morningOf(0) } };
  return [page(layout, { path: printPath(item), title, blocks, head: `<link rel="canonical" href="${ORIGIN}${item.path}">\n` })];
}

const isPrinted = (item: Item): boolean => PRINTED.has(`${item.section.path}/${item.number}`);

function sectionPages(section: Section, world: World): Resource[] {
  const items = itemsOf(world)
    .filter((item) => item.section === section && isListed(item))
    .reverse();
  const count = Math.ceil(items.length / PER_PAGE);
  return Array.from({ length: count }, (_, i) => sectionPage(section, items.slice(i * PER_PAGE, (i + 1) * PER_PAGE), i + 1, count));
}

const sectionPath = (section: Section, number: number): string => `/${section.path}/${number > 1 ? `?page=${number}` : ''}`;

function sectionPage(section: Section, items: readonly Item[], number: number, count: number): Resource {
  const words = TONGUES[section.language].words;
  const list = items.flatMap((item) => [
    link(whereIs(item), articleText(item).title),
    ...(isPrinted(item) ? [link(printPath(item), `${articleText(item).title} (print)`)] : []),
  ]);
  const pager = [
    ...(number > 1 ? [link(sectionPath(section, number - 1), words.previous)] : []),
    ...(number < count ? [link(sectionPath(section, number + 1), words.next, { rel: 'next' })] : []),
  ];
  const name = TONGUES[section.language].topics[section.topic].name;
  const layout: Layout = { ...LAYOUT, language: section.language, answer: { compress: true } };
  return page(layout, {
    path: sectionPath(section, number),
    title: number > 1 ? `${name} (${number})` : name,
    blocks: [{ list }, { list: pager }],
  });
}

function frontMatter(world: World): Resource[] {
  const items = itemsOf(world).filter(isListed);
  const lead = SECTIONS.flatMap((section) => items.filter((item) => item.section === section).slice(-1));
  const list = lead.map((item) => link(`${whereIs(item)}?utm_source=home&utm_medium=teaser`, articleText(item).title));
  const feeds = `<link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel="alternate" type="application/atom+xml" href="/atom.xml">\n`;
  const newest = items.slice(-10);
  return [
    robots(`User-agent: *\nDisallow: /search\nDisallow: /account/\nAllow: /\n`),
    styleSheet(LAYOUT.colour),
    page(LAYOUT, {
      path: '/',
      title: 'All the news of the coast',
      head: feeds,
      blocks: [writeParagraph('en', 'harbour', 'front'), { list }, { list: HOME_LINKS }],
    }),
    page(LAYOUT, {
      path: '/about',
      title: 'About us',
      blocks: [writeParagraph('en', 'culture', 'about'), { p: ['Founded when the ', link('/harbour/', 'harbour'), ' froze over.'] }],
    }),
    page(LAYOUT, {
      path: '/contact',
      title: 'Contact',
      blocks: [
        'Come by, ring the bell twice, and ask for the night editor.',
        { p: [link('tel:+000555', 'Call'), ' or ', link('javascript:void(0)', 'chat')] },
      ],
    }),
    page(LAYOUT, {
      path: '/live',
      title: 'Live',
      head: '<meta http-equiv="refresh" content="0; url=/live/today">\n',
      headLinks: [link('/live/today', '', { kind: 'refresh' })],
      blocks: ['One moment, the live page is being opened.'],
    }),
    page(LAYOUT, { path: '/live/today', title: 'Today in the harbour', blocks: [writeParagraph('en', 'weather', 'live')] }),
    page(LAYOUT, {
      path: '/letters',
      title: 'Letters to the editor',
      robots: 'noindex, nofollow',
      blocks: [writeParagraph('en', 'council', 'letters'), { p: [link('/letters/unsorted', 'Unsorted letters')] }],
    }),
    page(LAYOUT, { path: '/letters/unsorted', title: 'Unsorted letters', blocks: ['These letters wait for a reader with patience.'] }),
    page(LAYOUT, {
      path: '/sponsored/lamp',
      title: 'A lamp for every ship',
      blocks: ['This page is an advertisement and says nothing of interest.'],
    }),
    page(LAYOUT, { path: '/search?q=ferry', title: 'Search', blocks: ['Search results are closed to crawlers.'] }, { disallowed: true }),
    page(LAYOUT, { path: '/account/login', title: 'Log in', blocks: ['Please enter your name and password.'] }, { disallowed: true }),
    missing(LAYOUT, '/harbour/lost-page', 404, 'a dead link on the front page'),
    file('/feed.xml', 'application/rss+xml; charset=utf-8', rss(newest), 'extra'),
    file('/atom.xml', 'application/atom+xml; charset=utf-8', atom(newest, world), 'extra'),
    ...SECTIONS.map(({ path }, i) => file(`/img/${path}.png`, 'image/png', png(320, 120, [40 + i * 30, 120, 180 - i * 20]), 'extra')),
  ];
}

const HOME_LINKS: readonly Link[] = [
  link('/letters', 'Letters to the editor'),
  link('/about#history', 'Our history'),
  link('/about?utm_campaign=spring&fbclid=abc123', 'Spring offer'),
  link('/sponsored/lamp', 'Advertisement', { rel: 'sponsored nofollow' }),
  link('/search?q=ferry', 'Search for ferries'),
  link('/account/login', 'Log in'),
  link('/harbour/lost-page', 'An old story'),
];

function rss(items: readonly Item[]): string {
  const rows = items.map((item) => `<item><title>${plain(articleText(item).title)}</title><link>${ORIGIN}${whereIs(item)}</link></item>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${NAME}</title><link>${ORIGIN}/</link><description>News of the coast</description>\n${rows.join('\n')}\n</channel></rss>\n`;
}

function atom(items: readonly Item[], world: World): string {
  const updated = morningOf(world.day).toISOString();
  const rows = items.map(
    (item) =>
      `<entry><id>${ORIGIN}${item.path}</id><title>${plain(articleText(item).title)}</title><updated>${updated}</updated><link href="${ORIGIN}${whereIs(item)}"/></entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${ORIGIN}/</id><title>${NAME}</title><updated>${updated}</updated>\n${rows.join('\n')}\n</feed>\n`;
}

const plain = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
