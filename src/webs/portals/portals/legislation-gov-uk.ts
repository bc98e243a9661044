/** legislation.gov.uk: Atom lists by type and year, the publication log, and items in several forms. */
import { notFound, pdf, redirect, xml } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';
import { type Legislation, legislationDays, type Publication } from './legislation-contents.js';

const HOST = 'www.legislation.gov.uk';
const SITE = `http://${HOST}`;
const PER_PAGE = { list: 5, log: 20 };
const PRIMARY = ['ukpga', 'asp', 'asc', 'nia'];
const NAMESPACES = `xmlns="http://www.w3.org/2005/Atom" xmlns:leg="${SITE}/namespaces/legislation" xmlns:ukm="${SITE}/namespaces/metadata" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:pbl="${SITE}/namespaces/publication-log" xmlns:dc="http://purl.org/dc/elements/1.1/"`;

export interface LegislationState {
  readonly items: readonly Legislation[];
  readonly log: readonly Publication[];
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const typeOf = (id: string): string => id.split('/', 1)[0] ?? '';
const groupOf = (id: string): string => (PRIMARY.includes(typeOf(id)) ? 'primary' : 'secondary');
const isOf = (id: string, types: string): boolean =>
  types.split('+').some((type) => ['all', groupOf(id), typeOf(id)].includes(decodeURIComponent(type)));

/** On broken days entries have another name; on cut ones a feed ends after its first page as if it were the last. */
function feed(url: URL, rows: readonly string[], day: Day, of: keyof typeof PER_PAGE): FixtureResponse {
  const size = PER_PAGE[of];
  const page = Number(url.searchParams.get('page') ?? '1');
  const shown = rows.slice((page - 1) * size, page * size);
  const isLast = page * size >= rows.length;
  const next = new URL(url);
  next.searchParams.set('page', String(page + 1));
  const link = isLast ? '' : `<link rel="next" type="application/atom+xml" href="${escaped(next.href.replace('https:', 'http:'))}"/>`;
  const total = of === 'list' ? `<opensearch:totalResults>${rows.length}</opensearch:totalResults>` : '';
  const entries = shown.map((row) => (day === 'broken' ? row.replaceAll('entry>', 'result>') : row));
  const whole = `<?xml version="1.0" encoding="utf-8"?>
<feed ${NAMESPACES}><title>Results</title>${link}${total}<leg:page>${page}</leg:page><leg:morePages>${isLast ? 0 : 9}</leg:morePages>
${entries.join('\n')}</feed>`;
  // The writer dies: what is there is no whole feed.
  return xml(day === 'cut' && !isLast ? whole.slice(0, -60) : whole, { headers: { 'content-type': 'application/atom+xml' } });
}

const entry = ({ id, title, updated, year }: Legislation): string =>
  `<entry><id>${SITE}/id/${id}</id><title>${escaped(title)}</title><link rel="self" href="${SITE}/id/${id}"/><link href="${SITE}/${id}"/>
<link rel="alternate" type="application/xml" href="${SITE}/${id}/data.xml" title="XML"/><updated>${updated}</updated>
<ukm:DocumentMainType Value="UnitedKingdomPublicGeneralAct"/><ukm:Year Value="${year}"/><ukm:CreationDate Date="${year}-01-30"/><summary>About lamps.</summary></entry>`;

const logged = ({ of, on, event, file, content = 'legislation', isNew = false }: Publication): string =>
  `<entry><id>${SITE}/${of}/${file}/${event}/${on}T10:00:00.1Z</id><dc:identifier>${SITE}/id/${of}</dc:identifier><updated>${on}T10:00:00.1Z</updated>
<pbl:ContentType>${content}</pbl:ContentType><pbl:Event>${event}</pbl:Event><pbl:Republished>false</pbl:Republished><pbl:New>${isNew}</pbl:New>
<pbl:Document>${SITE}/${of}</pbl:Document><pbl:Item_Published>${SITE}/${of}/${file}</pbl:Item_Published><pbl:Format>${file.slice(file.lastIndexOf('.') + 1)}</pbl:Format></entry>`;

function clml(item: Legislation, text: string, language: string): string {
  const number = item.id.slice(item.id.lastIndexOf('/') + 1);
  const alternative = item.hasPdf
    ? `<ukm:Alternatives><ukm:Alternative URI="${SITE}/${item.id}/pdfs/${pdfName(item)}"/></ukm:Alternatives>`
    : '';
  const body = `<Primary><PrimaryPrelims/><Body><P1group><Title>Lamps</Title><P1 id="section-1"><Pnumber>1</Pnumber><P1para><Text>${escaped(text)}</Text></P1para></P1></P1group></Body></Primary>`;
  const resources = item.image
    ? `<Resources><Resource id="r1"><ExternalVersion URI="${SITE}/${item.id}/images/lamp.png"/></Resource></Resources>`
    : '';
  return `<?xml version="1.0" encoding="utf-8"?>
<Legislation xmlns="${SITE}/namespaces/legislation" DocumentURI="${SITE}/${item.id}" IdURI="${SITE}/id/${item.id}" RestrictExtent="E+W+S+N.I.">
<ukm:Metadata xmlns:ukm="${SITE}/namespaces/metadata" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(item.title)}</dc:title><dc:language>${language}</dc:language><dc:modified>2031-02-01</dc:modified>
<ukm:PrimaryMetadata><ukm:DocumentClassification><ukm:DocumentCategory Value="${groupOf(item.id)}"/><ukm:DocumentMainType Value="UnitedKingdomPublicGeneralAct"/><ukm:DocumentStatus Value="revised"/></ukm:DocumentClassification>
<ukm:Year Value="${item.year}"/><ukm:Number Value="${number}"/><ukm:EnactmentDate Date="${item.year}-01-30"/></ukm:PrimaryMetadata>${alternative}</ukm:Metadata>
${item.hasBody ? body : ''}${resources}</Legislation>`;
}

const pdfName = ({ id }: Legislation): string => `${id.replaceAll('/', '_')}_en.pdf`;

/** A list of what the address may stand for. */
const choices = (ids: readonly string[]): FixtureResponse => ({
  status: 300,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<html><body><h1>Multiple Choices</h1><ul>${ids.map((id) => `<li><a href="/${id}/data.xml">${id}</a></li>`).join('')}</ul></body></html>`,
});

function form(item: Legislation, name: string, isFirst: boolean): FixtureResponse {
  if (item.ambiguous) return choices(item.ambiguous);
  if (item.movedTo) return redirect(`/${item.movedTo}/${name}`, 301);
  return formOf(item, name, isFirst ? item.slow : 0);
}

function formOf(item: Legislation, name: string, after: number): FixtureResponse {
  if (name === 'data.xml' && item.hasXml) return xml(clml(item, item.text, 'en'), { after });
  if (name === 'welsh/data.xml' && item.welsh) return xml(clml(item, item.welsh, 'cy'));
  const isPdf = name === `pdfs/${pdfName(item)}` || (name === 'data.pdf' && !item.hasXml);
  if (isPdf && item.hasPdf) return pdf(item.text);
  if (name === 'images/lamp.png' && item.image)
    return { headers: { 'content-type': 'image/png' }, body: Buffer.from(`\x89PNG\r\n\x1a\n${item.image}`, 'latin1') };
  return notFound();
}

const FORM = /^\/(.+?)\/((?:welsh\/)?data\.\w+|pdfs\/[^/]+|images\/[^/]+)$/;

export function legislationPortal(state: LegislationState, day: Day): (request: FixtureRequest) => FixtureResponse {
  const seen = new Set<string>();
  return ({ url, headers }) => {
    if (url.pathname === '/robots.txt') return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 0.002\n' };
    if (!/[@+]|https?:/.test(headers['user-agent'] ?? '')) return { status: 403, body: 'Say who you are.\n' };
    const isFirst = !seen.has(url.pathname);
    seen.add(url.pathname);
    return route(state, day, url, isFirst);
  };
}

function route({ items, log }: LegislationState, day: Day, url: URL, isFirst: boolean): FixtureResponse {
  const [, date] = /^\/update\/(\d{4}-\d\d-\d\d)\/data\.feed$/.exec(url.pathname) ?? [];
  if (date) return feed(url, log.filter(({ on }) => on === date).map(logged), day, 'log');
  const [, types, year] = /^\/([a-z+%0-9-]+)\/(\d{4})\/data\.feed$/i.exec(url.pathname) ?? [];
  if (types) {
    const found = items.filter((item) => item.year === Number(year) && isOf(item.id, types));
    return feed(url, found.map(entry), day, 'list');
  }
  const [, id, name = ''] = FORM.exec(url.pathname) ?? [];
  const moved = items.find(({ movedTo }) => movedTo === id);
  if (moved) return formOf(moved, name, 0);
  const item = items.find((each) => each.id === id);
  return item ? form(item, name, isFirst) : notFound();
}

export const legislationGovUk: PortalFixture = {
  connector: 'legislation-gov-uk',
  hosts: [HOST],
  quirks: [
    'feeds go on by next links, and the number of further pages is an estimate that is wrong',
    'all addresses are http, and asked for by https',
    'the publication log has one entry for each file, associated documents and effects among them',
    'withdrawn concerns one file: the item stays while another one is there',
    'items without a body are there as PDF',
    'an ambiguous year is answered 300, and what it stands for is listed too',
    'calendar years lead to regnal ones',
    'the first transformation of an item is slow',
    'agents that do not say who they are, are refused',
    'robots.txt asks for a delay',
  ],
  parameters: { StartYear: '1962' },
  today: { 1: '2031-02-10T04:00:00Z', 2: '2031-02-12T12:00:00Z' },
  expected: legislationDays.expected,
  open: (day) => legislationPortal(day === 1 ? legislationDays.first : legislationDays.second, day),
};
