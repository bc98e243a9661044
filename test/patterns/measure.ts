/**
 * What a pattern costs on a text, in steps a character.
 *
 * A step is what this machine takes for one, found in the same run with a pattern whose steps are known. Time is that of
 * the processor, not of the clock, and the least of several tries counts: so neighbours of the process make no difference.
 */
import { type Attack, textOf } from './attacks.js';

/** Lengths grow, so that what doubles with each repetition is found before it is tried on a long text. */
const REPETITIONS = [12, 24];
const LENGTHS = [300, 3_000, 10_000];
const LONG = 100_000;
const TRIES = 3;

export type Run = (text: string) => void;

export interface Worst {
  readonly steps: number;
  readonly attack: Attack | null;
}

export function runnerOf(source: string, flags: string): Run {
  const pattern = new RegExp(source, flags);
  if (flags.includes('g')) return (text) => void text.replace(pattern, '');
  return (text) => {
    pattern.lastIndex = 0;
    pattern.test(text);
  };
}

/** All attacks on texts that are short, the worst of them on a long one; it ends with the first that takes more than `most`. */
export function worstOf(run: Run, attacks: readonly Attack[], stepNs: number, most: number, longest = LONG): Worst {
  let worst: Worst = { steps: 0, attack: attacks[0] ?? null };
  for (const attack of attacks) {
    for (const length of lengthsFor(attack, longest)) {
      worst = worse(worst, { steps: stepsOf(run, attack, length, stepNs, most), attack });
      if (worst.steps > most) return worst;
    }
  }
  if (!worst.attack || longest < LONG) return worst;
  return { steps: stepsOf(run, worst.attack, LONG, stepNs, most), attack: worst.attack };
}

const lengthsFor = ({ repeated }: Attack, longest: number): number[] =>
  [...REPETITIONS.map((times) => times * repeated.length), ...LENGTHS].filter((length) => length <= longest);

const worse = (one: Worst, other: Worst): Worst => (other.steps > one.steps ? other : one);

function stepsOf(run: Run, attack: Attack, length: number, stepNs: number, most: number): number {
  const text = textOf(attack, length);
  // Compiling it counts too, and is more than all the rest on a short text.
  const enough = most * stepNs * Math.max(text.length, LENGTHS.at(-1) ?? 0);
  const taken = leastNs(() => run(text), enough);
  return taken <= enough && text.length < 5_000 ? 0 : taken / text.length / stepNs;
}

/** One try is enough where it is quick enough. */
function leastNs(work: () => void, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES && least > enough; i++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) * 1000);
  }
  return least;
}

/** Nanoseconds of one step, by a pattern that takes a hundred for each character. */
export function measureStep(): number {
  const run = runnerOf('a{100}b', '');
  const text = 'a'.repeat(LONG);
  run(text);
  return Math.min(...Array.from({ length: 5 }, () => leastNs(() => run(text), 0))) / 100 / text.length;
}
