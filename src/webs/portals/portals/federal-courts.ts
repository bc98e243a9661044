/**
 * The federal courts of Germany: the API of rechtsinformationen.bund.de, the table of contents of
 * rechtsprechung-im-internet.de for one of them, and pages of their own sites.
 */
import { html, json, notFound, pdf, xml, zip } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';
import { type CourtNames, type CourtStory, type Decision, decisionsOn, storyOf } from './federal-courts-contents.js';

const API = 'testphase.rechtsinformationen.bund.de';
const RII = 'www.rechtsprechung-im-internet.de';
/** Rows a page, whatever is asked for. */
const MOST_ROWS = 4;

interface Court extends CourtNames {
  readonly connector: string;
  readonly quirks: readonly string[];
  /** Its own site, with the addresses of a decision. */
  readonly own?: { readonly host: string; readonly paths: (decision: Decision) => readonly string[] };
  /** The API is down, and the other route is allowed. */
  readonly isByContents?: boolean;
  /** Texts come as archives with their images. */
  readonly hasArchives?: boolean;
}

const ddMMyy = (date: string): string => `${date.slice(8, 10)}${date.slice(5, 7)}${date.slice(2, 4)}`;
const german = (date: string): string => date.split('-').reverse().join('.');

// ---- the API

const headline = ({ short }: Court, { date, dockets }: Decision): string => `${short}, ${german(date)}, ${dockets.join(', ')}`;

const row = (court: Court, decision: Decision): Record<string, unknown> => ({
  '@type': 'Decision',
  '@id': `/v1/case-law/${decision.id}`,
  documentNumber: decision.id,
  ecli: decision.ecli,
  courtType: court.short,
  courtName: court.name,
  fileNumbers: decision.dockets,
  decisionDate: decision.date,
  documentType: decision.kind,
  headline: headline(court, decision),
});

function search(court: Court, day: Day, decisions: readonly Decision[], query: URLSearchParams): FixtureResponse {
  const [from, until] = [query.get('decisionDateFrom') ?? '', query.get('decisionDateTo') ?? '9999'];
  const found = query.get('courtType') === court.short ? decisions.filter(({ date }) => date >= from && date <= until) : [];
  const page = Number(query.get('pageIndex'));
  const shown = day === 'cut' && page > 0 ? [] : found.slice(page * MOST_ROWS, (page + 1) * MOST_ROWS);
  const members = shown.map((decision) => ({ item: row(court, decision) }));
  const more = (page + 1) * MOST_ROWS < found.length ? `/v1/case-law?pageIndex=${page + 1}` : null;
  return json({
    '@type': 'hydra:Collection',
    totalItems: found.length,
    ...(day === 'broken' ? { hits: members } : { member: members }),
    view: { next: more },
  });
}

const text = (court: Court, { id, ecli, text: said, image }: Decision): string =>
  `<?xml version="1.0" encoding="UTF-8"?><akn:akomaNtoso xmlns:akn="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><akn:judgment name="${court.short}"><akn:meta><akn:identification source="${id}"/><akn:references>${ecli ?? ''}</akn:references></akn:meta><akn:judgmentBody><akn:p>${said}</akn:p>${image ? '<akn:img src="bild.png"/>' : ''}</akn:judgmentBody></akn:judgment></akn:akomaNtoso>`;

const png = (body: string): Buffer => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(body)]);

const archive = (court: Court, decision: Decision): FixtureResponse => ({
  headers: { 'content-type': 'application/zip' },
  body: zip([
    { name: `${decision.id}.xml`, body: text(court, decision) },
    ...(decision.image ? [{ name: 'bild.png', body: png(decision.image) }] : []),
  ]),
});

