/** Gesetze im Internet: one table of contents, one archive a law. Laws about lamps and what goes with them, all invented. */
import { notFound, validated, xml, type ZipMember, zip } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const HOST = 'www.gesetze-im-internet.de';

interface Law {
  readonly slug: string;
  readonly title: string;
  /** Texts of the norms after the head. */
  readonly norms: readonly string[];
  readonly images: Readonly<Record<string, string>>;
  /** When the law was written anew. */
  readonly built: string;
  /** When its archive was packed: changes the archive, not its members. */
  readonly packedAt: Date;
  /** Listed, but its archive is not there. */
  readonly isMissing: boolean;
}

const DAY_1 = new Date(Date.UTC(2031, 0, 5, 21, 25));
const DAY_2 = new Date(Date.UTC(2031, 0, 6, 21, 25));

const law = (slug: string, title: string, more: Partial<Law> = {}): Law => ({
  slug,
  title,
  norms: ['Dieses Gesetz gilt für alles, was leuchtet.', 'Wer leuchtet, zeigt es an.'],
  images: {},
  built: '20310105212500',
  packedAt: DAY_1,
  isMissing: false,
  ...more,
});

const THINGS = ['Lampen', 'Laternen', 'Kerzen', 'Dochte', 'Schirme', 'Fackeln', 'Leuchter', 'Docken', 'Spiegel', 'Linsen'];

const FIRST: readonly Law[] = [
  ...THINGS.map((thing) => law(`${thing.toLowerCase()}g`, `Gesetz über erfundene ${thing}`)),
  law('lichtg_2030', 'Gesetz über "Licht" & Schatten'),
  law('ankuendg', 'Ankündigung eines Gesetzes', { norms: [] }),
  law('bild-v', 'Verordnung über Bilder von Lampen', { images: { 'bild1.jpg': 'eins', 'bild2.jpg': 'zwei' } }),
  law('zeichenv', 'Verordnung über Zeichen', { images: { 'zeichen.jpg': 'rund' } }),
  law('aufhebg', 'Gesetz, das bald aufgehoben wird'),
  law('verschwg', 'Gesetz, dessen Archiv zeitweise fehlt'),
  law('nochnichtg', 'Gesetz, das noch niemand gesehen hat', { isMissing: true }),
];

/** What the second day does to a law. */
const CHANGES: Readonly<Record<string, Partial<Law>>> = {
  lampeng: { norms: ['Dieses Gesetz gilt nur noch für Lampen.'], built: '20310106212500', packedAt: DAY_2 },
  laterneng: { packedAt: DAY_2 },
  zeichenv: { images: { 'zeichen.jpg': 'eckig' }, packedAt: DAY_2 },
  verschwg: { isMissing: true },
};

