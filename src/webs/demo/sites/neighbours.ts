/**
 * Two small sites of different owners on one machine: an address must not get two requests at a
 * time, though the sites know nothing of each other. The bakery loses its domain on the third day and gets it back
 * on the sixth.
 */
import { type Layout, page } from '../html.js';
import { writeParagraph } from '../prose/write.js';
import { link, robots, story, styleSheet, titleOf } from '../resources.js';
import type { Resource, Site, World } from '../site.js';

const ADDRESS = 7;

const BAKERY: Layout = {
  site: 'Panetteria del Molo',
  language: 'it',
  colour: '#8a5a1f',
  nav: [link('/', 'Pagina iniziale'), link('/pane/', 'Il nostro pane')],
  footer: [link('http://chess-club.example/', 'Il circolo di scacchi qui accanto')],
  aside: 'Il forno è aperto dalle sei del mattino, tranne il lunedì.',
};

const CHESS: Layout = {
  site: 'Шахматен клуб Тих ход',
  language: 'bg',
  colour: '#333333',
  nav: [link('/', 'Начало'), link('/partii/', 'Партии')],
  footer: [link('http://bakery.example/', 'Хлебарницата до нас')],
  aside: 'Играем всеки вторник след шест часа, а чаят е безплатен.',
  answer: { framing: 'close' },
};

export const bakery: Site = {
  name: 'bakery',
  host: 'bakery.example',
  address: ADDRESS,
  purpose: 'Shares an address with the chess club and answers slowly; from day 2 to day 4 every page is one and the same parking page.',
  seeds: ['/'],
  slowMs: 60,
  build: (world) => bakeryPages(world),
};

function bakeryPages(world: World): Resource[] {
  const parked = world.day >= 2 && world.day <= 4;
  const pages = shelf(BAKERY, '/pane/', 8, 'Il pane e la nostra storia');
  return [robots('User-agent: *\nAllow: /\n'), styleSheet(BAKERY.colour), ...(parked ? pages.map(parkedPage) : pages)];
}

function parkedPage({ path }: Resource): Resource {
  const layout: Layout = { ...BAKERY, site: 'This domain is for sale', language: 'en', nav: [], footer: [], aside: '' };
  return page(
    layout,
    { path, title: 'Buy this domain', blocks: ['The name you typed is waiting for a new owner.'] },
    { anomaly: 'disguise' },
  );
}

export const chessClub: Site = {
  name: 'chess-club',
  host: 'chess-club.example',
  address: ADDRESS,
  purpose: 'Shares an address with the bakery; closes the connection after each answer.',
  seeds: ['/'],
  slowMs: 40,
  build: () => [styleSheet(CHESS.colour), ...shelf(CHESS, '/partii/', 8, 'Партии и задачи')],
};

function shelf(layout: Layout, folder: string, count: number, title: string): Resource[] {
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  return [
    page(layout, {
      path: '/',
      title: layout.site,
      blocks: [writeParagraph(layout.language, 'culture', 'front'), { p: [link(folder, title)] }],
    }),
    page(layout, {
      path: folder,
      title,
      blocks: [{ list: numbers.map((n) => link(String(n), titleOf(layout.language, 'culture', n, layout.site))) }],
    }),
    ...numbers.map((n) => story(layout, { path: folder + n, index: n, topic: 'culture' })),
  ];
}
