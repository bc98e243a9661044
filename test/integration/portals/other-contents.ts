/** The same portals with other contents, other sizes and other mishaps than the fixtures that come with the program. */
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../../../src/webs/portals/index.js';
import { type CellarState, cellarPortal } from '../../../src/webs/portals/portals/eur-lex.js';
import { formex, type Notification, type Text, type Work, work } from '../../../src/webs/portals/portals/eur-lex-contents.js';
import { legislation, published } from '../../../src/webs/portals/portals/legislation-contents.js';
import { legislationPortal } from '../../../src/webs/portals/portals/legislation-gov-uk.js';
import { risAnswer } from '../../../src/webs/portals/portals/ris.js';
import { type RisEvent, risRecord } from '../../../src/webs/portals/portals/ris-contents.js';

type Portal = (request: FixtureRequest) => FixtureResponse;

/** The portal of the second day, with its answers spoilt. */
const spoilt =
  (portal: Portal, spoil: (body: string, request: FixtureRequest) => string | FixtureResponse): Portal =>
  (request) => {
    const answer = portal(request);
    if (typeof answer.body !== 'string') return answer;
    const made = spoil(answer.body, request);
    return typeof made === 'string' ? { ...answer, body: made } : made;
  };

// ---- RIS: one collection, one law; a history of more than a page

const court = Array.from({ length: 4 }, (_, at) =>
  risRecord('Justiz', `JJR_20301105_OGH0002_${at}`, { decided: '2030-11-05', formats: ['Html'], text: `Rechtssatz ${at}` }),
);
const pictured = risRecord('BrKons', 'NOR40990001', {
  attachments: [{ name: 'anlage.gif', as: 'EmbeddedAttachment', body: 'ein Bild' }],
});
const plain = { ...pictured, attachments: [] };
const newLaw = risRecord('BrKons', 'NOR40990002', { title: 'Dochtordnung' });
const comesBack = risRecord('BrKons', 'NOR40990003');
const [goneFirst, ...stays] = court as [(typeof court)[number], ...typeof court];
const loaded = stays.map((each) => ({ ...each, imported: '2031-01-10T22:00:00' }));
const happened = (of: RisEvent['of'], isDeleted = false): RisEvent => ({ of, on: '2031-01-10', isDeleted });
const risSecond = {
  records: [...loaded, plain, newLaw, comesBack],
  events: [
    ...Array.from({ length: 34 }, () => loaded.map((of) => happened(of))).flat(),
    happened(goneFirst, true),
    happened(risRecord('Justiz', 'JJT_NOBODY_KNEW'), true),
    happened(comesBack, true),
    happened(comesBack),
    ...[plain, newLaw].map((of) => happened(of)),
  ],
};

const otherRis: PortalFixture = {
  connector: 'ris',
  hosts: ['data.bka.gv.at', 'www.ris.bka.gv.at'],
  quirks: [
    'a history of two pages, its deletion on the second',
    'a deletion of what was never known',
    'deleted and published again between two runs',
    'HTML alone',
  ],
  parameters: { Collections: 'Justiz,Bundesrecht konsolidiert', From: '2030-11-01' },
  today: { 1: '2031-01-09T04:00:00Z', 2: '2031-01-11T04:00:00Z' },
  expected: {
    1: [...court, pictured, comesBack].map(({ id }) => id),
    2: {
      Add: [newLaw.id],
      Upd: [plain.id],
      Del: [goneFirst.id],
      None: [...stays, comesBack].map(({ id }) => id),
    },
  },
  open(day) {
    const state = day === 1 ? { records: [...court, pictured, comesBack], events: [] } : risSecond;
    const portal: Portal = (request) => risAnswer(state, day === 1 ? 1 : 2, request);
    if (day === 'broken') return spoilt(portal, (body) => body.replaceAll('"ID"', '"Nummer"'));
    if (day === 'cut')
      return spoilt(portal, (body, { url }) =>
        url.searchParams.get('Seitennummer') === '2' || url.searchParams.get('EntscheidungsdatumVon') === '2030-12-01'
          ? { body: '{"OgdSearchResult":{"Error":{"Applikation":"History","Message":"soap:Server Zeitüberschreitung"}}}' }
          : body,
      );
    return portal;
  },
};

