/** Cellar, the repository behind EUR-Lex: SPARQL, content negotiation by CELEX number, and the feed of notifications. */
import { createHash } from 'node:crypto';
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { formatResult, MemorySource, query, SparqlError } from '../../../views/sparql/index.js';
import { html, pdf, redirect, xml, zip } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';
import { eurLexDays, type Notification, type Text, type Work } from './eur-lex-contents.js';

const HOST = 'publications.europa.eu';
const PER_PAGE = 2;
/** More rows than this are not sorted. */
const MOST_SORTED = 10_000;

export interface CellarState {
  readonly works: readonly Work[];
  readonly notifications: readonly Notification[];
}

const cellarId = (celex: string): string => {
  const digest = createHash('sha1').update(celex).digest('hex');
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-11f0-${digest.slice(12, 16)}-01aa75ed71a1`;
};
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** A store like the real one: any query it understands is answered from the graph, and what it would refuse is refused. */
function sparql(state: CellarState, { url, form }: FixtureRequest, day: Day): FixtureResponse {
  const text = url.searchParams.get('query') ?? form.get('query') ?? '';
  const number = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
  const limit = number(/\bLIMIT\s+(\d+)/i) || MOST_SORTED;
  if (/ORDER BY/i.test(text) && number(/\bOFFSET\s+(\d+)/i) + limit > MOST_SORTED)
    return refusal(500, 'Virtuoso 22023 Error SR353: Sorted TOP clause specifies more then 10000 rows to sort.');
  try {
    const { text: pieces } = formatResult(query(graphOf(state), text), { format: 'json' });
    return { headers: { 'content-type': 'application/sparql-results+json' }, body: worn([...pieces].join(''), day) };
  } catch (error) {
    if (error instanceof SparqlError) return refusal(400, `Virtuoso 37000 Error SP030: SPARQL compiler: ${error.message}`);
    throw error;
  }
}

const refusal = (status: number, body: string): FixtureResponse => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: `${body}\n`,
});

/** On broken days the variables have other names; on cut ones the answer ends in the middle. */
function worn(body: string, day: Day): string {
  if (day === 'broken') return body.replaceAll('"celex"', '"number"');
  return day === 'cut' ? body.slice(0, -5) : body;
}

const CDM = `http://${HOST}/ontology/cdm#`;
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const graphs = new WeakMap<CellarState, MemorySource>();

/** Made once: a listing by months asks hundreds of times. */
function graphOf(state: CellarState): MemorySource {
  const known = graphs.get(state) ?? new MemorySource(state.works.flatMap(statementsOf) as unknown as Quad[]);
  graphs.set(state, known);
  return known;
}

function statementsOf({ celex, type, date, modified, ecli }: Work) {
  const { namedNode, literal, quad } = DataFactory;
  const work = namedNode(`http://${HOST}/resource/cellar/${cellarId(celex)}`);
  const typed = (value: string, datatype: string) => literal(value, namedNode(XSD + datatype));
  return [
    quad(work, namedNode(`${CDM}resource_legal_id_celex`), typed(celex, 'string')),
    quad(work, namedNode(`${CDM}resource_legal_id_sector`), typed(celex.slice(0, 1), 'string')),
    quad(work, namedNode(`${CDM}work_has_resource-type`), namedNode(`http://${HOST}/resource/authority/resource-type/${type}`)),
    quad(work, namedNode(`http://${HOST}/ontology/cdm/cmr#lastModificationDate`), typed(modified, 'dateTime')),
    ...(date ? [quad(work, namedNode(`${CDM}work_date_document`), typed(date, 'date'))] : []),
    ...(ecli ? [quad(work, namedNode(`${CDM}case-law_ecli`), typed(ecli, 'string'))] : []),
  ];
}

const EVENTS: ReadonlySet<string> = new Set(['CREATE', 'UPDATE', 'DELETE']);

/** The window is half open; pages are counted from one. */
function feed({ notifications }: CellarState, { url, headers }: FixtureRequest, day: Day): FixtureResponse {
  const asked = url.searchParams;
  const [from = '', until = ''] = [asked.get('startDate'), asked.get('endDate')].map((text) => text ?? '');
  if (headers['accept'] !== 'application/rss+xml') return { status: 406 };
  if (![from, until].every((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text))) return { status: 400 };
  if (asked.get('wemiClasses') !== 'work' || !EVENTS.has(asked.get('type') ?? '')) return { status: 400 };
  const found = notifications.filter(({ event, at }) => event === asked.get('type') && at >= from && at < until);
  const page = Number(asked.get('page') ?? '1');
  const items = found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((each) => item(each, day));
  const whole = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:notifEntry="http://${HOST}/rss/notificationEntry" xmlns:notifReq="http://${HOST}/rss/notificationRequest"><channel><title>Cellar</title>
<notifReq:page>${page}</notifReq:page><notifReq:moreEntries>${page * PER_PAGE < found.length}</notifReq:moreEntries>
${items.join('\n')}</channel></rss>`;
  return xml(day === 'cut' && page > 1 ? whole.slice(0, -40) : whole, { headers: { 'content-type': 'application/rss+xml' } });
}

function item({ at, identifiers }: Notification, day: Day): string {
  const id = `cellar:${cellarId(identifiers.join())}`;
  const list = identifiers.map((each) => `<notifEntry:identifier>${escaped(each)}</notifEntry:identifier>`).join('');
  const named = day === 'broken' ? 'resourceUri' : 'cellarId';
  return `<item><title>${id}</title><guid isPermaLink="false">${id}_${at}+01:00</guid><notifEntry:${named}>${id}</notifEntry:${named}>
<notifEntry:date>${at}.647+01:00</notifEntry:date><notifEntry:wemiClass>work</notifEntry:wemiClass><notifEntry:identifiers>${list}</notifEntry:identifiers></item>`;
}

function notice(of: Work, languages: readonly string[], type: string): string {
  const { celex, ecli, eli } = of;
  const same = (kind: string, id: string): string =>
    `<SAMEAS><URI><VALUE>${escaped(id.startsWith('http') ? id : `http://${HOST}/resource/${kind}/${id}`)}</VALUE><IDENTIFIER>${escaped(id)}</IDENTIFIER><TYPE>${kind}</TYPE></URI></SAMEAS>`;
  const expressions = languages.map(
    (language) =>
      `<EXPRESSION><EXPRESSION_TITLE lang="${language}"><VALUE>${escaped(of.title)} in ${language}</VALUE></EXPRESSION_TITLE><EXPRESSION_USES_LANGUAGE type="concept"><URI><IDENTIFIER>${language.toUpperCase()}</IDENTIFIER></URI></EXPRESSION_USES_LANGUAGE></EXPRESSION>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<NOTICE decoding="${languages[0] ?? 'eng'}" type="${type}"><WORK><URI><VALUE>http://${HOST}/resource/cellar/${cellarId(celex)}</VALUE><IDENTIFIER>${cellarId(celex)}</IDENTIFIER><TYPE>cellar</TYPE></URI>
${same('celex', celex)}${eli ? same('eli', eli) : ''}<RESOURCE_LEGAL_ID_CELEX type="data"><VALUE>${celex}</VALUE></RESOURCE_LEGAL_ID_CELEX>
${of.date ? `<WORK_DATE_DOCUMENT type="date"><VALUE>${of.date}</VALUE></WORK_DATE_DOCUMENT>` : ''}${ecli ? `<CASE-LAW_ECLI type="data"><VALUE>${ecli}</VALUE></CASE-LAW_ECLI>` : ''}
<LASTMODIFICATIONDATE type="datetime"><VALUE>${of.modified}</VALUE></LASTMODIFICATIONDATE>${of.notice}</WORK>
${expressions.join('')}</NOTICE>`;
}

const FORMATS: Readonly<Record<string, string>> = {
  'application/zip;mtype=fmx4': 'fmx4',
  'application/xhtml+xml': 'xhtml',
  'text/html': 'html',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
};
const none = (status: 404 | 406): FixtureResponse => html('<!doctype html><title>Not available</title>', { status });

/** By CELEX number, which has to be one segment: brackets and slashes are percent-encoded. */
function negotiate({ works }: CellarState, { url, headers }: FixtureRequest, clock: () => Date): FixtureResponse {
  const [, encoded = '', part] = /^\/resource\/celex\/([^/()]+)(?:\/DOC_(\d+))?$/.exec(url.pathname) ?? [];
  const of = works.find(({ celex }) => celex === decodeURIComponent(encoded));
  if (!of || of.isPending || of.celex.endsWith('_RES')) return none(404);
  const accept = (headers['accept'] ?? '').replace(/\s/g, '');
  const language = headers['accept-language'];
  const [, kind] = /notice=(\w+)$/.exec(accept) ?? [];
  if (kind === 'tree') return xml(notice(of, Object.keys(of.texts), kind));
  const text = of.texts[language ?? ''];
  if (!text) return none(404);
  if (kind === 'branch') return xml(notice(of, [language ?? ''], kind));
  if (formatOf(text) !== (FORMATS[accept] ?? accept)) return none(406);
  return text.as === 'choices' && !part ? choices(encoded, text.bodies.length) : textOf(text, Number(part ?? 1), clock);
}

function formatOf(text: Text): string {
  if (text.as === 'choices') return text.of;
  return text.as === 'pdf' && text.kind ? `application/pdf;type=${text.kind}` : text.as;
}

/** Where the work is one file it is found behind a redirect; where it is several, a page lists them. */
const choices = (encoded: string, count: number): FixtureResponse =>
  html(
    `<html><body><h1>300 Multiple-Choice Response</h1><ul>${Array.from({ length: count }, (_, at) => `<li><a href="https://${HOST}/resource/celex/${encoded}/DOC_${at + 1}">DOC_${at + 1}</a></li>`).join('')}</ul></body></html>`,
    { status: 300 },
  );

function textOf(text: Text, part: number, clock: () => Date): FixtureResponse {
  if (text.as === 'choices') return pdf(text.bodies[part - 1] ?? '');
  if (text.as === 'pdf') return pdf(text.body);
  if (text.as === 'doc')
    return {
      headers: { 'content-type': 'application/msword' },
      body: Buffer.from(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${text.body}`, 'latin1'),
    };
  if (text.as !== 'fmx4') return { headers: { 'content-type': 'application/xhtml+xml; charset=utf-8' }, body: text.body };
  const at = clock();
  const members = Object.entries(text.members).map(([name, body]) => ({ name, body, at }));
  return { headers: { 'content-type': 'application/zip' }, body: zip(members) };
}

