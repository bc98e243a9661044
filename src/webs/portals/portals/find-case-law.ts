/** Find Case Law, and the pages of the UK Supreme Court that lie beside it. All judgments are invented. */
import { html, notFound, pdf, validated, xml } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const TEXTS = 'caselaw.nationalarchives.gov.uk';
const ASSETS = `assets.${TEXTS}`;
const COURT = 'www.supremecourt.uk';
const PAGE = 4;
/** The request after so many is too much, once. */
const PATIENCE = 9;

interface Judgment {
  readonly uri: string;
  readonly court: string;
  readonly citation: string;
  readonly title: string;
  readonly updated: string;
  readonly text: string;
  /** Of the marks, not of the words. */
  readonly marks?: string;
  readonly hasPdf?: boolean;
  readonly hasImage?: boolean;
  /** 2030/0012 */
  readonly cases?: readonly string[];
  /** Part of the name of its press summary. */
  readonly summary?: string;
}

const uuid = (number: number): string => `d-00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const judgment = (number: number, title: string, more: Partial<Judgment> = {}): Judgment => ({
  uri: uuid(number),
  court: 'uksc',
  citation: `[2031] UKSC ${number}`,
  title,
  updated: `2031-01-0${(number % 4) + 1}T09:54:24+00:00`,
  text: `The appeal about ${title} is dismissed.`,
  hasPdf: true,
  ...more,
});

const ofCourt = (court: string, name: string, number: number, title: string, more: Partial<Judgment> = {}): Judgment =>
  judgment(number, title, { court, citation: `[2031] ${name} ${number}`, ...more });

const OLD = judgment(1, 'Smith v Lamp Board', {
  uri: 'uksc/2024/1',
  citation: '[2024] UKSC 1',
  cases: ['2023/0012'],
  summary: 'aaaa000001',
});
const JOINED = judgment(2, 'Wick and others v Lamp', { cases: ['2030/0012', '2030/0014'], summary: 'aaaa000002' });
const PICTURED = judgment(3, 'R (Light) v Dark', { hasImage: true });
const MARKED = judgment(4, 'Reference on Lamps', { hasPdf: false });
const CHANGED = judgment(5, 'In re Candle');
const SUMMARISED = judgment(6, 'Flint v Steel', { cases: ['2030/0040'], summary: 'aaaa000006' });
const GONE = judgment(7, 'Ember v Ash');
const NEW = judgment(8, 'Torch v Match', { updated: '2031-01-09T10:00:00+00:00', cases: ['2030/0050'], summary: 'aaaa000008' });

const LATER = '2031-01-08T11:00:00+00:00';
const FIRST = [OLD, JOINED, PICTURED, MARKED, CHANGED, SUMMARISED, GONE];
const SECOND = [
  OLD,
  JOINED,
  PICTURED,
  { ...MARKED, updated: LATER, marks: ' class="new"' },
  { ...CHANGED, updated: LATER, text: 'The appeal is allowed.' },
  { ...SUMMARISED, summary: 'bbbb000006' },
  NEW,
];

const CIVIL = [11, 12, 13, 14, 15, 16].map((number) => ofCourt('ewca/civ', 'EWCA Civ', number, `Appeal ${number}`));
const CHANCERY = [21, 22].map((number) => ofCourt('ewhc/ch', 'EWHC (Ch)', number, `Trust ${number}`));
const [, changedAppeal, markedAppeal] = CIVIL as [Judgment, Judgment, Judgment];
const NEW_APPEAL = ofCourt('ewca/civ', 'EWCA Civ', 17, 'Appeal 17', { updated: '2031-01-09T10:00:00+00:00' });
const ALL_FIRST = [...CIVIL, ...CHANCERY];
const ALL_SECOND = [
  ...CIVIL.filter((each) => each !== changedAppeal && each !== markedAppeal),
  { ...(changedAppeal as Judgment), updated: LATER, text: 'As corrected.' },
  { ...(markedAppeal as Judgment), updated: LATER, marks: ' class="new"' },
  NEW_APPEAL,
  ...CHANCERY,
];

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const slugOf = ({ citation }: Judgment): string => citation.toLowerCase().replace(/[^a-z0-9]+/g, '-');
const hashOf = ({ text }: Judgment): string => Buffer.from(text).toString('hex').slice(0, 16);

function entry(of: Judgment): string {
  const at = `https://${TEXTS}/${of.uri}`;
  const file = of.hasPdf ? `<link href="https://${ASSETS}/${of.uri}/${slugOf(of)}.pdf" rel="alternate" type="application/pdf"/>` : '';
  return `<entry><title>${escaped(of.title)}</title><link href="${at}" rel="alternate"/><published>2031-01-02T00:00:00+00:00</published><updated>${of.updated}</updated>
<author><name>United Kingdom Supreme Court</name></author><id>https://${TEXTS}/id/${of.uri}</id><tna:contenthash>${hashOf(of)}</tna:contenthash>
<link href="${at}/data.xml" rel="alternate" type="application/akn+xml"/><tna:uri>${of.uri}</tna:uri><tna:identifier slug="${slugOf(of)}" type="ukncn">${of.citation}</tna:identifier>
<tna:identifier slug="tna.${of.uri.slice(-4)}" type="fclid">${of.uri.slice(-4)}</tna:identifier><tna:assets_base>https://${ASSETS}/${of.uri}/</tna:assets_base>${file}</entry>`;
}