// ---- legislation.gov.uk: two types, two languages, a day of withdrawals

const acts = Array.from({ length: 22 }, (_, at) => legislation(`ukpga/2030/${at + 1}`));
const bilingual = legislation('wsi/2030/1', { welsh: 'Lampau.' });
const ukFirst = [...acts, bilingual, legislation('wsi/2029/7', { welsh: 'Canhwyllau.' }), legislation('uksi/2030/1')];
const ukSecond = [
  ...ukFirst.filter(({ id }) => !['ukpga/2030/5', 'wsi/2029/7', 'wsi/2030/1'].includes(id)),
  { ...bilingual, welsh: 'Lampau newydd.' },
  legislation('ukpga/2031/1'),
];
const DAY = '2031-03-02';
const ukLog = [
  published('ukpga/2031/1', DAY, { isNew: true }),
  published('ukpga/2031/2', DAY, { isNew: true }),
  published('wsi/2030/1', DAY, { file: 'welsh/data.xml' }),
  published('ukpga/2030/5', DAY, { event: 'withdrawn', file: 'pdfs/ukpga_20300005_en.pdf' }),
  published('ukpga/2030/5', DAY, { event: 'withdrawn' }),
  published('ukpga/2030/6', DAY, { event: 'withdrawn' }),
  published('ukpga/2030/6', DAY),
  published('uksi/2030/1', DAY, { event: 'withdrawn' }),
  published('wsi/2029/7', DAY),
  published('wsi/2029/7', DAY, { event: 'withdrawn' }),
];

const otherLegislation: PortalFixture = {
  connector: 'legislation-gov-uk',
  hosts: ['www.legislation.gov.uk'],
  quirks: [
    'Welsh texts, of which one changes alone',
    'withdrawn and published again on one day',
    'published and withdrawn on one day',
    'announced, and not there yet',
  ],
  parameters: { Types: 'ukpga,wsi', Languages: 'en,cy', StartYear: '2029' },
  today: { 1: '2031-03-01T04:00:00Z', 2: '2031-03-03T04:00:00Z' },
  expected: {
    1: [...acts.map(({ id }) => id), 'wsi/2030/1', 'wsi/2030/1/welsh', 'wsi/2029/7', 'wsi/2029/7/welsh'],
    2: {
      Add: ['ukpga/2031/1'],
      Upd: ['wsi/2030/1/welsh'],
      Del: ['ukpga/2030/5', 'wsi/2029/7', 'wsi/2029/7/welsh'],
      None: ['wsi/2030/1', 'ukpga/2030/6'],
    },
  },
  open(day) {
    const portal = legislationPortal(day === 1 ? { items: ukFirst, log: [] } : { items: ukSecond, log: ukLog }, day === 1 ? 1 : 2);
    if (day === 'broken') return spoilt(portal, (body) => body.replaceAll('pbl:Event>', 'pbl:Kind>').replaceAll('updated>', 'modified>'));
    if (day === 'cut')
      return spoilt(portal, (body, { url }) => (/2031-03-01|2030.*page=2/.test(url.href) ? { status: 500, body: 'Oops' } : body));
    return portal;
  },
};

// ---- Cellar: consolidated texts, judgments in older archives, national courts

const olderFormex = (language: string, text: string): Text => ({
  as: 'fmx4',
  members: {
    [`C_2031009${language}.01000101.doc.xml`]: `<DOC><FMX><DOC.MAIN.PUB><REF.PHYS FILE="C_2031009${language}.01000101.xml" TYPE="DOC.XML"/></DOC.MAIN.PUB></FMX></DOC>`,
    [`C_2031009${language}.01000101.xml`]: `<JUDGMENT><P>${text}</P></JUDGMENT>`,
  },
});
const turned = (text: Text): Text =>
  text.as === 'fmx4' ? { ...text, members: Object.fromEntries(Object.entries(text.members).reverse()) } : text;
const pdfOf = (body: string, kind?: string): Text => ({ as: 'pdf', body, ...(kind ? { kind } : {}) });

