/** Rechtsinformationssystem: search, history and documents. The API as it answers, with all that it leaves to the client. */
import { html, json, notFound, pdf, xml } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';
import { type RisEvent, type RisRecord, risDays } from './ris-contents.js';

const API = 'data.bka.gv.at';
const DOCUMENTS = 'www.ris.bka.gv.at';
const PAGE_SIZES: Readonly<Record<string, number>> = { Ten: 10, Twenty: 20, Fifty: 50, OneHundred: 100 };
const NIL = { '@xsi:nil': 'true' };

/** What the portal holds on a day. */
export interface RisState {
  readonly records: readonly RisRecord[];
  readonly events: readonly RisEvent[];
}

/** One value stands alone, several are an array: as the converter behind the API does it. */
const folded = (values: readonly unknown[]): unknown => (values.length === 1 ? values[0] : values);

const folderOf = ({ application }: RisRecord): string => (application === 'BrKons' ? 'Bundesnormen' : application);

function reference(record: RisRecord): unknown {
  const address = (name: string): string => `https://${DOCUMENTS}/Dokumente/${folderOf(record)}/${record.id}/${name}`;
  const urls = (names: readonly string[], typeOf: (name: string) => string): unknown => ({
    ContentUrl: folded(names.map((name) => ({ DataType: typeOf(name), Url: address(name) }))),
  });
  const ending = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
  const main = record.formats.map((format) => `${record.id}.${format.toLowerCase()}`);
  const contents = [
    {
      ContentType: 'MainDocument',
      Name: 'Hauptdokument',
      Urls: urls(main, (name) => record.formats.find((each) => each.toLowerCase() === ending(name)) ?? ''),
    },
    ...record.attachments.map(({ name, as }) => ({ ContentType: as, Name: name, Urls: urls([name], () => ending(name)) })),
  ];
  return { Data: { Metadaten: metadata(record), Dokumentliste: { ContentReference: folded(contents) } } };
}

function metadata(record: RisRecord): unknown {
  const { id, application, published, changed } = record;
  return {
    Technisch: { ID: id, Applikation: application, Organ: record.organ, ImportTimestamp: record.imported ?? NIL },
    Allgemein: {
      Veroeffentlicht: published,
      Geaendert: changed ?? NIL,
      DokumentUrl: `https://${DOCUMENTS}/Dokument.wxe?Abfrage=${folderOf(record)}&Dokumentnummer=${id}`,
    },
    ...(application === 'BrKons' ? { Bundesrecht: law(record) } : { Judikatur: decision(record) }),
  };
}

const law = ({ title, provision, act, published }: RisRecord): unknown => ({
  Kurztitel: title,
  Titel: `${title}<br/>in der geltenden Fassung`,
  Eli: `https://${DOCUMENTS}/eli/bgbl/1/2014/${act}`,
  BrKons: {
    Kundmachungsorgan: 'BGBl. I Nr. 1/2014',
    Typ: 'BG',
    Dokumenttyp: 'Paragraph',
    ArtikelParagraphAnlage: provision,
    Inkrafttretensdatum: published,
    Ausserkrafttretensdatum: NIL,
    Indizes: { item: '10/01 Lampenrecht' },
    Schlagworte: 'Lampe<br/>Licht',
    Gesetzesnummer: act,
    GesamteRechtsvorschriftUrl: `https://${DOCUMENTS}/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=${act}`,
  },
});

const decision = ({ application, decided, caseNumbers, norms, kind, ecli, organ }: RisRecord): unknown => ({
  Dokumenttyp: kind,
  Geschaeftszahl: { item: folded(caseNumbers) },
  Normen: norms.length === 0 ? NIL : { item: folded(norms) },
  Entscheidungsdatum: decided,
  Schlagworte: 'Lampen',
  EuropeanCaseLawIdentifier: ecli ?? NIL,
  [application]: { Entscheidungsart: 'Erkenntnis', Gericht: organ, Indizes: { item: '10/01 B-VG' } },
});

const failure = (application: string, message: string, status = 200): FixtureResponse =>
  json({ OgdSearchResult: { Error: { Applikation: application, Message: `soap:Client ${message}` } } }, { status });

/** Rows are listed under another name on broken days; on cut ones half of a page is missing. */
function page(query: URLSearchParams, rows: readonly unknown[], day: Day, application: string): FixtureResponse {
  const size = PAGE_SIZES[query.get('DokumenteProSeite') ?? 'Twenty'];
  if (!size) return failure(application, 'DokumenteProSeite ist ungültig', 500);
  const number = Number(query.get('Seitennummer') ?? '1');
  if (number > 1 && (number - 1) * size >= rows.length)
    return failure(application, 'Die Seitennummer ist höher als die Anzahl der verfügbaren Seiten');
  const shown = rows.slice((number - 1) * size, number * size);
  const kept = day === 'cut' ? shown.slice(0, Math.floor(shown.length / 2)) : shown;
  const Hits = { '@pageNumber': String(number), '@pageSize': String(size), '#text': String(rows.length) };
  const named = day === 'broken' ? 'OgdDocument' : 'OgdDocumentReference';
  return json({ OgdSearchResult: { OgdDocumentResults: { Hits, ...(kept.length > 0 ? { [named]: folded(kept) } : {}) } } });
}

