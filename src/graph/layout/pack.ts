/** Puts the connected parts of a picture beside each other: in rows, the largest first, each turned to lie flat. */
import type { Components } from '../components.js';
import type { Positions } from './levels.js';

/** Width against height of the whole. */
const ASPECT = 1.35;
/** Room around a part, against the mean length of links. */
const GAP = 1.5;

/** Turns a part so that it is widest from left to right, about its middle. */
export function layFlat({ x, y }: Positions): void {
  const count = x.length;
  const [middleX, middleY] = [mean(x), mean(y)];
  let [xx, yy, xy] = [0, 0, 0];
  for (let node = 0; node < count; node++) {
    const [dx, dy] = [(x[node] as number) - middleX, (y[node] as number) - middleY];
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let node = 0; node < count; node++) {
    const [dx, dy] = [(x[node] as number) - middleX, (y[node] as number) - middleY];
    x[node] = cos * dx + sin * dy;
    y[node] = cos * dy - sin * dx;
  }
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Moves each part, whose nodes are laid out about a middle of its own, to a place of its own. */
export function pack({ x, y }: Positions, parts: Components, linkLength: number): void {
  const gap = GAP * linkLength;
  const boxes = Array.from({ length: parts.count }, (_, part) => boxOf(x, y, parts, part));
  const area = boxes.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const rowWidth = Math.max(Math.sqrt(area * ASPECT), ...boxes.slice(0, 1).map(({ width }) => width + gap));
  let [left, top, high] = [0, 0, 0];
  const order = boxes.map((_, part) => part).toSorted((a, b) => (boxes[b] as Box).height - (boxes[a] as Box).height || a - b);
  for (const part of order) {
    const box = boxes[part] as Box;
    if (left > 0 && left + box.width > rowWidth) [left, top, high] = [0, top + high + gap, 0];
    move(x, y, parts, part, left - box.left, top - box.top);
    left += box.width + gap;
    high = Math.max(high, box.height);
  }
}

function boxOf(x: Float64Array, y: Float64Array, { members, start }: Components, part: number): Box {
  let [left, right, top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = start[part] as number; at < (start[part + 1] as number); at++) {
    const node = members[at] as number;
    left = Math.min(left, x[node] as number);
    right = Math.max(right, x[node] as number);
    top = Math.min(top, y[node] as number);
    bottom = Math.max(bottom, y[node] as number);
  }
  return { left, top, width: right - left, height: bottom - top };
}

function move(x: Float64Array, y: Float64Array, { members, start }: Components, part: number, dx: number, dy: number): void {
  for (let at = start[part] as number; at < (start[part + 1] as number); at++) {
    const node = members[at] as number;
    (x[node] as number) += dx;
    (y[node] as number) += dy;
  }
}
