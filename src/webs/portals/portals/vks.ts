/** The Supreme Court of Cassation of Bulgaria: a search that is cut, act pages, and nothing else. All acts are invented. */
import { html, notFound } from '../answers.js';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from '../fixture.js';

const HOST = 'www.vks.bg';
const OLD_HOST = 'domino.vks.bg';
/** Rows the portal shows at most. */
const MOST = 250;

interface Act {
  readonly id: string;
  readonly date: string;
  readonly chamber: string;
  readonly row: string;
  readonly text: string | null;
  /** Cases it decides: it has a row for each. */
  readonly cases: number;
}

const idOf = (number: number): string => `0123456789ABCDEF0123456789${number.toString(16).toUpperCase().padStart(6, '0')}`;
const shown = (iso: string): string => iso.split('-').reverse().join('.');
const act = (number: number, date: string, chamber: string, more: Partial<Act> = {}): Act => ({
  id: idOf(number),
  date,
  chamber,
  row: `Решение №${number}/${shown(date)} по дело №15/2024`,
  text: `Р Е Ш Е Н И Е<br>№ ${number}<br>София, ${shown(date)} г.<br>Върховният касационен съд, Второ гражданско отделение, в състав<br>Р Е Ш И:<br>Оставя в сила.`,
  cases: 1,
  ...more,
});

const day = (at: number): string => String((at % 28) + 1).padStart(2, '0');
/** A month that is cut; one chamber of it is cut too. */
const MANY = [
  ...Array.from({ length: 13 }, (_, at) => act(1000 + at, `2025-02-${day(at)}`, '2-ро гр.', { cases: 20 })),
  ...Array.from({ length: 3 }, (_, at) => act(2000 + at, `2025-02-${day(at)}`, '1-во тър.')),
  // Of no chamber that the form knows.
  act(2100, '2025-02-11', 'ОСГК'),
];
const STANDING = [
  act(1, '2025-01-09', '1-во гр.'),
  act(2, '2025-01-10', '2-ро тър.', { row: 'Определение № 60 189 //10.01.2025 по дело №1б/2024' }),
  act(3, '2025-03-02', '3-то нак.', { row: 'Разпореждане без номер' }),
  act(4, '2025-03-03', 'Петчленен състав'),
];
const EMPTY = act(5, '2025-03-04', '3-то нак.', { text: null });
const CHANGED = act(6, '2025-01-15', '4-то гр.');
const GONE = act(7, '2025-01-16', '4-то гр.');
const LATE = act(8, '2025-02-20', '1-во нак.');

const FIRST = [...STANDING, ...MANY, EMPTY, CHANGED, GONE];
const SECOND = [...STANDING, ...MANY, EMPTY, { ...CHANGED, text: `${CHANGED.text} А. Б.` }, LATE];

function list(on: Day, acts: readonly Act[], { searchParams }: URL): FixtureResponse {
  const bound = (side: 'Ot' | 'Do'): string => ['Godina', 'Mesec', 'Den'].map((part) => searchParams.get(`AktNo${side}${part}`)).join('-');
  const chamber = searchParams.get('AktOtdelenie');
  const found = acts.filter((each) => {
    const isIn = each.date >= bound('Ot') && each.date <= bound('Do');
    return isIn && (chamber === 'empty' || each.chamber === chamber);
  });
  const page = on === 'broken' ? 'akt.jsp' : 'pregled-akt.jsp';
  const all = found.flatMap((each) => Array.from({ length: each.cases }, () => each));
  const rows = all.slice(0, on === 'cut' ? 2 : MOST - 1).map(({ id, row }, at) => {
    const base = at % 2 ? `https://${HOST}/` : '';
    return `<div><div><a href='${base}${page}?type=ot-spisak&id=${id}'>${row}</a></div>\n<div>Кратка измислена анотация.</div></div>`;
  });
  return html(`<html><body><div id='TablicaRezultati'>${rows.join('')}</div></body></html>`);
}

function answer(on: Day, acts: readonly Act[], { url, headers }: FixtureRequest): FixtureResponse {
  if (url.hostname !== HOST) return notFound();
  if (!/[@+]|https?:/.test(headers['user-agent'] ?? '')) return { status: 403, body: 'Forbidden\n' };
  if (url.pathname === '/spisak-aktove.jsp') return list(on, acts, url);
  const found = acts.find(({ id }) => id === url.searchParams.get('id'));
  if (url.pathname !== '/pregled-akt.jsp' || !found) return notFound();
  const text = found.text === null ? '' : `<div id="Content">${found.text}</div>`;
  return html(`<html><body><p>Посетител ${Math.floor(Math.random() * 1e9)}</p>${text}</body></html>`);
}

const keys = (acts: readonly Act[]): string[] => acts.map(({ id }) => `vks-${id}`);

export const vks: PortalFixture = {
  connector: 'vks',
  hosts: [HOST, OLD_HOST],
  quirks: [
    'a list has no pages and is cut at about 250 rows: a month is split by chamber, a chamber by day',
    'an act has a row for each case it decides',
    'acts of chambers that the form does not know',
    'links are relative and absolute, in single quotes',
    'an act page without its text: no document',
    'numbers with spaces, double slashes, rows that do not parse',
    'acts are published weeks late, and change under the same id',
    'agents that do not say who they are, are refused',
  ],
  parameters: { StartYear: '2025', StartMonth: '1' },
  today: { 1: '2025-03-20T04:00:00Z', 2: '2025-04-20T04:00:00Z' },
  expected: {
    1: keys([...STANDING, ...MANY, CHANGED, GONE]),
    2: { Add: keys([LATE]), Upd: keys([CHANGED]), Del: keys([GONE]), None: keys([...STANDING, ...MANY]) },
  },
  open: (on) => (request) => answer(on, on === 1 ? FIRST : SECOND, request),
};
