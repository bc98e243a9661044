/** What came of a day, held against what the fixture planted. */
import type { Day, PortalFixture } from './fixture.js';

export const OPERATIONS = ['Add', 'Upd', 'Del', 'None'] as const;
type Operation = (typeof OPERATIONS)[number];

/** Keys of documents by what came of them. */
export type Outcome = Readonly<Record<Operation, readonly string[]>>;

export interface DayVerdict {
  /** What is left out may be anything. */
  readonly expected: Partial<Record<Operation, number>>;
  readonly seen: Readonly<Record<Operation, number>>;
  /** Each a sentence; none: as planted. */
  readonly faults: readonly string[];
}

/** On broken days only one thing is asked: that nothing is taken for gone. */
export function judgeDay({ expected }: Pick<PortalFixture, 'expected'>, day: Day, outcome: Outcome): DayVerdict {
  const planted = plantedOn(expected, day);
  const seen = Object.fromEntries(OPERATIONS.map((operation) => [operation, outcome[operation].length])) as DayVerdict['seen'];
  const faults = OPERATIONS.flatMap((operation) => [...faultsOf(operation, planted[operation], outcome)]);
  const counts = Object.entries(planted).map(([operation, keys]) => [operation, keys.length]);
  return { expected: Object.fromEntries(counts), seen, faults };
}

function plantedOn(expected: PortalFixture['expected'], day: Day): Partial<Outcome> {
  if (day === 1) return { Add: expected[1], Upd: [], Del: [], None: [] };
  return day === 2 ? expected[2] : { Del: [] };
}

function* faultsOf(operation: Operation, planted: readonly string[] | undefined, outcome: Outcome): Generator<string> {
  if (!planted) return;
  const seen = new Set(outcome[operation]);
  for (const key of planted) if (!seen.has(key)) yield `${key} should be ${operation}, and ${whatCame(key, outcome)}`;
  const wanted = new Set(planted);
  for (const key of seen) if (!wanted.has(key)) yield `${key} is ${operation}, and should not be`;
}

/** What is stored of a document, as words: title, fields, stamp, and what its files say. */
export interface StoredWords {
  readonly key: string;
  readonly words: string;
}

/** Holds what is stored against the words that were planted. A character that could not be decoded is a fault of any. */
export function judgeWords({ holds }: Pick<PortalFixture, 'holds'>, day: 1 | 2, stored: readonly StoredWords[]): string[] {
  const byKey = new Map(stored.map(({ key, words }) => [key, words]));
  const lacking = Object.entries(holds?.[day] ?? {}).flatMap(([key, planted]) =>
    planted.filter((words) => !byKey.get(key)?.includes(words)).map((words) => `${key} does not hold ${JSON.stringify(words)}`),
  );
  const undecoded = stored
    .filter(({ words }) => words.includes('\ufffd'))
    .map(({ key }) => `${key} holds characters that were not decoded`);
  return [...lacking, ...undecoded];
}

const whatCame = (key: string, outcome: Outcome): string => {
  const operation = OPERATIONS.find((each) => outcome[each].includes(key));
  return operation ? `is ${operation}` : 'nothing came of it';
};