const SECOND: readonly Law[] = [
  ...FIRST.filter(({ slug }) => slug !== 'aufhebg').map((known) => ({ ...known, ...CHANGES[known.slug] })),
  law('neug', 'Gesetz über neue Leuchten', { built: '20310106212500', packedAt: DAY_2 }),
];

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** The DTD it names is not there: who loads it waits in vain. */
function contents(laws: readonly Law[], [list, row]: readonly [string, string] = ['items', 'item']): string {
  const rows = laws.map(
    ({ slug, title }) => `<${row}><title>${escaped(title)}</title><link>http://${HOST}/${slug}/xml.zip</link></${row}>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE ${list} SYSTEM "http://${HOST}/dtd/1.0/gii-toc.dtd">
<${list}>${rows.join('\n')}</${list}>`;
}

const numberOf = ({ slug }: Law): string =>
  `BJNR${String(Buffer.from(slug).reduce((sum, byte) => (sum * 31 + byte) % 99_999, 7)).padStart(5, '0')}2031`;

function lawXml(of: Law): string {
  const number = numberOf(of);
  const abbreviation = `${of.slug.charAt(0).toUpperCase()}${of.slug.slice(1, -1)}G`;
  const norms = of.norms.map(
    (text, at) =>
      `<norm builddate="${of.built}" doknr="${number}BJNE00${at + 1}00000"><metadaten><jurabk>${abbreviation}</jurabk><enbez>§ ${at + 1}</enbez></metadaten>
<textdaten><text format="XML"><Content><P>(1) ${escaped(text)}</P></Content></text></textdaten></norm>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE dokumente SYSTEM "http://${HOST}/dtd/1.01/gii-norm.dtd">
<dokumente builddate="${of.built}" doknr="${number}">
<norm builddate="${of.built}" doknr="${number}"><metadaten><jurabk>${abbreviation}</jurabk><amtabk>${abbreviation}</amtabk>
<ausfertigung-datum manuell="ja">2031-01-02</ausfertigung-datum>
<fundstelle typ="amtlich"><periodikum>BGBl I</periodikum><zitstelle>2031, Nr. 5</zitstelle></fundstelle>
<kurzue>${escaped(of.title.replace(/^(Gesetz|Verordnung) über /, ''))}</kurzue><langue>${escaped(of.title)}</langue>
<standangabe checked="ja"><standtyp>Stand</standtyp><standkommentar>Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9</standkommentar></standangabe>
</metadaten><textdaten><fussnoten><Content><P>(+++ Textnachweis ab: 10.1.2031 +++)</P></Content></fussnoten></textdaten></norm>
${norms.join('\n')}
</dokumente>`;
}

/** Enough of one to be taken for one. */
const jpeg = (body: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(body)]);

function archiveOf(of: Law): Uint8Array {
  const images: ZipMember[] = Object.entries(of.images).map(([name, body]) => ({ name, body: jpeg(body), at: of.packedAt }));
  return zip([{ name: `${numberOf(of)}.xml`, body: lawXml(of), at: of.packedAt }, ...images]);
}

/** On broken days its elements have other names; on cut days its writer died half-way, and the server knows of nothing. */
function contentsOn(day: Day, laws: readonly Law[]): FixtureResponse {
  const whole = contents(laws, day === 'broken' ? ['inhalt', 'eintrag'] : ['items', 'item']);
  return xml(day === 'cut' ? whole.slice(0, whole.length / 2) : whole);
}

function answer(day: Day, laws: readonly Law[], request: FixtureRequest): FixtureResponse {
  const { pathname } = request.url;
  if (pathname === '/gii-toc.xml') return contentsOn(day, laws);
  const found = laws.find(({ slug, isMissing }) => pathname === `/${slug}/xml.zip` && !isMissing);
  if (!found) return notFound();
  return validated(request, { headers: { 'content-type': 'application/zip' }, body: archiveOf(found) }, found.packedAt.toUTCString());
}

const slugs = (laws: readonly Law[]): string[] => laws.map(({ slug }) => slug);
const KNOWN = slugs(FIRST.filter(({ isMissing }) => !isMissing));

export const gesetzeImInternet: PortalFixture = {
  connector: 'gesetze-im-internet',
  hosts: [HOST],
  quirks: [
    'the table of contents names an external DTD that must not be loaded',
    'its links are http, the archives are asked for by https',
    'archives have ETag and Last-Modified: what has not changed is answered 304',
    'an archive is packed anew with the same members: None',
    'an image changes and the text does not: Upd',
    'a listed law answers 404: it is kept while the table lists it',
    'a law consists of its head alone',
    'titles contain quotation marks and ampersands',
  ],
  today: { 1: '2031-01-06T04:00:00Z', 2: '2031-01-07T04:00:00Z' },
  expected: {
    1: KNOWN,
    2: {
      Add: ['neug'],
      Upd: ['lampeng', 'zeichenv'],
      Del: ['aufhebg'],
      None: KNOWN.filter((slug) => !['lampeng', 'zeichenv', 'aufhebg'].includes(slug)),
    },
  },
  open(day) {
    const laws = day === 1 ? FIRST : SECOND;
    return (request) => answer(day, laws, request);
  },
};
