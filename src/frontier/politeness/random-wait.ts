/** A wait of random length, for whoever does not want to be regular: 1 second to the longest, or 0 to it where that is less. */

const SHORTEST_MS = 1000;

/** `random` yields numbers from 0 up to 1: Math.random, or a generator with a seed. */
export function randomWait(longestMs: number, random: () => number = Math.random): number {
  if (!(longestMs > 0)) return 0;
  const shortest = longestMs >= SHORTEST_MS ? SHORTEST_MS : 0;
  return Math.round(shortest + random() * (longestMs - shortest));
}
