/**
 * A library that has moved its shelves too often: every kind of redirect, good and bad. On the
 * second day it gets a new template, on every page at once.
 */
import { type Layout, page, renderPage } from '../html.js';
import { writeParagraph } from '../prose/write.js';
import { failing, link, redirect, robots, story, styleSheet, titleOf } from '../resources.js';
import { dateOf, type Link, morningOf, type Resource, type Site, type World } from '../site.js';

const NAME = 'Stadtbibliothek';
const BOOKS = 12;

const layoutOf = (world: World): Layout => ({
  site: NAME,
  language: 'de',
  colour: '#7a2e2e',
  nav: [link('/', 'Startseite'), link('/katalog/', 'Katalog'), link('/umzug', 'Umgezogene Seiten')],
  footer: [link('/oeffnungszeiten', 'Öffnungszeiten')],
  aside:
    world.day >= 1 ? 'Die neue Lesehalle ist eröffnet. Kommen Sie und staunen Sie!' : 'Bücher können drei Wochen lang ausgeliehen werden.',
  template: world.day >= 1 ? 2 : 1,
  answer: { framing: 'chunked', lastModified: morningOf(Math.min(world.day, 1)) },
});

/** The name resolves to a private address: a crawler that goes there can be led into any network. */
const INTERNAL = { host: 'intern.stadtbibliothek.example', address: '10.255.255.1:80', note: 'resolves to a private address' };

export const library: Site = {
  name: 'library',
  host: 'stadtbibliothek.example',
  address: 6,
  purpose: 'A library: redirects of every status, chains, loops, redirects out of scope and to private addresses; a new template on day 1.',
  seeds: ['/'],
  ghosts: [INTERNAL],
  build: (world) => [...shelves(layoutOf(world), world), ...redirects(layoutOf(world), world)],
};

function shelves(layout: Layout, world: World): Resource[] {
  const books = Array.from({ length: BOOKS }, (_, i) => i + 1);
  return [
    robots('User-agent: *\nDisallow: /ausleihe/konto\n'),
    styleSheet(layout.colour),
    page(layout, {
      path: '/',
      title: 'Willkommen in der Bibliothek',
      blocks: [writeParagraph('de', 'culture', 'front'), { p: [link('/ausleihe/heute', 'Heute ausgeliehen')] }],
    }),
    page(layout, {
      path: '/katalog/',
      title: 'Katalog',
      blocks: [{ list: books.map((n) => link(`buch/${n}`, titleOf('de', 'culture', n, NAME))) }],
    }),
    ...books.map((n) => story(layout, { path: `/katalog/buch/${n}`, index: n, topic: 'culture' })),
    page(layout, { path: '/oeffnungszeiten', title: 'Öffnungszeiten', blocks: [writeParagraph('de', 'council', 'hours')] }),
    page(layout, {
      path: '/umzug',
      title: 'Umgezogene Seiten',
      blocks: [{ list: MOVED.map((href) => link(href, `Früher unter ${href}`)) }, { list: BAITS }],
    }),
    ...[...TARGETS, ...(world.day >= NEW_LOANS ? [loansOf(world)] : [])].map((path, i) =>
      story(layout, { path, index: i, topic: 'council' }),
    ),
    page(layout, { path: '/ausleihe/konto', title: 'Konto', blocks: ['Nur für Mitglieder.'] }, { disallowed: true }),
  ];
}

const TARGETS = [
  '/neu/dauerhaft',
  '/neu/gefunden',
  '/neu/siehe',
  '/neu/vorlaeufig',
  '/neu/endgueltig',
  '/neu/kette',
  '/neu/relativ',
  '/ausleihe/2026-03-02',
];

/** The page of today's loans changes its place; the old one stays, but nothing leads there any more. */
const NEW_LOANS = 6;

const loansOf = ({ day }: World): string => `/ausleihe/${dateOf(day >= NEW_LOANS ? NEW_LOANS : 0)}`;

const MOVED = [
  '/alt/301',
  '/alt/302',
  '/alt/303',
  '/alt/307',
  '/alt/308',
  '/alt/kette-1',
  '/alt/schleife-a',
  '/alt/selbst',
  '/alt/relativ/start',
  '/alt/verboten',
  '/alt/hinaus',
  '/alt/metadaten',
  '/alt/rechner',
  '/alt/leer',
  '/alt/endlos/0',
];

const BAITS: readonly Link[] = [link(`http://${INTERNAL.host}/`, 'Internes Verzeichnis')];

function redirects(layout: Layout, world: World): Resource[] {
  const body = renderPage(layout, {
    path: '/ausleihe/heute',
    title: 'Heute ausgeliehen',
    blocks: [writeParagraph('de', 'culture', 'today')],
  });
  const next = (path: string): string => `/alt/endlos/${Number(path.split('/').at(-1)) + 1}`;
  return [
    redirect('/alt/301', 301, '/neu/dauerhaft'),
    redirect('/alt/302', 302, 'http://stadtbibliothek.example/neu/gefunden'),
    redirect('/alt/303', 303, '/neu/siehe'),
    redirect('/alt/307', 307, '/neu/vorlaeufig'),
    redirect('/alt/308', 308, '/neu/endgueltig'),
    redirect('/alt/kette-1', 301, '/alt/kette-2'),
    redirect('/alt/kette-2', 302, '/alt/kette-3'),
    redirect('/alt/kette-3', 307, '/neu/kette'),
    redirect('/alt/relativ/start', 301, '../../neu/relativ'),
    redirect('/ausleihe/heute', 302, loansOf(world), {
      body,
      title: `Heute ausgeliehen | ${NAME}`,
      note: 'comes with a whole page as its body',
    }),
    redirect('/alt/schleife-a', 302, '/alt/schleife-b', { note: 'loop of two' }),
    redirect('/alt/schleife-b', 302, '/alt/schleife-a', { note: 'loop of two' }),
    redirect('/alt/selbst', 302, '/alt/selbst', { note: 'leads to itself' }),
    redirect('/alt/verboten', 302, '/ausleihe/konto', { note: 'leads to a page robots.txt forbids' }),
    redirect('/alt/hinaus', 302, 'http://gov.example.evil.test/more', { note: 'leaves the scope' }),
    redirect('/alt/metadaten', 302, 'http://169.254.169.254/latest/meta-data/', { note: 'leads to a link-local address' }),
    redirect('/alt/rechner', 302, 'http://127.0.0.1:1/', { note: 'leads to the loopback address' }),
    failing('/alt/leer', 302, 'a redirect without Location', () => ({ status: 302, headers: { 'Content-Type': 'text/html' }, body: '' })),
    failing(
      '/alt/endlos/',
      302,
      'endless chain of redirects',
      ({ path }) => ({ status: 302, headers: { Location: next(path) }, body: '' }),
      { below: true },
    ),
  ];
}
