/** HUDOC: search in JSON by a query of its own, texts converted when they are asked for. Cases against Lampland, all invented. */
import { html, json, notFound, pdf, zip } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const HOST = 'hudoc.echr.coe.int';
/** Rows a page, whatever is asked for. */
const MOST_ROWS = 3;
const NEEDED = ['query', 'select', 'sort', 'start', 'length', 'rankingModelId'];

interface Case {
  readonly id: string;
  readonly language: string;
  readonly date: string;
  readonly text: string;
  readonly conclusion: string;
  /** Listed, without a text. */
  readonly isPlaceholder: boolean;
  /** Scanned long ago: there is no other form. */
  readonly isOnlyPdf: boolean;
}

const caseOf = (number: number, date: string, more: Partial<Case> = {}): Case => ({
  id: `001-9900${String(number).padStart(2, '0')}`,
  language: 'ENG',
  date,
  text: `The applicant number ${number} complains about the light.`,
  conclusion: 'Violation of Article 6 - Right to a fair trial',
  isPlaceholder: false,
  isOnlyPdf: false,
  ...more,
});

const FIRST: readonly Case[] = [
  caseOf(1, '2030-12-02'),
  caseOf(2, '2031-01-07'),
  caseOf(3, '2031-01-14'),
  caseOf(4, '2031-01-14', { language: 'FRE', text: 'Le requérant se plaint de la lumière.' }),
  caseOf(5, '2031-01-15', { isPlaceholder: true }),
  caseOf(6, '2030-02-11'),
  caseOf(7, '2030-03-01', { isOnlyPdf: true }),
  caseOf(8, '2031-01-21'),
  caseOf(9, '2031-01-28'),
  caseOf(10, '2030-05-05'),
  caseOf(11, '2031-01-29', { language: 'GER' }),
];

const CHANGES: Readonly<Record<string, Partial<Case>>> = {
  '001-990003': { text: 'The applicant complains about the dark (rectified).' },
  '001-990010': { conclusion: 'No violation of Article 6' },
};
const SECOND: readonly Case[] = [
  ...FIRST.filter(({ id }) => id !== '001-990008').map((each) => ({ ...each, ...CHANGES[each.id] })),
  caseOf(12, '2031-01-30'),
];

/** Dates come in two forms. */
const columns = ({ id, language, date, conclusion, isPlaceholder }: Case): Record<string, string> => ({
  itemid: id,
  docname: `CASE OF LAMP No. ${id.slice(-2)} v. LAMPLAND`,
  doctype: language === 'FRE' ? 'HFJUD' : 'HEJUD',
  appno: '1/30;2/30',
  ecli: `ECLI:CE:ECHR:${date.slice(0, 4)}:${date.slice(5).replace('-', '')}JUD0000001${id.slice(-2)}`,
  kpdate: id.endsWith('2') ? `${date.split('-').reverse().join('/')} 00:00:00` : `${date}T00:00:00`,
  judgementdate: `${date.split('-').reverse().join('/')} 00:00:00`,
  languageisocode: language,
  respondent: 'LMP',
  article: '6;6-1',
  violation: '6-1',
  conclusion,
  importance: '3',
  doctypebranch: 'CHAMBER',
  isplaceholder: isPlaceholder ? 'True' : 'False',
});

function search(day: Day, cases: readonly Case[], { searchParams }: URL): FixtureResponse {
  if (NEEDED.some((name) => !searchParams.has(name))) return notFound();
  const query = searchParams.get('query') ?? '';
  const [, from = '', until = ''] = /kpdate>="([\d-]+)T[^"]*" AND kpdate<="([\d-]+)T/.exec(query) ?? [];
  const [, language] = /languageisocode="(\w+)"/.exec(query) ?? [];
  const found = cases.filter((each) => each.language === language && each.date >= from && each.date <= until);
  const start = Number(searchParams.get('start'));
  const shown = day === 'cut' && start > 0 ? [] : found.slice(start, start + MOST_ROWS);
  const results = shown.map((each) => (day === 'broken' ? { fields: columns(each) } : { columns: columns(each) }));
  return json({ resultcount: found.length, results });
}

/** The names of its styles are made anew for every page. */
function body({ text }: Case): FixtureResponse {
  const style = `s${Math.random().toString(16).slice(2, 10).toUpperCase()}`;
  return html(`<style type="text/css">.${style} { margin:0pt }</style><div><p class="${style}">${text}</p></div>`);
}

function converted(each: Case, pathname: string, isFirst: boolean): FixtureResponse {
  if (each.isOnlyPdf) return pathname === '/app/conversion/pdf/' ? pdf(each.text) : notFound();
  if (pathname === '/app/conversion/docx/html/body') return isFirst ? html('') : body(each);
  if (pathname === '/app/conversion/docx/pdf') return pdf(each.text);
  const members = [{ name: 'word/document.xml', body: `<w:document xmlns:w="urn:w"><w:t>${each.text}</w:t></w:document>` }];
  if (pathname !== '/app/conversion/docx/') return notFound();
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  return { headers: { 'content-type': type }, body: zip(members) };
}

function opened(day: Day): (request: FixtureRequest) => FixtureResponse {
  const cases = day === 1 ? FIRST : SECOND;
  const asked = new Set<string>();
  let isThrottled = true;
  return ({ url }) => {
    if (url.pathname === '/robots.txt') return notFound();
    if (isThrottled) {
      isThrottled = false;
      return html('<h1>Forbidden</h1>', { status: 403 });
    }
    if (url.pathname === '/app/query/results') return search(day, cases, url);
    const found = cases.find(({ id, isPlaceholder }) => id === url.searchParams.get('id') && !isPlaceholder);
    if (!found || url.searchParams.get('library') !== 'ECHR') return notFound();
    const isFirst = !asked.has(url.href);
    asked.add(url.href);
    return converted(found, url.pathname, isFirst);
  };
}

const KNOWN = FIRST.filter(({ language, isPlaceholder }) => language !== 'GER' && !isPlaceholder).map(({ id }) => id);
const OTHERWISE = [...Object.keys(CHANGES), '001-990008'];

export const hudoc: PortalFixture = {
  connector: 'hudoc',
  hosts: [HOST],
  quirks: [
    'texts are made when they are asked for: the first answer is empty',
    'the styles of a text have other names every time: None',
    'items without a text (isplaceholder) are left out',
    'old items exist as PDF alone',
    'dates come in two forms',
    'a search without all its parameters is answered 404',
    'who asks too much is answered 403',
    'columns of an old item change: Upd',
  ],
  parameters: { Languages: 'ENG,FRE', From: '2030-01' },
  today: { 1: '2031-02-03T04:00:00Z', 2: '2031-02-04T04:00:00Z' },
  expected: {
    1: KNOWN,
    2: { Add: ['001-990012'], Upd: Object.keys(CHANGES), Del: ['001-990008'], None: KNOWN.filter((id) => !OTHERWISE.includes(id)) },
  },
  open: opened,
};
