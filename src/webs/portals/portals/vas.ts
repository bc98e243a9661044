/** The Supreme Administrative Court of Bulgaria in the portal of e-justice: grids of JSON, previews, files. All cases are invented. */
import { html, json, notFound } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const HOST = 'ecase.justice.bg';

interface Act {
  readonly id: string;
  readonly text: string;
  readonly as?: 'utf-16' | 'windows-1251' | 'preview';
}

interface Case {
  readonly id: string;
  readonly number: number;
  readonly year: number;
  readonly acts: readonly Act[];
}

const gid = (letter: string, number: number): string => `${letter.repeat(8)}-2222-3333-4444-${String(number).padStart(12, '0')}`;
const act = (number: number, more: Partial<Act> = {}): Act => ({ id: gid('a', number), text: `Решение ${number} е измислено.`, ...more });
const kase = (number: number, year: number, acts: readonly Act[]): Case => ({ id: gid('1', year * 1000 + number), number, year, acts });

/** More cases than a page of the grid. */
const MANY = Array.from({ length: 51 }, (_, at) => kase(200 + at, 2024, at < 8 ? [act(2000 + at)] : []));
const STANDING = [
  kase(101, 2025, [act(1), act(2, { as: 'preview' })]),
  kase(102, 2025, [act(3, { as: 'windows-1251' })]),
  // More acts than a page of theirs.
  kase(
    103,
    2025,
    Array.from({ length: 12 }, (_, at) => act(100 + at)),
  ),
];
const GROWS = kase(104, 2025, [act(4)]);
const GONE = kase(105, 2025, [act(5)]);
const WAITS = kase(106, 2025, []);

const FIRST = [...MANY, ...STANDING, GROWS, GONE, WAITS];
const SECOND = [...MANY, ...STANDING, { ...GROWS, acts: [...GROWS.acts, act(6)] }, { ...WAITS, acts: [act(7)] }];

interface Grid {
  readonly data: string;
  readonly page: number;
  readonly size: number;
}

function grid(day: Day, cases: readonly Case[], { url, body }: FixtureRequest): FixtureResponse {
  const { data, page, size } = JSON.parse(Buffer.from(body).toString('utf8')) as Grid;
  const filter = JSON.parse(data) as Record<string, string>;
  const rows = url.pathname === '/Case/LoadData' ? casesOf(cases, filter) : actsOf(cases, filter);
  const shown = rows.slice((page - 1) * size, page * size);
  return json({ [day === 'broken' ? 'items' : 'data']: day === 'cut' ? shown.slice(0, 1) : shown, count: rows.length });
}

const casesOf = (cases: readonly Case[], { CourtId, RegYear }: Record<string, string>): unknown[] =>
  cases
    .filter(({ year }) => CourtId === '113' && String(year) === RegYear)
    .map(({ id, number, year }) => ({
      gid: id,
      regNumber: number,
      regYear: year,
      caseKindName: 'Административно дело',
      departmentName: 'Първо отделение',
      panelName: null,
      judgeReporter: 'И. Примерова',
      sideLeft: 'А.Б.В.',
      sideRight: 'Примерна агенция',
    }));

const actsOf = (cases: readonly Case[], filter: Record<string, string>): unknown[] =>
  (cases.find(({ id }) => id === filter['gid'])?.acts ?? []).map(({ id }, at) => ({
    gid: id,
    actKindName: 'Решение',
    number: 200 + at,
    dateSigned: '2025-05-06T00:00:00',
    preparators: [{ judgeName: 'И. Примерова' }],
  }));

function preview({ id, text, as }: Act): FixtureResponse {
  const inside = as === 'preview' ? `<div>${text}</div>` : `<a href="/api/file/download/${id}">Изтегли</a><a href="/other">Друго</a>`;
  return html(`<html><body><h1>Акт</h1>${inside}</body></html>`);
}

function file({ text, as }: Act): FixtureResponse {
  const page = `<html><body><p>${text}</p></body></html>`;
  const cyrillic = (letter: string): number => letter.charCodeAt(0) - 0x410 + 0xc0;
  const body =
    as === 'windows-1251'
      ? Buffer.from([...page].map((letter) => (letter >= 'А' && letter <= 'я' ? cyrillic(letter) : letter.charCodeAt(0))))
      : Buffer.from(`\ufeff${page}`, 'utf16le');
  return { headers: { 'content-type': 'text/html' }, body };
}

function answer(day: Day, cases: readonly Case[], request: FixtureRequest): FixtureResponse {
  const { url, method } = request;
  if (method === 'POST') return grid(day, cases, request);
  const id = url.pathname === '/case/preview' ? url.searchParams.get('gid') : url.pathname.replace('/api/file/download/', '');
  const found = cases.flatMap(({ acts }) => acts).find((each) => each.id === id);
  if (!found) return notFound();
  return url.pathname === '/case/preview' ? preview(found) : file(found);
}

const keys = (cases: readonly Case[]): string[] =>
  cases.filter(({ acts }) => acts.length > 0).map(({ year, number }) => `vas-${year}-${number}`);

export const vas: PortalFixture = {
  connector: 'vas',
  hosts: [HOST],
  quirks: [
    'the filter is JSON in a text in JSON, and what the total is called nobody knows',
    'a case has more acts than a page of them, and they are one document',
    'a case without acts is no document yet',
    'files are UTF-16, or windows-1251 without saying so',
    'a preview without a link holds the text itself',
    'nothing tells of changes but the acts of a case',
  ],
  parameters: { StartYear: '2024' },
  today: { 1: '2025-06-02T04:00:00Z', 2: '2025-06-03T04:00:00Z' },
  expected: {
    1: keys(FIRST),
    2: { Add: ['vas-2025-106'], Upd: ['vas-2025-104'], Del: ['vas-2025-105'], None: keys([...MANY, ...STANDING]) },
  },
  open: (day) => (request) => answer(day, day === 1 ? FIRST : SECOND, request),
};