function feed(url: URL, all: readonly Judgment[], day: Day): FixtureResponse {
  const { searchParams: query } = url;
  const page = Number(query.get('page') ?? '1');
  const isChanges = query.get('order') === '-transformation';
  if (isChanges && day === 2 && page > 1) throw new Error('all that follows was known, and was asked for');
  const found = all.filter(({ court }) => court === query.get('court'));
  const rows = isChanges ? [...found].sort((a, b) => b.updated.localeCompare(a.updated)) : found;
  const isLast = page * PAGE >= rows.length;
  const next = new URL(url);
  next.searchParams.set('page', String(page + 1));
  const entries = rows.slice((page - 1) * PAGE, page * PAGE).map(entry);
  const shown = day === 'broken' ? entries.map((each) => each.replaceAll('entry>', 'result>')) : entries;
  const body = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:tna="https://${TEXTS}"><title>Latest documents</title>${isLast ? '' : `<link href="${escaped(next.href)}" rel="next"/>`}
${shown.join('\n')}</feed>`;
  return xml(day === 'cut' && isLast ? body.slice(0, -90) : body, { headers: { 'content-type': 'application/atom+xml' } });
}

const akomaNtoso = (of: Judgment): FixtureResponse =>
  xml(`<?xml version="1.0" encoding="utf-8"?>
<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0" xmlns:uk="https://${TEXTS}/akn"><judgment name="judgment"><meta><identification>
<FRBRWork><FRBRname value="${escaped(of.title)}"/><FRBRdate date="2031-01-02" name="judgment"/></FRBRWork><FRBRManifestation><FRBRdate date="${of.updated}" name="transform"/></FRBRManifestation></identification>
<proprietary><uk:court>UKSC</uk:court><uk:cite>${of.citation}</uk:cite><uk:hash>${hashOf(of)}</uk:hash></proprietary></meta>
<header><p><neutralCitation>${of.citation}</neutralCitation></p>${(of.cases ?? []).map((each) => `<p>Case ID: UKSC/${each}</p>`).join('')}<p>before <judge>Lord Lamp</judge></p></header>
<judgmentBody><decision><paragraph${of.marks ?? ''}><num>1.</num><content><p>${escaped(of.text)}</p>${of.hasImage ? '<p><img src="image1.png"/></p>' : ''}</content></paragraph></decision></judgmentBody></judgment></akomaNtoso>`);

/** Every release of the site has another name for its scripts. */
function casePage(of: Judgment, number: string, day: Day): FixtureResponse {
  const file = (what: string, name = 'cccc00000c'): string => `/uploads/uksc_${number.replace('-', '_')}_${what}_${name}.pdf`;
  return html(
    `<!DOCTYPE html><html lang="en"><head><script src="/_next/static/${day}/main.js"></script></head><body><h1>${escaped(of.title)}</h1>
<dl><dt>Case ID</dt><dd>UKSC/${number.replace('-', '/')}</dd><dt>Neutral citation</dt><dd>${of.citation}</dd><dt>Judgment date</dt><dd>2 January 2031</dd><dt>Status</dt><dd>Judgment given</dd><dt>Justices</dt><dd><ul><li>Lord Lamp</li><li>Lady Wick</li></ul></dd></dl>
<a href="${file('judgment')}">Judgment</a><a href="${file('press_summary', of.summary)}">Press summary</a><a href="/uploads/annual_report.pdf">Annual report</a></body></html>`,
  );
}

function ofSupremeCourt({ url }: FixtureRequest, all: readonly Judgment[], day: Day): FixtureResponse {
  const has = (number: string) => all.find(({ cases = [] }) => cases.includes(number.replace(/[-_]/, '/')));
  const [, number = ''] = /^\/cases\/uksc-(\d{4}-\d{4})$/.exec(url.pathname) ?? [];
  const shown = has(number);
  if (shown) return casePage(shown, number, day);
  const [, of = '', name = ''] = /^\/uploads\/uksc_(\d{4}_\d{4})_(?:judgment|press_summary)_(\w+)\.pdf$/.exec(url.pathname) ?? [];
  return has(of) ? pdf(`${of} ${name}`) : notFound();
}

function answer(request: FixtureRequest, all: readonly Judgment[], day: Day): FixtureResponse {
  const { url } = request;
  if (url.hostname === COURT) return ofSupremeCourt(request, all, day);
  if (url.pathname === '/atom.xml') return feed(url, all, day);
  const found = all.find(({ uri }) => url.pathname.startsWith(`/${uri}/`));
  if (!found) return notFound();
  if (url.pathname.endsWith('/data.xml')) return validated(request, akomaNtoso(found));
  if (url.pathname.endsWith('.pdf') && found.hasPdf) return validated(request, pdf(found.text));
  return url.pathname.endsWith('/image1.png') && found.hasImage
    ? { headers: { 'content-type': 'image/png' }, body: Buffer.from('\x89PNG\r\n\x1a\nlight', 'latin1') }
    : notFound();
}

/** Says once that it was asked too often. */
function limited(portal: (request: FixtureRequest) => FixtureResponse): (request: FixtureRequest) => FixtureResponse {
  let asked = 0;
  return (request) =>
    request.url.hostname === TEXTS && ++asked === PATIENCE ? { status: 429, headers: { 'retry-after': '0' } } : portal(request);
}

const keys = (judgments: readonly Judgment[]): string[] => judgments.map(({ uri }) => uri);

export const ukSupremeCourt: PortalFixture = {
  connector: 'uk-supreme-court',
  hosts: [TEXTS, ASSETS, COURT],
  quirks: [
    'names of documents are court/year/number before 2025 and d-… later',
    'a new transformation changes dates and marks, and not one word: None',
    'a press summary is replaced under a new name, and the feed says nothing of it',
    'cases that are decided together share one judgment, and have a page each',
    'images are named by file alone, and lie with the assets',
    'some judgments have no PDF, or no page of their own',
    'pages of cases name other scripts with every release',
    'more requests than it allows are answered 429',
    'nothing tells of what is gone',
  ],
  accepts: true,
  today: { 1: '2031-01-07T04:00:00Z', 2: '2031-01-10T04:00:00Z' },
  expected: {
    1: keys(FIRST),
    2: { Add: keys([NEW]), Upd: keys([CHANGED, SUMMARISED]), Del: keys([GONE]), None: keys([OLD, JOINED, PICTURED, MARKED]) },
  },
  open: (day) => limited((request) => answer(request, day === 1 ? FIRST : SECOND, day)),
};

export const findCaseLaw: PortalFixture = {
  connector: 'find-case-law',
  hosts: [TEXTS, ASSETS],
  quirks: [
    'what was transformed since comes first, and what is known ends the list',
    'a new transformation changes dates and marks, and not one word: None',
    'courts have slashes in their names',
    'more requests than it allows are answered 429',
  ],
  parameters: { Courts: 'ewca/civ,ewhc/ch' },
  accepts: true,
  today: { 1: '2031-01-07T04:00:00Z', 2: '2031-01-10T04:00:00Z' },
  expected: {
    1: keys(ALL_FIRST),
    2: {
      Add: keys([NEW_APPEAL]),
      Upd: keys([changedAppeal]),
      Del: [],
      // What the page that ends the list shows beside them, and the whole list of the other court, which is one page.
      None: [markedAppeal.uri, uuid(11), ...keys(CHANCERY)],
    },
  },
  open: (day) => limited((request) => answer(request, day === 1 ? ALL_FIRST : ALL_SECOND, day)),
};
