/**
 * Finds columns on a page that was drawn line by line across all of them, so that each is read to its end before the
 * next.
 *
 * A gutter is a gap at the same place in many lines, with prose on both sides. Short cells are a table, which is read by
 * rows. Text that crosses a gutter, such as a heading, ends the columns above it. When a file draws column by column,
 * its own order stays.
 */
import type { TextPiece } from './pdf-layout.js';

/** Fewest lines that show a gutter, and most gutters of a page. */
const LEAST_LINES = 5;
const MOST_GUTTERS = 3;
/** Fewest characters per line, on average, in a column of prose. */
const LEAST_PROSE = 18;

interface Segment {
  readonly pieces: TextPiece[];
  readonly x: number;
  right: number;
  letters: number;
}

type Line = readonly Segment[];

export function inColumns(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const lines = drawnLines(pieces);
  const gutters = guttersOf(lines);
  return gutters.length === 0 ? pieces : reordered(lines, gutters);
}

/** Pieces drawn one after the other at one height, split at wide gaps. */
function drawnLines(pieces: readonly TextPiece[]): Line[] {
  const lines: Segment[][] = [];
  let before: TextPiece | null = null;
  for (const piece of pieces) {
    if (piece.text.trim() === '') continue;
    const isNew: boolean = before === null || Math.abs(before.y - piece.y) > Math.max(before.size, piece.size, 1) * 0.5;
    if (isNew) lines.push([]);
    add(lines.at(-1) ?? [], piece);
    before = piece;
  }
  return lines;
}

function add(line: Segment[], piece: TextPiece): void {
  const last = line.at(-1);
  const gap = last ? piece.x - last.right : 0;
  const letters = piece.text.length;
  if (!last || gap > piece.size || gap < -2 * piece.size) line.push({ pieces: [piece], x: piece.x, right: piece.x + piece.width, letters });
  else {
    last.pieces.push(piece);
    last.right = Math.max(last.right, piece.x + piece.width);
    last.letters += letters;
  }
}

function guttersOf(lines: readonly Line[]): number[] {
  let gaps = lines.flatMap((line) => line.slice(1).map((segment, at) => [line[at]?.right ?? 0, segment.x] as const));
  const gutters: number[] = [];
  while (gutters.length < MOST_GUTTERS && gaps.length >= LEAST_LINES) {
    const [x, count] = mostCovered(gaps);
    if (count < LEAST_LINES) break;
    gutters.push(x);
    gaps = gaps.filter(([from, to]) => x < from || x > to);
  }
  gutters.sort((a, b) => a - b);
  return isProse(lines, gutters) ? gutters : [];
}

/** The position that lies in most of the gaps. */
function mostCovered(gaps: readonly (readonly [number, number])[]): [x: number, count: number] {
  const edges = gaps
    .flatMap(([from, to]) => (to > from ? [[from, 1] as const, [to, -1] as const] : []))
    .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let [best, bestX, open] = [0, 0, 0];
  for (const [at, [x, change]] of edges.entries()) {
    open += change;
    if (open > best) [best, bestX] = [open, (x + (edges[at + 1]?.[0] ?? x)) / 2];
  }
  return [bestX, best];
}

const columnOf = (segment: Segment, gutters: readonly number[]): number => gutters.filter((x) => segment.x >= x).length;
const crosses = (segment: Segment, gutters: readonly number[]): boolean => gutters.some((x) => segment.x < x && segment.right > x);

function isProse(lines: readonly Line[], gutters: readonly number[]): boolean {
  if (gutters.length === 0) return false;
  const sums = Array.from({ length: gutters.length + 1 }, () => ({ lines: 0, letters: 0 }));
  for (const line of lines) {
    if (line.length < 2 || line.some((segment) => crosses(segment, gutters))) continue;
    for (const segment of line) {
      const sum = sums[columnOf(segment, gutters)];
      if (!sum) continue;
      sum.lines++;
      sum.letters += segment.letters;
    }
  }
  return sums.every((sum) => sum.lines >= LEAST_LINES && sum.letters >= LEAST_PROSE * sum.lines);
}

function reordered(lines: readonly Line[], gutters: readonly number[]): TextPiece[] {
  const out: TextPiece[] = [];
  let columns: TextPiece[][] = [];
  const flush = (): void => {
    for (const column of columns) for (const piece of column ?? []) out.push(piece);
    columns = Array.from({ length: gutters.length + 1 }, () => []);
  };
  flush();
  for (const line of lines) {
    if (line.some((segment) => crosses(segment, gutters))) {
      flush();
      for (const segment of line) out.push(...whole(segment));
    } else for (const segment of line) columns[columnOf(segment, gutters)]?.push(...whole(segment));
  }
  flush();
  return out;
}

/** A line of a column ends with its last piece. */
function whole({ pieces }: Segment): TextPiece[] {
  return pieces.map((piece, at) => ({ ...piece, ends: at === pieces.length - 1 }));
}