function file(court: Court, decision: Decision, ending: string | undefined): FixtureResponse {
  if (ending === 'xml') return xml(text(court, decision));
  if (ending === 'html') return html(`<!doctype html><title>${headline(court, decision)}</title><p>${decision.text}</p>`);
  if (ending === 'zip') return court.hasArchives ? archive(court, decision) : notFound();
  // One has no detail.
  return decision.date < '2015' ? notFound() : json({ ...row(court, decision), guidingPrinciple: decision.headnote, tenor: decision.text });
}

function api(court: Court, day: Day, decisions: readonly Decision[], { url }: FixtureRequest): FixtureResponse {
  if (court.isByContents) return html('<h1>Wartung</h1>', { status: 500 });
  if (url.pathname === '/v1/case-law') return search(court, day, decisions, url.searchParams);
  const [, id, ending] = /^\/v1\/case-law\/([A-Z0-9]+)(?:\.(\w+))?$/.exec(url.pathname) ?? [];
  const decision = decisions.find((each) => each.id === id);
  return decision ? file(court, decision, ending) : notFound();
}

// ---- the table of contents

const item = (gericht: string, { id, date, dockets, modified }: Decision, prefix = 'jb-'): string =>
  `<item><gericht>${gericht}</gericht><entsch-datum>${date.replaceAll('-', '')}</entsch-datum><aktenzeichen>${dockets.join(', ')}</aktenzeichen>
<link>http://${RII}/jportal/docs/bsjrs/${prefix}${id}.zip</link><modified>${modified}</modified></item>`;

