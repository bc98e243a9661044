/** Puts the connected parts of a picture beside and upon each other, the highest first, each turned to lie flat. */
import type { Components } from '../components.js';
import type { Positions } from './levels.js';

/** Width against height of the whole. */
const ASPECT = 1.35;
/** Room around a part, against the mean length of links. */
const GAP = 0.8;

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

/** Widths to try, against that of a whole without gaps; the one that can be drawn largest is taken. */
const TRIED = [1.1, 0.9, 1, 1.25, 1.45, 1.7];
/** With so many parts all widths are equally good. */
const MANY = 2000;

/** Moves each part, whose nodes are laid out about a middle of its own, to a place of its own: the highest there is room for. */
export function pack({ x, y }: Positions, parts: Components, linkLength: number): void {
  const gap = GAP * linkLength;
  const boxes = Array.from({ length: parts.count }, (_, part) => boxOf(x, y, parts, part));
  const order = boxes.map((_, part) => part).toSorted((a, b) => (boxes[b] as Box).height - (boxes[a] as Box).height || a - b);
  const area = boxes.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const widest = boxes.reduce((most, { width }) => Math.max(most, width + gap), 0);
  const tried = TRIED.slice(0, boxes.length > MANY ? 1 : TRIED.length).map((factor) =>
    placed(boxes, order, Math.max(widest, factor * Math.sqrt(area * ASPECT)), gap),
  );
  const { places } = tried.reduce((best, next) => (next.size < best.size ? next : best));
  for (const [part, box] of boxes.entries()) {
    const { left, top } = places[part] as Place;
    move(x, y, parts, part, left - box.left, top - box.top);
  }
}

interface Place {
  readonly left: number;
  readonly top: number;
}

/** Where each part goes within a width, and how large all of it is, as a picture of our shape sees it. */
function placed(boxes: readonly Box[], order: readonly number[], width: number, gap: number): { places: Place[]; size: number } {
  const skyline = new Skyline(width);
  const places: Place[] = [];
  let size = 0;
  for (const part of order) {
    const box = boxes[part] as Box;
    const place = skyline.place(box.width + gap, box.height + gap);
    places[part] = place;
    size = Math.max(size, (place.left + box.width) / ASPECT, place.top + box.height);
  }
  return { places, size };
}

/** How far down each stretch from left to right is filled. */
class Skyline {
  /** From left to right; the last one is no stretch but the end. */
  #steps: { left: number; top: number }[];

  constructor(width: number) {
    this.#steps = [
      { left: 0, top: 0 },
      { left: width, top: Number.POSITIVE_INFINITY },
    ];
  }

  place(width: number, height: number): { left: number; top: number } {
    let best = { left: 0, top: Number.POSITIVE_INFINITY };
    for (const [index, { left }] of this.#steps.entries()) {
      const top = this.#topAt(index, left + width);
      if (top < best.top) best = { left, top };
    }
    this.#raise(best.left, best.left + width, best.top + height);
    return best;
  }

  /** The lowest edge something has to lie below that begins at a step and reaches to `right`. */
  #topAt(index: number, right: number): number {
    let top = 0;
    for (let at = index; at < this.#steps.length; at++) {
      const step = this.#steps[at] as { left: number; top: number };
      if (step.left >= right - 1e-6 * right) break;
      top = Math.max(top, step.top);
    }
    return top;
  }

  #raise(left: number, right: number, top: number): void {
    const before = this.#steps.filter((step) => step.left < left);
    const covered = this.#steps.filter((step) => step.left >= left && step.left < right);
    const after = this.#steps.filter((step) => step.left >= right);
    const rest = covered.at(-1);
    const goesOn = rest && Number.isFinite(rest.top) && (after[0]?.left ?? right) > right ? [{ left: right, top: rest.top }] : [];
    this.#steps = [...before, { left, top }, ...goesOn, ...after];
    this.#join();
  }

  /** Neighbouring steps of one height are one. */
  #join(): void {
    this.#steps = this.#steps.filter((step, index) => index === 0 || step.top !== this.#steps[index - 1]?.top);
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
