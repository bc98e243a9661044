/** Verwaltungsvorschriften im Internet: a table of contents, lists of authorities, pages in ISO-8859-1. All invented. */
import { html, notFound, xml } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const HOST = 'www.verwaltungsvorschriften-im-internet.de';

interface Regulation {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly authority: string;
  readonly image: string | null;
}

const AUTHORITIES = ['BMJ', 'BMF', 'BMI'];

const regulation = (number: number, thing: string, more: Partial<Regulation> = {}): Regulation => ({
  name: `bsvwvbund_${String(number).padStart(2, '0')}012031_XY1123450000${number}`,
  title: `Allgemeine Verwaltungsvorschrift über ${thing}`,
  text: `Für ${thing} gilt: Prüfung jährlich.`,
  authority: AUTHORITIES[number % AUTHORITIES.length] as string,
  image: null,
  ...more,
});

const THINGS = ['Lämpchen', 'Laternen', 'Kerzen', 'Dochte', 'Schirme', 'Fackeln'];
const FIRST: readonly Regulation[] = [
  ...THINGS.map((thing, at) => regulation(at + 1, thing)),
  regulation(7, 'Gebührenzeichen', { image: 'rund' }),
  regulation(8, 'Glühdrähte'),
  regulation(9, 'Öllampen'),
];
const nameOf = (number: number): string => (FIRST[number - 1] as Regulation).name;
const SECOND: readonly Regulation[] = [
  ...FIRST.filter(({ name }) => name !== nameOf(9)).map((each) => {
    if (each.name === nameOf(1)) return { ...each, text: 'Für Lämpchen gilt: Prüfung monatlich, über Änderungen wird berichtet.' };
    return each.name === nameOf(7) ? { ...each, image: 'eckig' } : each;
  }),
  regulation(10, 'Blitze'),
];

/** As the site writes it, which says so in the page alone. */
const latin = (page: string): FixtureResponse => ({ headers: { 'content-type': 'text/html' }, body: Buffer.from(page, 'latin1') });

const page = (title: string, container: string): FixtureResponse =>
  latin(
    `<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>${title}</title></head><body>${container}</body></html>`,
  );

/** The clock stands outside of the text. Links to other regulations are none of its files. */
function document({ name, title, text, image }: Regulation, day: Day): FixtureResponse {
  const picture = image ? `<p><img src="./bilder/${name}.gif" alt=""></p>` : '';
  return page(
    'LampVwV',
    `<div id="container"><div id="uhr">Stand: Tag ${day}</div><div id="content"><h1>${title}</h1><p>Vom 2. Januar 2031</p><p>${text}</p>
<p><a href="./${nameOf(2)}.htm?level=1">siehe auch</a></p>${picture}</div></div>`,
  );
}

/** A page is named twice, once with a level; one has no title. */
function contents(day: Day, regulations: readonly Regulation[]): FixtureResponse {
  const [list, row] = day === 'broken' ? ['inhalt', 'eintrag'] : ['items', 'item'];
  const link = (name: string): string => `http://${HOST}/${name}.htm`;
  const rows = regulations.map(({ name, title }) => {
    const head = name === nameOf(3) ? '' : `<title>${title}</title>`;
    return `<${row}>${head}<link>${link(name)}</link></${row}>`;
  });
  const twice = `<${row}><title>Noch einmal</title><link>${link(nameOf(4))}?level=1</link></${row}>`;
  const whole = `<?xml version="1.0" encoding="UTF-8"?><${list}>${rows.join('\n')}${twice}</${list}>`;
  return xml(day === 'cut' ? whole.slice(0, whole.length / 2) : whole);
}

function lists(day: Day, regulations: readonly Regulation[], pathname: string): FixtureResponse | null {
  const id = day === 'broken' || day === 'cut' ? 'inhalt' : 'container';
  if (pathname === '/erlassstellen.html') {
    const links = AUTHORITIES.map((authority) => `<li><a href="./Teilliste_${authority}.html">${authority}</a></li>`);
    return page('Erlassstellen', `<div id="${id}"><ul>${links.join('')}</ul></div>`);
  }
  const [, authority] = /^\/Teilliste_(\w+)\.html$/.exec(pathname) ?? [];
  if (!authority) return null;
  const links = regulations
    .filter((each) => each.authority === authority)
    .map(({ name, title }) => `<a href="./${name}.htm">${title}</a><br>`);
  return page(authority, `<div id="${id}"><a href="./erlassstellen.html">zurück</a>${links.join('')}</div>`);
}

/** On the second day the table of contents is not there, and the lists of the authorities are. */
function answer(day: Day, regulations: readonly Regulation[], { url }: FixtureRequest): FixtureResponse {
  const { pathname } = url;
  if (pathname === '/robots.txt') return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow:\n' };
  if (pathname === '/vvii-toc.xml') return day === 2 ? html('<h1>Not found</h1>', { status: 404 }) : contents(day, regulations);
  const found = regulations.find(({ name }) => pathname === `/${name}.htm`);
  if (found) return document(found, day);
  const pictured = regulations.find(({ name }) => pathname === `/bilder/${name}.gif`);
  if (pictured?.image) return { headers: { 'content-type': 'image/gif' }, body: Buffer.from(`GIF89a${pictured.image}`) };
  return lists(day, regulations, pathname) ?? notFound();
}

const KNOWN = FIRST.map(({ name }) => name);
const CHANGED = [nameOf(1), nameOf(7)];

export const verwaltungsvorschriftenImInternet: PortalFixture = {
  connector: 'verwaltungsvorschriften-im-internet',
  hosts: [HOST],
  quirks: [
    'pages are ISO-8859-1, and only they say so',
    'links are http, and some have ?level=1: the same page',
    'a row of the table of contents has no title',
    'on the second day there is no table of contents, and the lists of the authorities are read',
    'a page changes outside of its text: None',
    'an image changes and the text does not: Upd',
  ],
  today: { 1: '2031-02-03T04:00:00Z', 2: '2031-02-04T04:00:00Z' },
  expected: {
    1: KNOWN,
    2: {
      Add: [regulation(10, '').name],
      Upd: CHANGED,
      Del: [nameOf(9)],
      None: KNOWN.filter((name) => ![...CHANGED, nameOf(9)].includes(name)),
    },
  },
  open: (day) => (request) => answer(day, day === 1 ? FIRST : SECOND, request),
};
