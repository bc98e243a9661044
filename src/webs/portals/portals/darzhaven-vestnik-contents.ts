/** Two days of the State Gazette: issues and acts, all invented. */
import type { Day } from '../fixture.js';

export interface Act {
  readonly id: number;
  readonly issuer: string;
  readonly title: string;
  readonly text: string;
  /** 1 official, 2 unofficial. */
  readonly section: 1 | 2;
  /** Number of the attached file that holds an annex. */
  readonly annex?: number;
}

export interface Issue {
  readonly number: number;
  /** ISO. */
  readonly date: string;
  readonly idObj: number;
  /** Number of the file that holds the whole issue. */
  readonly file: number;
  /** None: the issue is there as PDF only. */
  readonly acts: readonly Act[];
}

const act = (id: number, title: string, more: Partial<Act> = {}): Act => ({
  id,
  title,
  issuer: 'Министерски съвет',
  text: `Чл. 1. Текст на примера ${id}.`,
  section: 1,
  ...more,
});

const issue = (number: number, date: string, idObj: number, acts: readonly Act[] = []): Issue => ({
  number,
  date,
  idObj,
  file: 5000 + number,
  acts,
});

/** Issues of March 2006, ten of which fill a page. */
const REGULAR: readonly Issue[] = Array.from({ length: 11 }, (_, at) =>
  issue(at + 8, `2006-02-${String(at + 1).padStart(2, '0')}`, 91_000 - at * 37, [
    act(1100 + at, `Постановление № ${at + 8} за измислен пример`),
  ]),
);

const ORDINANCE = act(1002, 'Наредба № 1 за измислен предмет', { issuer: 'Министерство на примерите', annex: 777 });
const LAW = act(1001, 'Закон за измислените лампи', { issuer: 'Народно събрание' });
const NOTICE = act(1003, 'Обявление за измислен конкурс', { issuer: 'Община Пример', section: 2 });
const GONE = act(1004, 'Решение № 4 за нищо');

const FIRST: readonly Issue[] = [
  issue(101, '2004-11-16', 120),
  issue(102, '2004-11-19', 77),
  issue(43, '2005-05-20', 15, [act(300, 'Указ № 43 за измислена награда')]),
  issue(6, '2006-01-17', 90_001, [LAW, ORDINANCE, NOTICE]),
  issue(7, '2006-01-20', 45_000, [GONE, act(1005, 'Постановление № 5 за измислен пример')]),
  ...REGULAR,
];

const SECOND: readonly Issue[] = [
  ...FIRST.filter(({ number }) => number !== 6 && number !== 7),
  issue(6, '2006-01-17', 90_001, [LAW, { ...ORDINANCE, text: 'Чл. 1. Поправен текст на примера.' }, NOTICE]),
  issue(7, '2006-01-20', 45_000, [act(1005, 'Постановление № 5 за измислен пример')]),
  issue(21, '2006-03-10', 30_333, [act(1200, 'Закон за изменение на Закона за измислените лампи'), act(1201, 'Обявление', { section: 2 })]),
];

export const issuesOn = (day: Day): readonly Issue[] => [...(day === 2 ? SECOND : FIRST)].sort((a, b) => (a.date < b.date ? 1 : -1));

const keysOf = (issues: readonly Issue[]): string[] =>
  issues.flatMap(({ number, date, acts }) => {
    const year = date.slice(0, 4);
    return acts.length ? acts.map(({ id }) => `dv-${year}-${number}-${id}`) : [`dv-issue-${year}-${number}`];
  });

const ADDED = ['dv-2006-21-1200', 'dv-2006-21-1201'];
const UPDATED = ['dv-2006-6-1002'];
const DELETED = ['dv-2006-7-1004'];

export const EXPECTED = {
  1: keysOf(FIRST),
  2: { Add: ADDED, Upd: UPDATED, Del: DELETED, None: keysOf(SECOND).filter((key) => ![...ADDED, ...UPDATED].includes(key)) },
};
