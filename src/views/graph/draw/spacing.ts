/** How far a node is from the nearest other one, as a rule: discs larger than that would hide each other. */
import type { Area } from './scene.js';

/** Nodes that are asked; the median of so many is good enough. */
const ASKED = 2000;
/** Of nodes in one spot no more than this are looked at. */
const LOOKED_AT = 256;

/** The median distance, in pixels; looked for among neighbouring squares of a grid with about a node each. */
export function spacing(x: Float32Array, y: Float32Array, { left, top, right, bottom }: Area): number {
  const count = x.length;
  const side = Math.sqrt(((right - left) * (bottom - top)) / (count + 1));
  const columns = Math.ceil((right - left) / side) + 1;
  const rows = Math.ceil((bottom - top) / side) + 1;
  const squareOf = (node: number): number =>
    bounded(((y[node] as number) - top) / side, rows) * columns + bounded(((x[node] as number) - left) / side, columns);
  const { start, members } = inSquares(count, columns * rows, squareOf);
  const found: number[] = [];
  for (let node = 0; node < count; node += Math.max(1, Math.floor(count / ASKED))) {
    let nearest = 2 * side;
    const square = squareOf(node);
    for (let row = -1; row <= 1; row++)
      for (let column = -1; column <= 1; column++) {
        const near = square + row * columns + column;
        const end = Math.min(start[near + 1] ?? 0, (start[near] ?? 0) + LOOKED_AT);
        for (let at = start[near] ?? end; at < end; at++) {
          const other = members[at] as number;
          if (other !== node)
            nearest = Math.min(nearest, Math.hypot((x[node] as number) - (x[other] as number), (y[node] as number) - (y[other] as number)));
        }
      }
    found.push(nearest);
  }
  return found.toSorted((a, b) => a - b)[found.length >> 1] ?? side;
}

const bounded = (value: number, count: number): number => Math.max(0, Math.min(count - 1, Math.floor(value)));

function inSquares(count: number, squares: number, squareOf: (node: number) => number): { start: Int32Array; members: Int32Array } {
  const start = new Int32Array(squares + 1);
  for (let node = 0; node < count; node++) (start[squareOf(node) + 1] as number)++;
  for (let square = 0; square < squares; square++) (start[square + 1] as number) += start[square] as number;
  const next = start.slice();
  const members = new Int32Array(count);
  for (let node = 0; node < count; node++) members[(next[squareOf(node)] as number)++] = node;
  return { start, members };
}
