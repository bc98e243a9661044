/** Robust statistics: a single odd run among the earlier ones moves neither the median nor the spread. */

export interface Usual {
  readonly median: number;
  /** Median of the distances from it, as a standard deviation; 0 of one value. */
  readonly spread: number;
  /** How many values it comes from. */
  readonly of: number;
}

/** A normal distribution has its median absolute deviation at this share of its standard deviation. */
const NORMAL = 1.4826;

export function usualOf(values: readonly number[]): Usual | null {
  if (values.length === 0) return null;
  const median = medianOf(values);
  return { median, spread: NORMAL * medianOf(values.map((value) => Math.abs(value - median))), of: values.length };
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Further from the median than chance explains; `least` is a distance that never matters. */
export const isFar = (value: number, { median, spread }: Usual, least: number): boolean =>
  Math.abs(value - median) > Math.max(4 * spread, least);

/** How likely it is that so many in a row have no value where a share of them usually has one. */
export const chanceOfNone = (share: number, asked: number): number => (1 - share) ** asked;

/** Distance of a share from the usual one, in standard deviations of what chance gives so many. */
export function deviations(filled: number, asked: number, share: number): number {
  const sure = Math.min(Math.max(share, 0.01), 0.99);
  return (filled / asked - share) / Math.sqrt((sure * (1 - sure)) / asked);
}
