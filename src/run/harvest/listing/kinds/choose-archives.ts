/**
 * Which archives of a folder are read: the newest that holds everything and what changed since, or what changed since the
 * last time. Pure.
 *
 * A delta that is missing between two others, or between the last one known and the first that is still there, is noticed:
 * then everything is read anew from a later full archive. Where there is none, what can be known is read and the gap is told.
 */
export interface ArchiveEntry {
  readonly url: string;
  readonly name: string;
  /** What archives are ordered by: digits alone. */
  readonly stamp: string;
  /** What the index says of it beside its name. */
  readonly listed?: string;
}

export interface ArchiveChoice {
  /** In the order they are read. */
  readonly archives: readonly ArchiveEntry[];
  /** Only what is new: the rest was read before. */
  readonly isPart: boolean;
  /** What is missing and nothing makes up for. */
  readonly gap: Gap | null;
  /** Why everything is read again; in words. */
  readonly because: string | null;
}

export interface ChoiceOptions {
  /** The last archive that was read whole; null: none, or everything is wanted. */
  readonly applied: string | null;
  /** Stamp of the last archive before a gap that was found earlier, and that nothing made up for. */
  readonly gap?: string | null;
  /** Stamp of an archive that was there and could not be read. */
  readonly missed?: string | null;
  /** Days that may lie between two deltas; left out: any number. */
  readonly longest?: number | null;
}

/** Both in any order. */
export function chooseArchives(fulls: readonly ArchiveEntry[], deltas: readonly ArchiveEntry[], options: ChoiceOptions): ArchiveChoice {
  const { applied, longest = null } = options;
  const ordered = inOrder(deltas);
  const newest = inOrder(fulls).at(-1);
  if (applied === null) return fromFull(newest, ordered, longest, null);
  const later = ordered.filter(({ stamp }) => stamp > applied);
  if (newest && newest.stamp > applied && !ordered.some(({ stamp }) => stamp > applied && stamp <= newest.stamp))
    return fromFull(newest, ordered, longest, `no delta leads from ${plain(applied)} to ${newest.name}`);
  const all = [...fulls, ...deltas];
  const gap = gapBefore(applied, all, ordered) ?? lostOf(applied, all, options.missed ?? null) ?? gapIn(applied, later, longest);
  if (options.gap != null && newest && newest.stamp > options.gap)
    return fromFull(newest, ordered, longest, `archives after ${plain(options.gap)} were missing`);
  if (gap === null) return { archives: later, isPart: true, gap: null, because: null };
  if (newest && newest.stamp > gap.before) return fromFull(newest, ordered, longest, gap.message);
  return { archives: later, isPart: true, gap, because: null };
}

function fromFull(
  newest: ArchiveEntry | undefined,
  deltas: readonly ArchiveEntry[],
  longest: number | null,
  because: string | null,
): ArchiveChoice {
  const later = newest ? deltas.filter(({ stamp, url }) => stamp > newest.stamp && url !== newest.url) : deltas;
  const gap = newest ? gapIn(newest.stamp, later, longest) : null;
  return { archives: newest ? [newest, ...later] : later, isPart: false, gap, because };
}

const inOrder = (entries: readonly ArchiveEntry[]): ArchiveEntry[] =>
  [...entries].sort((one, other) => (one.stamp < other.stamp ? -1 : one.stamp > other.stamp ? 1 : one.name < other.name ? -1 : 1));

export interface Gap {
  /** In words. */
  readonly message: string;
  /** Stamp of the last archive before it. */
  readonly before: string;
}

/** What was read last, and every delta before it, is not there any more: between it and the first that is, others may have been. */
function gapBefore(applied: string, all: readonly ArchiveEntry[], [oldest]: readonly ArchiveEntry[]): Gap | null {
  const first = inOrder(all).find(({ stamp }) => stamp > applied);
  if (!first || (oldest && oldest.stamp <= applied) || all.some(({ stamp }) => stamp === applied)) return null;
  return isDate(applied) || isTooFar(applied, first.stamp, null) ? gapBetween(applied, first) : null;
}

/** One that could not be read is not there any more. */
function lostOf(applied: string, all: readonly ArchiveEntry[], missed: string | null): Gap | null {
  if (missed === null || missed <= applied || all.some(({ stamp }) => stamp === missed)) return null;
  return { message: `the archive stamped ${plain(missed)} could not be read, and is not there any more`, before: applied };
}

function gapIn(from: string, later: readonly ArchiveEntry[], longest: number | null): Gap | null {
  let before = from;
  for (const entry of later) {
    if (isTooFar(before, entry.stamp, longest)) return gapBetween(before, entry);
    before = entry.stamp;
  }
  return null;
}

/** Numbers follow one by one; days may be passed over, but not too many. */
function isTooFar(before: string, after: string, longest: number | null): boolean {
  if (before === '' || before === after) return false;
  if (!isDate(before) || !isDate(after)) return !isDate(before) && !isDate(after) && BigInt(after) - BigInt(before) > 1n;
  return longest !== null && dayOf(after) - dayOf(before) > longest;
}

const gapBetween = (before: string, { name }: ArchiveEntry): Gap => ({
  message: `between the archive stamped ${plain(before)} and ${name} others are missing`,
  before,
});

const plain = (stamp: string): string => stamp.replace(/^0+/, '');

const DATE = /^(?:19|20|21)\d\d(?:0[1-9]|1[0-2])(?:(?:0[1-9]|[12]\d|3[01])\d{0,6})?$/;
const isDate = (stamp: string): boolean => DATE.test(stamp);

/** Days, and moments of days, compare as they are written; numbers by what they are worth. */
export const comparable = (digits: string): string => (digits === '' || isDate(digits) ? digits : digits.padStart(20, '0'));

const dayOf = (stamp: string): number =>
  Date.UTC(Number(stamp.slice(0, 4)), Number(stamp.slice(4, 6)) - 1, Number(stamp.slice(6, 8)) || 1) / 86_400_000;
