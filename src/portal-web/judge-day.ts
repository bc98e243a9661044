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

const whatCame = (key: string, outcome: Outcome): string => {
  const operation = OPERATIONS.find((each) => outcome[each].includes(key));
  return operation ? `is ${operation}` : 'nothing came of it';
};