/** Archives are packed for each request, at another moment every time. */
export function cellarPortal(state: CellarState, day: Day): (request: FixtureRequest) => FixtureResponse {
  let asked = Date.UTC(2031, 1, day === 1 ? 20 : 22);
  const clock = (): Date => new Date((asked += 2000));
  return (request) => {
    const { pathname } = request.url;
    if (pathname === '/webapi/rdf/sparql') return sparql(state, request, day);
    if (pathname === '/webapi/notification/ingestion') return feed(state, request, day);
    if (!pathname.startsWith('/resource/')) return none(404);
    const [, token] = /^\/resource\/cellar\/(.+)$/.exec(pathname) ?? [];
    if (token) return negotiate(state, { ...request, url: new URL(`/resource/celex/${token}`, request.url) }, clock);
    const answer = negotiate(state, request, clock);
    const isText = (answer.status ?? 200) === 200 && !/notice=/.test(request.headers['accept'] ?? '');
    return isText ? redirect(`https://${HOST}${pathname.replace('/celex/', '/cellar/')}`, 303) : answer;
  };
}

export const eurLex: PortalFixture = {
  connector: 'eur-lex',
  hosts: [HOST],
  quirks: [
    'no more than 10,000 sorted rows: lists go by month and by key',
    'works without a date are in no month',
    'brackets and slashes of CELEX numbers are percent-encoded',
    '_RES numbers are listed and never there',
    'a format or a language that does not exist is answered 404 or 406',
    'a work in several documents is answered 300 with a list of them',
    'archives are packed anew for every request: only their members compare',
    'the manifest of an archive says which member is the main text',
    'an UPDATE without a change of text',
    'a DELETE of a work that is still there',
    'notifications of other collections, without a CELEX number',
    'listed works that are not there until their ingestion is complete',
    'national works: no text at all, or one in a language nobody asked for',
  ],
  parameters: { From: '2030-12', Languages: 'EN,DE' },
  today: { 1: '2031-02-20T04:00:00Z', 2: '2031-02-22T04:00:00Z' },
  expected: eurLexDays.expected,
  holds: eurLexDays.holds,
  open: (day) => cellarPortal(day === 1 ? eurLexDays.first : eurLexDays.second, day),
};