const inFrench = formex('L_203000007', 'FR', 'Les lampes.');
const proposal = (...bodies: string[]): Text => ({ as: 'choices', of: 'doc', bodies });
const NEW = '2031-01-19T09:00:00.000+01:00';
const cellarFirst: Work[] = [
  work('02030R0007-20310101', { fra: inFrench, eng: inFrench }),
  work('62031TJ0001', { fra: olderFormex('FR', 'Arrêt') }),
  work('62031CC0002', { fra: pdfOf('Conclusions', 'pdfa1a') }),
  work('62031CO0003_EXT', { fra: proposal('Extrait 1', 'Extrait 2') }),
  work('82031PL0004(52)', { pol: pdfOf('Wyrok') }),
  work('82031DE0005(01)', { deu: pdfOf('Beschluss') }),
  work('32031R0008', { fra: pdfOf('Not asked for') }),
];
const cellarSecond: Work[] = [
  { ...(cellarFirst[0] as Work), modified: NEW, texts: { fra: turned(inFrench), eng: inFrench } },
  cellarFirst[1] as Work,
  cellarFirst[2] as Work,
  { ...(cellarFirst[3] as Work), modified: NEW, texts: { fra: proposal('Extrait 1', 'Extrait 2', 'Extrait 3') } },
  { ...(cellarFirst[4] as Work), modified: NEW, texts: { pol: pdfOf('Wyrok'), eng: pdfOf('Judgment') } },
  work('62031TJ0009', { fra: olderFormex('FR', 'Nouvel arrêt') }, { modified: NEW }),
  { ...(cellarFirst[6] as Work), modified: NEW },
];
const notified = (event: Notification['event'], ...identifiers: string[]): Notification => ({
  event,
  at: '2031-01-19T09:00:00',
  identifiers,
});
const cellarEvents = [
  notified('CREATE', 'celex:62031TJ0009'),
  ...['02030R0007-20310101', '62031CO0003_EXT', '82031PL0004(52)', '32031R0008'].map((celex) => notified('UPDATE', `celex:${celex}`)),
  notified('DELETE', 'celex:82031DE0005(01)'),
  notified('DELETE', 'celex:62031XX9999'),
  notified('DELETE', 'celex:62031TJ0001'),
];

const otherCellar: PortalFixture = {
  connector: 'eur-lex',
  hosts: ['publications.europa.eu'],
  quirks: [
    'members of an archive in another order',
    'archives as they were named before 2023',
    'PDF that is had by its kind alone',
    'a part more',
    'a translation of a national judgment',
    'deletions of works that are still there, or were never known',
  ],
  parameters: { Sectors: '0,6,8', Languages: 'FR', From: '2031-01' },
  today: { 1: '2031-01-18T04:00:00Z', 2: '2031-01-20T04:00:00Z' },
  expected: {
    1: ['02030R0007-20310101_fr', '62031TJ0001_fr', '62031CC0002_fr', '62031CO0003_EXT_fr', '82031PL0004(52)', '82031DE0005(01)'],
    2: {
      Add: ['62031TJ0009_fr'],
      Upd: ['62031CO0003_EXT_fr', '82031PL0004(52)'],
      Del: ['82031DE0005(01)'],
      None: ['02030R0007-20310101_fr', '62031TJ0001_fr'],
    },
  },
  open(day: Day) {
    const state: CellarState = day === 1 ? { works: cellarFirst, notifications: [] } : { works: cellarSecond, notifications: cellarEvents };
    const portal = cellarPortal(state, day === 1 ? 1 : 2);
    if (day === 'broken') return spoilt(portal, (body) => body.replace(/(<\/?)item>/g, '$1event>').replace('"bindings"', '"rows"'));
    if (day === 'cut')
      return spoilt(portal, (body, { url }) =>
        url.searchParams.get('page') === '2' || /> "6/.test(url.search) || url.search.includes('%222031-01-01')
          ? { status: 503, body: 'Later' }
          : body,
      );
    return portal;
  },
};

export const otherContents: readonly PortalFixture[] = [otherCellar, otherLegislation, otherRis];
