/**
 * Anomalies: too much of a site changing at once to be believed.
 *
 * Pure. A parking page, a broken list or a database that is down changes many documents together; people rarely do.
 * What one of these rules holds back is looked at again by the next run, or decided by a person.
 */
export type AnomalyKind = 'mass-gone' | 'listing-shrank' | 'one-text';

/** So many may always go. */
const FEW_GONE = 10;
/** A list of fewer entries than this is too short to tell. */
const SHORT_LIST = 10;
const FEW_ALIKE = 3;

/** More than a few gone from a site in one run: ten, or a fifth of its documents if that is more. */
export const isMassGone = (gone: number, documents: number): boolean => gone > Math.max(FEW_GONE, documents / 5);

/** A list that lost half of its entries was not read to its end, or not written to it. */
export const hasShrunk = (entries: number, before: number): boolean => before >= SHORT_LIST && 2 * entries <= before;

/** Several documents of a site turned into the same text: three and a tenth of those visited, or two and half of them. */
export const isOneText = (alike: number, visited: number): boolean =>
  (alike >= FEW_ALIKE && 10 * alike >= visited) || (alike >= 2 && 2 * alike >= visited);
