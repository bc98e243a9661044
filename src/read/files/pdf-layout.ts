/**
 * Turns the pieces of text on a PDF page into blocks: a PDF knows where each piece stands, but no words, lines or
 * paragraphs.
 *
 * Pieces come in the order in which they are drawn, which is the reading order of nearly all files. So lines are formed
 * by comparing a piece with the one before, and lines that continue each other become a block. A word divided at the end
 * of a line is joined.
 */

export interface TextPiece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  /** Whether the file says that a line ends with it. */
  readonly ends: boolean;
}

export interface TextLine {
  text: string;
  readonly x: number;
  right: number;
  readonly y: number;
  size: number;
  /** Gaps as wide as those between table columns. */
  gaps: number;
}

export function linesOf(pieces: readonly TextPiece[]): TextLine[] {
  const lines: TextLine[] = [];
  let line: TextLine | null = null;
  for (const piece of pieces) {
    if (piece.text !== '') {
      if (line && !continues(line, piece)) line = null;
      if (line) append(line, piece);
      else if (piece.text.trim() !== '') lines.push((line = begin(piece)));
    }
    if (piece.ends) line = null;
  }
  return lines;
}

const begin = ({ text, x, y, width, size }: TextPiece): TextLine => ({ text, x, y, right: x + width, size, gaps: 0 });

/** Superscripts and subscripts stand a little off; a piece far to the left belongs to another column or line. */
function continues(line: TextLine, { x, y, size }: TextPiece): boolean {
  const tall = Math.max(line.size, size, 1);
  return Math.abs(line.y - y) < tall * 0.6 && x > line.right - tall * 2;
}

function append(line: TextLine, { text, x, width, size }: TextPiece): void {
  const gap = x - line.right;
  if (gap > size * 0.2 && !/\s$/.test(line.text) && !/^\s/.test(text)) line.text += ' ';
  if (gap > size * 1.5) line.gaps++;
  line.text += text;
  line.right = Math.max(line.right, x + width);
  if (text.trim() !== '') line.size = Math.max(line.size, size);
}

/** Each block as one text. */
export function blocksOf(lines: readonly TextLine[]): string[] {
  const edges = rightEdges(lines);
  const blocks: string[] = [];
  let before: TextLine | null = null;
  for (const line of lines) {
    if (before && goesOn(before, line, edges)) blocks.push(joined(blocks.pop() ?? '', line.text.trim()));
    else blocks.push(line.text.trim());
    before = line;
  }
  return blocks;
}

/** Right edges of lines that begin at the same place: the width of their column. */
function rightEdges(lines: readonly TextLine[]): Map<number, number> {
  const edges = new Map<number, number>();
  for (const { x, right } of lines) edges.set(columnOf(x), Math.max(edges.get(columnOf(x)) ?? 0, right));
  return edges;
}

const columnOf = (x: number): number => Math.round(x / 8);
const LIST_ITEM = /^\s*(?:[•▪●◦‣·*–—-]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s/;

function goesOn(before: TextLine, line: TextLine, edges: ReadonlyMap<number, number>): boolean {
  const size = Math.max(before.size, line.size);
  const drop = before.y - line.y;
  if (drop <= 0 || drop > size * 1.9 || Math.min(before.size, line.size) < size * 0.88) return false;
  if (before.gaps > 1 || line.gaps > 1 || LIST_ITEM.test(line.text)) return false;
  if (line.x > before.x + size * 1.2 || before.x > line.x + size * 5) return false;
  const edge = Math.max(edges.get(columnOf(line.x)) ?? 0, before.right);
  return before.right > line.x + (edge - line.x) * 0.8;
}

/** A division has a small letter on either side of the hyphen. Other hyphens stay. */
function joined(before: string, line: string): string {
  if (before.endsWith('\u00ad')) return before.slice(0, -1) + line;
  if (/\p{Ll}[-\u2010]$/u.test(before) && /^\p{Ll}/u.test(line)) return before.slice(0, -1) + line;
  return /[-\u2010\u2013/]$/.test(before) ? before + line : `${before} ${line}`;
}

/** The tallest line near the top, if it stands out. */
export function headingOf(lines: readonly TextLine[]): string | null {
  const sizes = lines.map(({ size }) => size).sort((a, b) => a - b);
  const usual = sizes[sizes.length >> 1] ?? 0;
  const top = lines.slice(0, 40);
  const tallest = Math.max(0, ...top.map(({ size }) => size));
  if (tallest < usual * 1.15) return null;
  const first = top.findIndex(({ size, text }) => size > tallest * 0.97 && /\p{L}{2}/u.test(text));
  if (first < 0) return null;
  const heading: string[] = [];
  for (const { text, size } of top.slice(first, first + 3)) {
    if (size <= tallest * 0.97) break;
    heading.push(text.trim());
  }
  return heading.reduce((whole, line) => joined(whole, line));
}
