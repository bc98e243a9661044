/** A university's repository by OAI-PMH, of which only the law is wanted; in no list of ours. All papers are invented. */
import { html, notFound, pdf, validated, xml } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const HOST = 'cadmus.eui.eu';
const PAGE = 3;
const LATER = '2031-01-07';

interface Paper {
  readonly handle: number;
  readonly title: string;
  readonly series: string;
  readonly datestamp: string;
  readonly text: string;
  /** Only described: it was published elsewhere. */
  readonly hasFile: boolean;
  readonly isDeleted?: boolean;
}

const paper = (handle: number, title: string, more: Partial<Paper> = {}): Paper => ({
  handle,
  title,
  series: 'EUI LAW; 2031/0' + (handle % 10),
  datestamp: '2031-01-02',
  text: title,
  hasFile: true,
  ...more,
});

const STANDING = [
  paper(77001, 'Lamps in European Law'),
  paper(77002, 'Wicks & Markets', { series: 'EUI Working Paper LAW; 2031/02' }),
  paper(77003, 'A Book Published Elsewhere', { hasFile: false, series: 'EUI, Department of Law' }),
];
const ECONOMICS = paper(77004, 'The Price of Light', { series: 'EUI ECO; 2031/04' });
const TOUCHED = paper(77005, 'Courts and Candles', { series: 'EUI PhD LAW theses' });
const CORRECTED = paper(77006, 'A Paper with a Slip');
const WITHDRAWN = paper(77007, 'A Paper that Is Withdrawn');
const NEW = paper(77008, 'New Light', { datestamp: LATER });

const FIRST = [...STANDING, ECONOMICS, TOUCHED, CORRECTED, WITHDRAWN];
const SECOND = [
  ...STANDING,
  { ...ECONOMICS, datestamp: LATER, text: 'Corrected' },
  { ...TOUCHED, datestamp: LATER },
  { ...CORRECTED, datestamp: LATER, text: 'A Paper without a Slip' },
  { ...WITHDRAWN, datestamp: LATER, isDeleted: true },
  NEW,
];

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

const oai = (body: string): FixtureResponse =>
  xml(
    `<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2031-01-08T00:00:00Z</responseDate>${body}</OAI-PMH>`,
  );

function record({ handle, title, series, datestamp, isDeleted }: Paper, day: Day): string {
  const header = `<header${isDeleted ? ' status="deleted"' : ''}><identifier>oai:${HOST}:1814/${handle}</identifier><datestamp>${datestamp}T08:00:00Z</datestamp><setSpec>com_1814_1</setSpec></header>`;
  if (isDeleted) return `<record>${header}</record>`;
  const named = day === 'broken' ? 'dc:label' : 'dc:relation';
  return `<record>${header}<metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>${escaped(title)}</dc:title><dc:creator>LAMP, Ada</dc:creator><dc:date>2031-01-02T09:00:00Z</dc:date><dc:date>2031</dc:date><dc:identifier>1725-6739</dc:identifier>
<dc:identifier>http://hdl.handle.net/1814/${handle}</dc:identifier><dc:language>en</dc:language><${named}>${escaped(series)}</${named}><dc:rights>info:eu-repo/semantics/openAccess</dc:rights></oai_dc:dc></metadata></record>`;
}

/** Records in the order of their datestamps, from the day that is asked for. */
function records(query: URLSearchParams, papers: readonly Paper[], day: Day): FixtureResponse {
  const [from = '', offset = '0'] = query.get('resumptionToken')?.split('/') ?? [query.get('from')?.slice(0, 10) ?? ''];
  const found = papers.filter(({ datestamp }) => datestamp >= from).sort((a, b) => a.datestamp.localeCompare(b.datestamp));
  if (found.length === 0) return oai('<error code="noRecordsMatch"/>');
  const at = Number(offset);
  const isLast = at + PAGE >= found.length;
  const token = `<resumptionToken completeListSize="${found.length}" cursor="${at}">${isLast ? '' : `${from}/${at + PAGE}`}</resumptionToken>`;
  const rows = found.slice(at, at + PAGE).map((each) => record(each, day));
  const answer = oai(`<ListRecords>${rows.join('')}${token}</ListRecords>`);
  return day === 'cut' && isLast ? { ...answer, body: String(answer.body).slice(0, -200) } : answer;
}

const page = ({ handle, title, hasFile }: Paper, visits: number): FixtureResponse =>
  html(`<!DOCTYPE html><html><head><title>${escaped(title)}</title>${hasFile ? `<meta name="citation_pdf_url" content="https://${HOST}/bitstream/handle/1814/${handle}/LAW_${handle}.pdf"/>` : ''}
</head><body><main><h1>${escaped(title)}</h1><p>${visits} views</p></main></body></html>`);

function answer(request: FixtureRequest, papers: readonly Paper[], day: Day, visits: number): FixtureResponse {
  const { pathname, searchParams } = request.url;
  if (pathname === '/oai/request') {
    if (searchParams.get('verb') === 'Identify') return oai('<Identify><granularity>YYYY-MM-DDThh:mm:ssZ</granularity></Identify>');
    return records(searchParams, papers, day);
  }
  const found = papers.find(({ handle, isDeleted }) => pathname.includes(`/1814/${handle}`) && !isDeleted);
  if (!found) return notFound();
  if (found.series.includes('ECO')) throw new Error('this paper is not about law');
  return pathname.startsWith('/bitstream/') ? validated(request, pdf(found.text)) : page(found, visits);
}

const keys = (...papers: Paper[]): string[] => papers.map(({ handle }) => `oai:${HOST}:1814/${handle}`);

export const cadmusLaw: PortalFixture = {
  connector: 'cadmus-law',
  hosts: [HOST],
  quirks: [
    'records name handles of another host, which are asked for at the repository',
    'papers of other departments are in the same repository',
    'records without a file describe what was published elsewhere',
    'a record gets a new datestamp though nothing has changed: None',
    'a withdrawn paper is a record with a header alone, which says nothing of its series',
    'a page counts its views',
  ],
  accepts: true,
  today: { 1: '2031-01-04T04:00:00Z', 2: '2031-01-08T04:00:00Z' },
  expected: {
    1: keys(...STANDING, TOUCHED, CORRECTED, WITHDRAWN),
    2: { Add: keys(NEW), Upd: keys(CORRECTED), Del: keys(WITHDRAWN), None: keys(TOUCHED) },
  },
  open(day) {
    let visits = 0;
    return (request) => answer(request, day === 1 ? FIRST : SECOND, day, ++visits);
  },
};
