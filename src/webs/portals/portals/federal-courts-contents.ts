/** Decisions of federal courts about lamps, all invented: the same story for each court, with its own dockets and numbers. */
import type { Day } from '../fixture.js';

export interface Decision {
  readonly id: string;
  readonly ecli: string | null;
  readonly date: string;
  readonly dockets: readonly string[];
  readonly kind: string;
  readonly text: string;
  /** What only the page of the court's own site says. */
  readonly note: string;
  readonly headnote: string | null;
  readonly image: string | null;
  /** What its archive says of who may see it. */
  readonly rights: string;
  readonly modified: string;
}

export interface CourtNames {
  /** BGH. */
  readonly short: string;
  readonly name: string;
  readonly panel: string;
  /** Beginning of its document numbers. */
  readonly prefix: string;
  /** Of a number of a case: IX ZB 7/30. */
  readonly docket: (number: number) => string;
  /** Last part of the ECLI. */
  readonly ordinal: (decision: { readonly date: string; readonly number: number }) => string;
}

const MONTHS = ['2030-02', '2030-05', '2030-09', '2030-11', '2030-12', '2031-01'];
const MODIFIED = '2031-01-25T22:46:20Z';

function decision({ short, prefix, docket, ordinal }: CourtNames, number: number, more: Partial<Decision> = {}): Decision {
  const date = more.date ?? `${MONTHS[number % MONTHS.length]}-${String(10 + number).padStart(2, '0')}`;
  return {
    id: `${prefix}9000${String(number).padStart(2, '0')}2031`,
    ecli: `ECLI:DE:${short}:${date.slice(0, 4)}:${ordinal({ date, number })}`,
    date,
    dockets: [docket(number)],
    kind: number % 2 === 0 ? 'Urteil' : 'Beschluss',
    text: `Die Beschwerde gegen Lampe ${number} wird verworfen.`,
    note: '',
    headnote: null,
    image: null,
    rights: 'public',
    modified: MODIFIED,
    ...more,
  };
}

/** What the second day does. */
const CHANGED = 3;
const WITHDRAWN = 5;
const PICTURED = 6;
const OTHER_PICTURE = 7;
const NOTED = 13;
const CLOSED = 15;
const NEW = 20;

export interface CourtStory {
  readonly first: readonly Decision[];
  readonly second: readonly Decision[];
  readonly ids: {
    readonly changed: string;
    readonly noted: string;
    readonly closed: string;
    readonly withdrawn: string;
    readonly pictured: string;
    readonly added: string;
  };
}

export function storyOf(court: CourtNames): CourtStory {
  const plain = [1, 2, CHANGED, 4, WITHDRAWN].map((number) =>
    decision(court, number, { headnote: number === 2 ? 'Lampen leuchten.' : null }),
  );
  const first = [
    ...plain,
    decision(court, PICTURED, { image: 'rund' }),
    decision(court, OTHER_PICTURE, { image: 'eckig' }),
    decision(court, 8, { date: '2012-03-08', ecli: null }),
    decision(court, 9, { dockets: [court.docket(4)], date: '2031-01-20' }),
    decision(court, 10, { dockets: [court.docket(10), court.docket(11)] }),
    ...[12, NOTED, 14].map((number) => decision(court, number)),
    decision(court, CLOSED, { rights: 'restricted' }),
  ];
  const changed = { text: 'Die Beschwerde hat Erfolg.', modified: '2031-02-03T22:46:20Z' };
  const noted = { ...decision(court, NOTED), note: 'Berichtigt.' };
  const second = first
    .filter(({ id }) => id !== decision(court, WITHDRAWN).id)
    .map((each) => (each.id === decision(court, CHANGED).id ? { ...each, ...changed } : each))
    .map((each) => (each.id === noted.id ? noted : each))
    .map((each) => (each.id === decision(court, PICTURED).id ? { ...each, image: 'oval', modified: '2031-02-03T22:46:20Z' } : each));
  const id = (number: number): string => decision(court, number).id;
  return {
    first,
    second: [...second, decision(court, NEW, { date: '2031-01-30' })],
    ids: { changed: id(CHANGED), noted: id(NOTED), closed: id(CLOSED), withdrawn: id(WITHDRAWN), pictured: id(PICTURED), added: id(NEW) },
  };
}

export const decisionsOn = ({ first, second }: CourtStory, day: Day): readonly Decision[] => (day === 1 ? first : second);