/** Decisions of other courts stand in it too, and one of the joint senate, which belongs to none. */
function contents(court: Court, decisions: readonly Decision[]): string {
  const stranger = (id: string): Decision => ({ ...(decisions[0] as Decision), id });
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- lastBuildDate: 2031-02-03 -->
<items>${decisions.map((each) => item(`${court.short} ${court.panel}`, each, each.date < '2015' ? '' : 'jb-')).join('\n')}
${item('GmSOGB', stranger('KGRE900012031'))}${item('LSG Neustadt', stranger('JURE900012031'))}</items>`;
}

const decisionXml = (court: Court, decision: Decision): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE dokument SYSTEM "http://${RII}/dtd/v1/rii-dok.dtd">
<dokument><doknr>${decision.id}</doknr><ecli>${decision.ecli ?? ''}</ecli><gertyp>${court.short}</gertyp><gerort/>
<spruchkoerper>${court.panel}</spruchkoerper><entsch-datum>${decision.date.replaceAll('-', '')}</entsch-datum><aktenzeichen>${decision.dockets.join(', ')}</aktenzeichen>
<doktyp>${decision.kind}</doktyp><norm>§ 1 LampG, § 2 LampG</norm><vorinstanz>vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29</vorinstanz>
<titelzeile><dl class="RspDL"><dt/><dd><p>Erfundener Leitgedanke</p></dd></dl></titelzeile><leitsatz>${decision.headnote ?? ''}</leitsatz>
<gruende><div><p>${decision.text}</p></div></gruende><publisher>BMJ</publisher><accessRights>${decision.rights}</accessRights></dokument>`;

function rii(court: Court, day: Day, decisions: readonly Decision[], { url }: FixtureRequest): FixtureResponse {
  const reserved = { headers: { 'tdm-reservation': '1' } };
  if (url.pathname === '/rii-toc.xml') {
    const whole = contents(court, decisions);
    if (day === 'broken') return xml(whole.replaceAll('gericht>', 'spruchkoerper>'), reserved);
    return xml(day === 'cut' ? whole.slice(0, whole.length / 2) : whole, reserved);
  }
  const [, id] = /\/bsjrs\/(?:jb-)?([A-Z0-9]+)\.zip$/.exec(url.pathname) ?? [];
  const decision = decisions.find((each) => each.id === id);
  if (!decision) return notFound();
  const images = decision.image ? [{ name: 'bild.png', body: png(decision.image) }] : [];
  const body = zip([{ name: `${decision.id}.xml`, body: decisionXml(court, decision) }, ...images]);
  const fresh = { 'last-modified': new Date(Date.UTC(2031, 1, day === 1 ? 3 : 4)).toUTCString(), ...reserved.headers };
  return { headers: { 'content-type': 'application/zip', ...fresh }, body };
}

// ---- their own sites

function ownSite(court: Court, decisions: readonly Decision[], { url }: FixtureRequest): FixtureResponse {
  if (url.pathname === '/robots.txt')
    return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /SiteGlobals/\n' };
  // The oldest have no page.
  const decision = decisions.find((each) => each.date > '2015' && court.own?.paths(each).includes(url.pathname));
  if (!decision) return notFound();
  if (url.pathname.includes('pdf')) return pdf(decision.text);
  const counter = Math.random();
  return html(
    `<!doctype html><header>Besucher ${counter}</header><main><h1>${decision.dockets[0]}</h1><p>${decision.text}</p><p>${decision.note}</p></main>`,
  );
}

// ---- the seven

function fixtureOf(court: Court): PortalFixture {
  const story: CourtStory = storyOf(court);
  const { changed, noted, closed, withdrawn, pictured, added } = story.ids;
  const ids = story.first.map(({ id }) => id).filter((id) => !court.isByContents || id !== closed);
  const updated = [changed, ...(court.hasArchives || court.isByContents ? [pictured] : []), ...(court.own ? [noted] : [])];
  return {
    connector: court.connector,
    hosts: [API, RII, ...(court.own ? [court.own.host] : [])],
    quirks: [...(court.isByContents ? CONTENTS_QUIRKS : API_QUIRKS), ...court.quirks],
    ...(court.own ? { parameters: { OwnSite: 'true' } } : {}),
    ...(court.isByContents ? { accepts: true } : {}),
    today: { 1: '2031-02-03T04:00:00Z', 2: '2031-02-04T04:00:00Z' },
    expected: {
      1: ids,
      2: { Add: [added], Upd: updated, Del: [withdrawn], None: ids.filter((id) => ![...updated, withdrawn].includes(id)) },
    },
    open: (day) => opened(court, day, decisionsOn(story, day)),
  };
}

function opened(court: Court, day: Day, decisions: readonly Decision[]): (request: FixtureRequest) => FixtureResponse {
  let isBusy = true;
  return (request) => {
    const { hostname, pathname } = request.url;
    if (hostname === court.own?.host) return ownSite(court, decisions, request);
    if (pathname === '/robots.txt') return notFound();
    if (hostname === RII) return rii(court, day, decisions, request);
    if (isBusy) {
      isBusy = false;
      return html('<h1>Service Unavailable</h1>', { status: 503 });
    }
    return api(court, day, decisions, request);
  };
}

const API_QUIRKS = [
  'the API gives smaller pages than are asked for',
  'too many requests are answered 503',
  'no list tells of changes: recent decisions are compared',
  'several decisions have one docket number, and one has several',
  'older decisions have no ECLI and no detail',
];
const CONTENTS_QUIRKS = [
  'the API is down, and the user may use the table of contents',
  'the table holds all courts, with their panels, and a joint senate that is none of them',
  'older links lack jb-',
  'archives have a fresh Last-Modified with every answer: only `modified` tells of changes',
  'answers reserve text and data mining',
  'a decision that is not public is left out',
];

export const bundesverfassungsgericht = fixtureOf({
  connector: 'bundesverfassungsgericht',
  short: 'BVerfG',
  name: 'BVerfG',
  panel: '1. Senat 1. Kammer',
  prefix: 'KVRE',
  docket: (number) => `1 BvR ${number}/30`,
  ordinal: ({ date, number }) => `rk${date.replaceAll('-', '')}.1bvr${String(number).padStart(4, '0')}30`,
  own: {
    host: 'www.bundesverfassungsgericht.de',
    paths: ({ date, ecli }) => {
      const place = `${date.slice(0, 4)}/${date.slice(5, 7)}/${ecli?.split(':').at(-1)?.replace('.', '_')}`;
      return [`/SharedDocs/Entscheidungen/DE/${place}.html`, `/SharedDocs/Downloads/DE/${place}.pdf`];
    },
  },
  quirks: [
    'pages of its own site are found by the ECLI, since its search form is kept from programs',
    'pages of its own site count their visitors: None',
  ],
});

export const bundesgerichtshof = fixtureOf({
  connector: 'bundesgerichtshof',
  short: 'BGH',
  name: 'BGH Karlsruhe',
  panel: '9. Zivilsenat',
  prefix: 'KORE',
  docket: (number) => `IX ZB ${number}/30`,
  ordinal: ({ date, number }) => `${ddMMyy(date)}BIXZB${number}.30.0`,
  quirks: [],
});

export const bundesverwaltungsgericht = fixtureOf({
  connector: 'bundesverwaltungsgericht',
  short: 'BVerwG',
  name: 'BVerwG Leipzig',
  panel: '9. Senat',
  prefix: 'WBRE',
  docket: (number) => `9 C ${number}/30`,
  ordinal: ({ date, number }) => `${ddMMyy(date)}U9C${number}.30.0`,
  own: {
    host: 'www.bverwg.de',
    paths: ({ ecli }) => [`/de/${ecli?.split(':').at(-1)}`, `/entscheidungen/pdf/${ecli?.split(':').at(-1)}.pdf`],
  },
  quirks: ['pages of its own site are called by the last part of the ECLI', 'pages of its own site count their visitors: None'],
});

export const bundesfinanzhof = fixtureOf({
  connector: 'bundesfinanzhof',
  short: 'BFH',
  name: 'BFH München',
  panel: '6. Senat',
  prefix: 'STRE',
  docket: (number) => `VI R ${number}/30`,
  ordinal: ({ date, number }) => `U.${ddMMyy(date)}.VIR${number}.30.0`,
  own: {
    host: 'www.bundesfinanzhof.de',
    paths: ({ id }) => ['', 'pdf/'].map((kind) => `/de/entscheidung/entscheidungen-online/detail/${kind}${id}${kind ? '' : '/'}`),
  },
  quirks: ['its own site knows decisions by the number of the document', 'pages of its own site count their visitors: None'],
});

export const bundesarbeitsgericht = fixtureOf({
  connector: 'bundesarbeitsgericht',
  short: 'BAG',
  name: 'BAG Erfurt',
  panel: '1. Senat',
  prefix: 'KARE',
  docket: (number) => `1 ABR ${number}/30`,
  ordinal: ({ date, number }) => `${ddMMyy(date)}.B.1ABR${number}.30.0`,
  own: {
    host: 'www.bundesarbeitsgericht.de',
    paths: ({ dockets }) => [`/entscheidung/${dockets[0]?.toLowerCase().replace(/[ /]/g, '-')}/`],
  },
  quirks: ['pages of its own site are called by the docket number: two decisions share one'],
});

export const bundessozialgericht = fixtureOf({
  connector: 'bundessozialgericht',
  short: 'BSG',
  name: 'BSG Kassel',
  panel: '8. Senat',
  prefix: 'KSRE',
  docket: (number) => `B 8 SO ${number}/30 R`,
  ordinal: ({ date, number }) => `${ddMMyy(date)}UB8SO${number}30R0`,
  isByContents: true,
  quirks: [],
});

export const bundespatentgericht = fixtureOf({
  connector: 'bundespatentgericht',
  short: 'BPatG',
  name: 'BPatG München',
  panel: '25. Senat',
  prefix: 'MPRE',
  docket: (number) => `25 W (pat) ${number}/30`,
  ordinal: ({ date, number }) => `${ddMMyy(date)}B25Wpat${number}.30.0`,
  hasArchives: true,
  quirks: ['decisions on trade marks have images, in an archive with the text', 'an image changes and the text does not: Upd'],
});
