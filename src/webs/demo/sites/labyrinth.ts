/**
 * A site one can get lost in: besides a few real pages there are a calendar without end, session
 * ids, paths that grow, and relative links that pile up. Sort parameters are finite and real.
 */
import { htmlAnswer, type Layout, page, renderPage } from '../html.js';
import { hash, writeParagraph } from '../prose/write.js';
import { link, robots, story, styleSheet } from '../resources.js';
import type { Link, Resource, Site, Visit } from '../site.js';

const LAYOUT: Layout = {
  site: 'Labyrinth',
  language: 'en',
  colour: '#4b2d5c',
  nav: [link('/', 'Home'), link('/list', 'List')],
  footer: [link('/about', 'About us')],
  aside: 'Visitors are advised to bring a long piece of string.',
};

const ROOMS = 6;
const ORDERS = ['name', 'date', 'size'].flatMap((sort) => ['asc', 'desc'].map((order) => `/list?sort=${sort}&order=${order}`));

export const labyrinth: Site = {
  name: 'labyrinth',
  host: 'labyrinth.example',
  address: 10,
  purpose: 'Crawler traps: calendar, session ids, growing paths, concatenating links, sort parameters.',
  seeds: ['/'],
  build: () => [...realPages(), ...TRAPS],
};

function realPages(): Resource[] {
  const rooms = Array.from({ length: ROOMS }, (_, i) => i + 1);
  const roomLinks = rooms.map((n) => link(`/room/${n}`, `Room ${n}`));
  const list = (path: string): Resource =>
    page(LAYOUT, {
      path,
      title: 'All rooms',
      head: '<link rel="canonical" href="/list">\n',
      blocks: [{ list: ORDERS.map((href) => link(href, 'Sort')) }, { list: path.includes('desc') ? roomLinks.toReversed() : roomLinks }],
    });
  return [
    robots('User-agent: *\nDisallow: /minotaur\n'),
    styleSheet(LAYOUT.colour),
    page(LAYOUT, {
      path: '/',
      title: 'The entrance',
      blocks: [writeParagraph('en', 'culture', 'maze'), { list: [...TRAP_ENTRIES, link('/minotaur', 'Do not enter')] }],
    }),
    page(LAYOUT, { path: '/about', title: 'About the labyrinth', blocks: [writeParagraph('en', 'weather', 'maze')] }),
    page(LAYOUT, { path: '/minotaur', title: 'The minotaur', blocks: ['You were warned.'] }, { disallowed: true }),
    ...['/list', ...ORDERS].map(list),
    ...rooms.map((n) => story(LAYOUT, { path: `/room/${n}`, index: n })),
  ];
}

const TRAP_ENTRIES: readonly Link[] = [
  link('/calendar/2026/3', 'Calendar'),
  link('/shop/?sid=00000001', 'Shop'),
  link('/grow/', 'Corridor'),
  link('/pile/docs/', 'Documents'),
];

const TRAPS: readonly Resource[] = [
  trap('/calendar/', 'a month always has a next month', calendar),
  trap('/shop/', 'each page hands out a new session id', shop),
  trap('/grow/', 'each page links to a longer path', ({ path }) => [link(`${path}further/`, 'Further'), link(`${path}left/`, 'Left')]),
  trap('/pile/', 'relative links pile up, since the server ignores what follows', () => [
    link('docs/', 'Documents'),
    link('docs/page/', 'Page'),
  ]),
];

function trap(path: string, note: string, linksOf: (visit: Visit) => readonly Link[]): Resource {
  const answer = (visit: Visit) => {
    const blocks = [writeParagraph('en', 'culture', visit.path), { list: linksOf(visit) }];
    return htmlAnswer(renderPage(LAYOUT, { path: visit.path, title: `${note} ${visit.path}`, blocks }));
  };
  return { path, kind: 'trap', below: true, note, answer };
}

function calendar({ path }: Visit): Link[] {
  const [year = 2026, month = 1] = path.split('/').slice(2).map(Number);
  const at = (offset: number): string => {
    const months = year * 12 + (month - 1) + offset;
    return `/calendar/${Math.floor(months / 12)}/${(months % 12) + 1}`;
  };
  return [
    link(at(1), 'Next month'),
    link(at(-1), 'Previous month'),
    ...Array.from({ length: 28 }, (_, day) => link(`${at(0)}/${day + 1}`, String(day + 1))),
  ];
}

/** Each id follows from the last one, so that the trap is endless and still the same every time. */
function shop({ path }: Visit): Link[] {
  const sid = (item: number): string => hash(`${path}/${item}`).toString(16).padStart(8, '0');
  return [1, 2, 3].map((item) => link(`/shop/item-${item}?sid=${sid(item)}`, `Item ${item}`));
}
