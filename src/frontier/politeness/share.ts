/** How many requests in flight are one crawl's, of those a key bears over all crawls. Pure maths. */

export interface Crowd {
  /** What the most careful of all who hold or want the key thinks it bears. */
  readonly capacity: number;
  /** A delay is owed: turns come one after the other, since two crawls that wait side by side would ask twice as often. */
  readonly oneByOne: boolean;
  /** Shares the others hold now. */
  readonly held: readonly number[];
  /** Others who wait, and those of them who were there before us. */
  readonly waiting: number;
  readonly ahead: number;
}

/** The share of one more; 0 when it must wait. Those ahead in line find room when they come. */
export function shareFor({ capacity, oneByOne, held, waiting, ahead }: Crowd): number {
  if (oneByOne) return held.length || ahead ? 0 : capacity;
  const room = capacity - held.reduce((sum, share) => sum + share, 0) - ahead;
  const fair = Math.max(1, Math.floor(capacity / (held.length + waiting + 1)));
  return Math.max(0, Math.min(room, fair));
}
