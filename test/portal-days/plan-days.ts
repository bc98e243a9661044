/** What each portal is like on each simulated day, drawn from a seed; and what may come of a harvest on such a day. Pure. */
import { type Day, judgeDay, type Outcome, type PortalFixture } from '../../src/webs/portals/index.js';

/** Numbers from 0 to 1, the same for the same seed. */
export function drawing(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Day 1 until the day it turns; then day 2, with a broken day and one that is cut in between. Half of the portals are broken or
 * cut on the very day before they turn as well, so that the change comes after a list nobody could believe.
 */
export function planDays(count: number, draw: () => number): Day[] {
  const between = (from: number, to: number): number => from + Math.floor(draw() * (to - from + 1));
  if (count < 6) return Array.from({ length: count }, (_, day) => (day === 0 ? 1 : 2));
  const turn = between(2, count - 4);
  const states = Array.from({ length: count }, (_, day): Day => (day < turn ? 1 : 2));
  const broken = between(turn + 1, count - 3);
  states[broken] = 'broken';
  states[between(broken + 1, count - 2)] = 'cut';
  if (draw() < 0.5) states[turn - 1] = draw() < 0.5 ? 'broken' : 'cut';
  return states;
}

type Changes = Pick<Outcome, 'Add' | 'Upd' | 'Del'>;

/** Follows one portal through its days. */
export class DayJudge {
  readonly #fixture: PortalFixture;
  readonly #states: readonly Day[];
  /** Planted for day 2, and not seen yet. */
  readonly #due: { readonly [Operation in keyof Changes]: Set<string> };
  /** What a bad day brought, and a good one may take back. */
  readonly #disturbed = new Set<string>();

  constructor(fixture: PortalFixture, states: readonly Day[]) {
    this.#fixture = fixture;
    this.#states = states;
    const { Add, Upd, Del } = fixture.expected[2];
    this.#due = { Add: new Set(Add), Upd: new Set(Upd), Del: new Set(Del) };
  }

  /** Planted changes that nobody found. */
  get missed(): string[] {
    return Object.entries(this.#due).flatMap(([operation, keys]) => [...keys].map((key) => `${key} should have become ${operation}`));
  }

  /** What should not have come of a day, each a sentence. */
  judge(day: number, outcome: Outcome): string[] {
    const state = this.#states[day] as Day;
    if (day === 0) return [...judgeDay(this.#fixture, 1, outcome).faults];
    if (state === 1) return faultsBeside(outcome, { Add: NOTHING, Upd: NOTHING, Del: NOTHING });
    const isTurn = state === 2 && this.#states[day - 1] === 1;
    const faults = isTurn ? [...judgeDay(this.#fixture, 2, outcome).faults] : this.#judgeOther(state, outcome);
    for (const operation of ['Add', 'Upd', 'Del'] as const) for (const key of outcome[operation]) this.#due[operation].delete(key);
    return faults;
  }

  #judgeOther(state: Day, outcome: Outcome): string[] {
    const { Add, Upd, Del } = this.#due;
    const isBad = state !== 2;
    // Where one list is cut, another route may show rightly what is gone.
    const gone = state === 'broken' ? NOTHING : Del;
    const faults = faultsBeside(outcome, { Add, Upd: isBad ? null : new Set([...Upd, ...this.#disturbed]), Del: gone });
    if (isBad) for (const key of [...outcome.Add, ...outcome.Upd]) this.#disturbed.add(key);
    return faults;
  }
}

const NOTHING: ReadonlySet<string> = new Set();

/** Null: anything may come. */
function faultsBeside(outcome: Outcome, allowed: Readonly<Record<keyof Changes, ReadonlySet<string> | null>>): string[] {
  return (['Add', 'Upd', 'Del'] as const).flatMap((operation) => {
    const fine = allowed[operation];
    return outcome[operation].filter((key) => fine !== null && !fine.has(key)).map((key) => `${key} is ${operation}, and should not be`);
  });
}
