/**
 * How far what a reader finds now agrees with what it, or the one before it, found in pages known to be read rightly.
 *
 * Rows are told by what they say, not by their order: what was added or taken away since shifts nothing.
 */
import type { Reader, ReadPage, ReadRow } from './reader.js';

export interface Part {
  /** Values known from before. */
  readonly known: number;
  /** Those found again. */
  readonly same: number;
}

export interface Agreement {
  /** By field or single: `fields.title`, `count`. */
  readonly parts: ReadonlyMap<string, Part>;
  readonly rowsBefore: number;
  readonly rowsNow: number;
  /** Between 0 and 1. */
  readonly score: number;
}

export function agreementOf(reader: Reader, before: readonly ReadPage[], now: readonly ReadPage[]): Agreement {
  const known = pagesToCompare(before, now);
  const pairs = pairsOf(known, now);
  const parts = new Map<string, Part>();
  for (const name of Object.keys(reader.fields)) {
    const part = fieldPart(name, pairs);
    if (part.known > 0) parts.set(`fields.${name}`, part);
  }
  for (const name of Object.keys(reader.singles)) {
    const part = singlePart(name, known, now);
    if (part.known > 0) parts.set(name, part);
  }
  if (parts.size === 0 && pairs.length > 0) parts.set('each', { known: pairs.length, same: pairs.filter(([, row]) => row).length });
  const rowsBefore = countRows(known);
  const rowsNow = countRows(now);
  return { parts, rowsBefore, rowsNow, score: scoreOf(reader, parts, rowsBefore, now) };
}

/** Pages of the same address are compared; where there is none, all are. */
export function pagesToCompare(before: readonly ReadPage[], now: readonly ReadPage[]): readonly ReadPage[] {
  const urls = new Set(now.map(({ url }) => url));
  const same = before.filter(({ url }) => urls.has(url));
  return same.length > 0 ? same : before;
}

export type Pair = readonly [before: ReadRow, now: ReadRow | null];

export function pairsOf(before: readonly ReadPage[], now: readonly ReadPage[]): Pair[] {
  const isWhole = [...before, ...now].every(({ rows }) => rows.length === 1 && rows[0]?.node === undefined);
  if (!isWhole) return alikeRows(before, now);
  const byUrl = new Map(now.map(({ url, rows }) => [url, rows[0]]));
  return before.flatMap(({ url, rows: [row] }) => (row ? [[row, byUrl.get(url) ?? null] as const] : []));
}

/** Each row with the one that has most values in common with it. */
function alikeRows(before: readonly ReadPage[], now: readonly ReadPage[]): Pair[] {
  const rows = now.flatMap((page) => page.rows);
  const byValue = new Map<string, number[]>();
  for (const [index, row] of rows.entries())
    for (const value of valuesIn(row)) byValue.set(value, [...(byValue.get(value) ?? []), index].slice(0, MOST_ALIKE + 1));
  return before.flatMap((page) => page.rows).map((row) => [row, rows[mostAlike(row, byValue)] ?? null] as const);
}

/** A value that many rows have tells none of them. */
const MOST_ALIKE = 8;

function mostAlike(row: ReadRow, byValue: ReadonlyMap<string, readonly number[]>): number {
  const votes = new Map<number, number>();
  for (const value of valuesIn(row)) {
    const rows = byValue.get(value) ?? [];
    if (rows.length <= MOST_ALIKE) for (const index of rows) votes.set(index, (votes.get(index) ?? 0) + 1 / rows.length);
  }
  let best = -1;
  for (const [index, count] of votes) if (count > (votes.get(best) ?? 0)) best = index;
  return best;
}

const valuesIn = ({ fields }: ReadRow): string[] =>
  Object.entries(fields).flatMap(([name, values]) => values.map((each) => `${name} ${each}`));

function fieldPart(name: string, pairs: readonly Pair[]): Part {
  const known = pairs.filter(([before]) => before.fields[name]?.length);
  const same = known.reduce((sum, [before, now]) => sum + likeness(before.fields[name], now?.fields[name]), 0);
  return { known: known.length, same };
}

function singlePart(name: string, before: readonly ReadPage[], now: readonly ReadPage[]): Part {
  const byUrl = new Map(now.map((page) => [page.url, page]));
  const known = before.filter(({ url, singles }) => byUrl.has(url) && singles[name]?.length);
  const same = known.reduce((sum, { url, singles }) => sum + likeness(singles[name], byUrl.get(url)?.singles[name]), 0);
  return { known: known.length, same };
}

/** Numbers go on while a portal lives: what differs in them alone is half as good as the same. */
function likeness(before: readonly string[] = [], now: readonly string[] = []): number {
  if (now.length === 0) return 0;
  const [one, other] = [before.join('\n'), now.join('\n')];
  if (one === other) return 1;
  return shapeOf(one) === shapeOf(other) ? 0.5 : 0;
}

const shapeOf = (text: string): string => text.replace(/\d+/g, '0');

const countRows = (pages: readonly ReadPage[]): number => pages.reduce((sum, { rows }) => sum + rows.length, 0);

function scoreOf(reader: Reader, parts: ReadonlyMap<string, Part>, rowsBefore: number, now: readonly ReadPage[]): number {
  if (parts.size === 0) return 0;
  const mean = [...parts.values()].reduce((sum, { known, same }) => sum + same / known, 0) / parts.size;
  const rows = now.flatMap((page) => page.rows);
  if (rows.length === 0) return reader.each === null ? mean : 0;
  // What steps before handed on is not known here: only what was read from such pages before can be asked for.
  const require = reader.require.filter((name) => parts.has(`fields.${name}`));
  const whole = rows.filter(({ fields }) => require.every((name) => fields[name]?.length)).length / rows.length;
  const most = 1.5 * rowsBefore + 3;
  return mean * whole * Math.min(1, most / rows.length);
}