/** Names it does not know are passed over in silence, so that a mistake in one returns everything. */
function search(state: RisState, { searchParams: query }: URL, day: Day, controller: string): FixtureResponse {
  const application = query.get('Applikation');
  if (!application) return failure(controller, 'Applikation fehlt');
  const from = query.get('EntscheidungsdatumVon') ?? '';
  const until = query.get('EntscheidungsdatumBis') ?? '9999';
  const found = state.records.filter(
    (record) => record.application === application && (record.decided ?? from) >= from && (record.decided ?? until) <= until,
  );
  return page(query, found.map(reference), day, application);
}

function history(state: RisState, { searchParams: query }: URL, day: Day): FixtureResponse {
  const name = query.get('Anwendung') ?? '';
  if (!/^(Bundesnormen|Vfgh|Vwgh|Justiz|Bvwg|Lvwg)$/.test(name)) return failure('History', `Anwendung ${name} ist unbekannt`);
  const from = query.get('AenderungenVon') ?? '';
  const until = query.get('AenderungenBis') ?? '9999';
  const withDeleted = query.get('IncludeDeletedDocuments') === 'True';
  const rows = state.events
    .filter(({ of, on, isDeleted }) => folderOf(of) === name && on >= from && on <= until && (withDeleted || !isDeleted))
    .map(({ of, on, isDeleted }) =>
      isDeleted ? { Deleted: { ID: of.id, Applikation: name, Organ: 'BKA', ImportTimestamp: `${on}T14:46:31` } } : reference(of),
    );
  return page(query, rows, day, 'History');
}

function documentXml({ id, title, text }: RisRecord): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<risdok xmlns="http://www.bka.gv.at"><metadaten/><nutzdaten><abschnitt><ueberschrift typ="para" ct="text">${title}</ueberschrift>
<absatz typ="erltext" ct="text">${text}</absatz><absatz typ="erltext" ct="gz">${id}</absatz></abschnitt></nutzdaten></risdok>`;
}

function file(state: RisState, pathname: string): FixtureResponse {
  const [, , folder, id, name = ''] = pathname.split('/');
  const record = state.records.find((each) => each.id === id && folderOf(each) === folder);
  if (!record) return notFound();
  const attached = record.attachments.find((each) => each.name === name);
  if (attached) return { headers: { 'content-type': 'image/gif' }, body: `GIF89a${attached.body}` };
  const format = record.formats.find((each) => name === `${id}.${each.toLowerCase()}`);
  if (format === 'Xml') return xml(documentXml(record));
  if (format === 'Html')
    return html(`<!doctype html><title>${record.title}</title><p>${record.text}</p><p class="sr-only">${record.text}</p>`);
  if (format === 'Rtf') return { headers: { 'content-type': 'application/rtf' }, body: `{\\rtf1 ${record.text}}` };
  return format === 'Pdf' ? pdf(record.text) : notFound();
}

export function risAnswer(state: RisState, day: Day, { url }: FixtureRequest): FixtureResponse {
  if (url.hostname === DOCUMENTS) return url.pathname.startsWith('/Dokumente/') ? file(state, url.pathname) : notFound();
  const controller = /^\/ris\/api\/v2\.6\/(\w+)$/.exec(url.pathname)?.[1];
  if (controller === 'Version') return json({ OgdVersion: '2.6' });
  if (controller === 'History') return history(state, url, day);
  return controller === 'Judikatur' || controller === 'Bundesrecht' ? search(state, url, day, controller) : notFound();
}

export const ris: PortalFixture = {
  connector: 'ris',
  hosts: [API, DOCUMENTS],
  quirks: [
    'one value stands alone, several are an array: items, references, addresses, rows',
    'objects with @xsi:nil stand for no value',
    'errors come with status 200, in band',
    'a page past the last one is an error, no hits are none',
    'names of parameters it does not know are ignored: a mistake in one returns everything',
    'the history knows federal law by another name than the search',
    'deletions are records of their own in the history, here on its second page',
    'decisions older than 2014 of the two collections that start then are not asked for',
    'titles and keywords contain <br/>',
    'a document without XML is there as HTML',
  ],
  parameters: { From: '2013-12-01' },
  today: { 1: '2014-03-10T04:00:00Z', 2: '2014-03-12T04:00:00Z' },
  expected: risDays.expected,
  open: (day) => (request) => risAnswer(day === 1 ? risDays.first : risDays.second, day, request),
};
