/** One input to one target: what is wrong with how it took it, or null. */
import { inputOf } from './mutate.js';
import { TARGETS, type Target } from './targets.js';

/** Which target a number is for: each has its share of every thousand, in an order that mixes them. */
const SHARES: readonly Target[] = TARGETS.flatMap((target) => Array.from({ length: target.share }, () => target));
export const targetOf = (number: number): Target => SHARES[(number * 7919) % SHARES.length] as Target;

export async function problemOf(seed: number, number: number): Promise<string | null> {
  const target = targetOf(number);
  try {
    await target.run(inputOf(target.seeds, seed, number));
    return null;
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    return target.throws?.includes(name) ? null : `${name}: ${String(error instanceof Error ? error.stack : error).slice(0, 600)}`;
  }
}
