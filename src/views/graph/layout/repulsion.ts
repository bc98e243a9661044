/**
 * How all bodies push each other apart, in about n log n steps: the quadtree method of Barnes and Hut.
 *
 * Bodies are sorted along a Z-shaped curve, so a square of the plane is a stretch of the list and the tree needs no
 * pointers. Bodies of one leaf are close together and see the same far squares: what to add up is looked for once a
 * leaf, not once a body. Squares are taken by the box their bodies really fill. All arrays are made once and used in
 * every step; nothing is allocated for a body.
 */

/** Quick, and good enough to draw: forces are wrong by a hundredth or so. */
export const COARSENESS = 1.2;
/** Bodies of a leaf, unless they lie in the same spot. */
const LEAF = 16;
/** Bits of a coordinate along the curve: the finest squares are 1/65,536 of the whole. */
const BITS = 16;
/** So many bodies in one finest square are one body to others, and to each other: else a heap of them would take n² steps. */
const HEAP = 128;
/** Added to every distance, as a part of the whole width: two bodies in one spot must not push without bounds. */
const NEAREST = 1e-7;

/** All bodies in one spot have no width to measure by. */
const NARROWEST = 1e-6;

/** So few bodies are quicker added up pair by pair: there may be thousands of parts of this size. */
const ALL_PAIRS = 2 * LEAF;

export class Repulsion {
  readonly #count: number;
  readonly #codes: Uint32Array;
  readonly #order: Uint32Array;
  readonly #codesBeside: Uint32Array;
  readonly #orderBeside: Uint32Array;
  // Bodies in the order of the curve.
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #mass: Float64Array;
  // Squares: the children of a square stand side by side, after it.
  readonly #first: Int32Array;
  readonly #end: Int32Array;
  readonly #child: Int32Array;
  readonly #children: Uint8Array;
  readonly #level: Uint8Array;
  readonly #centreX: Float64Array;
  readonly #centreY: Float64Array;
  readonly #total: Float64Array;
  readonly #width: Float64Array;
  readonly #boxes: Float64Array;
  #squares = 0;
  readonly #far: Int32Array;
  readonly #near: Int32Array;
  readonly #open: Int32Array;

  constructor(count: number) {
    // Every square that is no leaf has two children at least.
    const squares = 2 * count + 1;
    this.#count = count;
    this.#codes = new Uint32Array(count);
    this.#order = new Uint32Array(count);
    this.#codesBeside = new Uint32Array(count);
    this.#orderBeside = new Uint32Array(count);
    this.#x = new Float64Array(count);
    this.#y = new Float64Array(count);
    this.#mass = new Float64Array(count);
    this.#first = new Int32Array(squares);
    this.#end = new Int32Array(squares);
    this.#child = new Int32Array(squares);
    this.#children = new Uint8Array(squares);
    this.#level = new Uint8Array(squares);
    this.#centreX = new Float64Array(squares);
    this.#centreY = new Float64Array(squares);
    this.#total = new Float64Array(squares);
    this.#width = new Float64Array(squares);
    this.#boxes = new Float64Array(4 * squares);
    this.#far = new Int32Array(squares);
    this.#near = new Int32Array(squares);
    this.#open = new Int32Array(squares);
  }

  /**
   * Writes to `pushX`, `pushY` for each body the sum over all others of mass × direction / distance. `coarseness` says how
   * wide a square may be against its distance to count as one body: 0 adds up all pairs.
   */
  push(x: Float64Array, y: Float64Array, mass: Float64Array, pushX: Float64Array, pushY: Float64Array, coarseness = COARSENESS): void {
    if (this.#count <= ALL_PAIRS) return pushAllPairs(x, y, mass, pushX, pushY);
    const width = this.#sort(x, y);
    this.#gather(x, y, mass);
    this.#split();
    this.#sum();
    const nearest = (NEAREST * width) ** 2;
    for (let square = 0; square < this.#squares; square++)
      if (this.#children[square] === 0) this.#pushLeaf(square, coarseness, nearest, pushX, pushY);
  }

  /** Puts bodies in the order of the curve. Returns the width of the whole. */
  #sort(x: Float64Array, y: Float64Array): number {
    let [left, right, top, bottom] = [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ];
    for (let body = 0; body < this.#count; body++) {
      const bx = x[body] as number;
      const by = y[body] as number;
      if (bx < left) left = bx;
      if (bx > right) right = bx;
      if (by < top) top = by;
      if (by > bottom) bottom = by;
    }
    const width = Math.max(right - left, bottom - top, NARROWEST);
    const scale = (2 ** BITS - 1) / width;
    for (let body = 0; body < this.#count; body++) {
      const column = spread(((x[body] as number) - left) * scale);
      const row = spread(((y[body] as number) - top) * scale);
      this.#codes[body] = (column | (row << 1)) >>> 0;
      this.#order[body] = body;
    }
    for (let shift = 0; shift < 2 * BITS; shift += 16) {
      sortByDigit(this.#codes, this.#order, this.#codesBeside, this.#orderBeside, shift);
      sortByDigit(this.#codesBeside, this.#orderBeside, this.#codes, this.#order, shift + 8);
    }
    return width;
  }

  #gather(x: Float64Array, y: Float64Array, mass: Float64Array): void {
    for (let place = 0; place < this.#count; place++) {
      const body = this.#order[place] as number;
      this.#x[place] = x[body] as number;
      this.#y[place] = y[body] as number;
      this.#mass[place] = mass[body] as number;
    }
  }

  #split(): void {
    this.#first[0] = 0;
    this.#end[0] = this.#count;
    this.#level[0] = 0;
    this.#squares = 1;
    for (let square = 0; square < this.#squares; square++) this.#splitSquare(square);
  }

  #splitSquare(square: number): void {
    const first = this.#first[square] as number;
    const end = this.#end[square] as number;
    let level = this.#level[square] as number;
    this.#children[square] = 0;
    if (end - first <= LEAF) return;
    // Levels at which all bodies lie in one quarter make no square.
    const differing = ((this.#codes[first] as number) ^ (this.#codes[end - 1] as number)) >>> 0;
    if (differing === 0) return;
    level = Math.max(level, Math.clz32(differing) >> 1);
    this.#child[square] = this.#squares;
    const shift = 2 * (BITS - 1 - level);
    for (let from = first; from < end; ) {
      const until = this.#endOfQuarter(from, end, shift);
      const child = this.#squares++;
      this.#first[child] = from;
      this.#end[child] = until;
      this.#level[child] = level + 1;
      (this.#children[square] as number)++;
      from = until;
    }
  }

  /** The first place after `from` whose code belongs to another quarter. */
  #endOfQuarter(from: number, end: number, shift: number): number {
    const quarter = (this.#codes[from] as number) >>> shift;
    let low = from + 1;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#codes[middle] as number) >>> shift === quarter) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Mass, centre and box of every square, from the leaves upwards. */
  #sum(): void {
    for (let square = this.#squares - 1; square >= 0; square--) {
      if (this.#children[square] === 0) this.#sumBodies(square);
      else this.#sumChildren(square);
      const box = 4 * square;
      this.#width[square] = Math.max(
        (this.#boxes[box + 1] as number) - (this.#boxes[box] as number),
        (this.#boxes[box + 3] as number) - (this.#boxes[box + 2] as number),
      );
    }
  }

  #sumBodies(square: number): void {
    const first = this.#first[square] as number;
    let [left, top] = [this.#x[first] as number, this.#y[first] as number];
    let [right, bottom] = [left, top];
    let [sumX, sumY, total] = [0, 0, 0];
    for (let place = first; place < (this.#end[square] as number); place++) {
      const x = this.#x[place] as number;
      const y = this.#y[place] as number;
      const mass = this.#mass[place] as number;
      sumX += mass * x;
      sumY += mass * y;
      total += mass;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    this.#note(square, total, sumX, sumY, left, right, top, bottom);
  }

  #sumChildren(square: number): void {
    const begin = this.#child[square] as number;
    const boxes = this.#boxes;
    let [left, right, top, bottom] = [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ];
    let [sumX, sumY, total] = [0, 0, 0];
    for (let child = begin; child < begin + (this.#children[square] as number); child++) {
      const mass = this.#total[child] as number;
      sumX += mass * (this.#centreX[child] as number);
      sumY += mass * (this.#centreY[child] as number);
      total += mass;
      left = Math.min(left, boxes[4 * child] as number);
      right = Math.max(right, boxes[4 * child + 1] as number);
      top = Math.min(top, boxes[4 * child + 2] as number);
      bottom = Math.max(bottom, boxes[4 * child + 3] as number);
    }
    this.#note(square, total, sumX, sumY, left, right, top, bottom);
  }

  #note(square: number, total: number, sumX: number, sumY: number, left: number, right: number, top: number, bottom: number): void {
    this.#total[square] = total;
    this.#centreX[square] = sumX / total;
    this.#centreY[square] = sumY / total;
    this.#boxes[4 * square] = left;
    this.#boxes[4 * square + 1] = right;
    this.#boxes[4 * square + 2] = top;
    this.#boxes[4 * square + 3] = bottom;
  }

  /** One long function on purpose: this is where all the time goes. */
  #pushLeaf(leaf: number, coarseness: number, nearest: number, pushX: Float64Array, pushY: Float64Array): void {
    const { far, near } = this.#look(leaf, coarseness);
    const [xs, ys, masses, centreX, centreY, total] = [this.#x, this.#y, this.#mass, this.#centreX, this.#centreY, this.#total];
    const [farSquares, nearSquares] = [this.#far, this.#near];
    for (let place = this.#first[leaf] as number; place < (this.#end[leaf] as number); place++) {
      const x = xs[place] as number;
      const y = ys[place] as number;
      let fx = 0;
      let fy = 0;
      for (let i = 0; i < far; i++) {
        const square = farSquares[i] as number;
        const dx = x - (centreX[square] as number);
        const dy = y - (centreY[square] as number);
        const part = (total[square] as number) / (dx * dx + dy * dy + nearest);
        fx += dx * part;
        fy += dy * part;
      }
      for (let i = 0; i < near; i++) {
        const square = nearSquares[i] as number;
        const end = this.#end[square] as number;
        for (let other = this.#first[square] as number; other < end; other++) {
          const dx = x - (xs[other] as number);
          const dy = y - (ys[other] as number);
          const part = (masses[other] as number) / (dx * dx + dy * dy + nearest);
          fx += dx * part;
          fy += dy * part;
        }
      }
      const body = this.#order[place] as number;
      pushX[body] = fx;
      pushY[body] = fy;
    }
  }

  /** Fills the lists of squares that count as one body for this leaf, and of leaves whose bodies count one by one. */
  #look(leaf: number, coarseness: number): { far: number; near: number } {
    const box = 4 * leaf;
    const x = ((this.#boxes[box] as number) + (this.#boxes[box + 1] as number)) / 2;
    const y = ((this.#boxes[box + 2] as number) + (this.#boxes[box + 3] as number)) / 2;
    const own = this.#width[leaf] as number;
    let [far, near, open] = [0, 0, 1];
    this.#open[0] = 0;
    while (open > 0) {
      const square = this.#open[--open] as number;
      const dx = x - (this.#centreX[square] as number);
      const dy = y - (this.#centreY[square] as number);
      const wide = (this.#width[square] as number) + own;
      if (wide * wide < coarseness * coarseness * (dx * dx + dy * dy)) this.#far[far++] = square;
      else if (this.#children[square] === 0) {
        if ((this.#end[square] as number) - (this.#first[square] as number) > HEAP) this.#far[far++] = square;
        else this.#near[near++] = square;
      } else {
        const begin = this.#child[square] as number;
        for (let child = begin + (this.#children[square] as number) - 1; child >= begin; child--) this.#open[open++] = child;
      }
    }
    return { far, near };
  }
}

function pushAllPairs(x: Float64Array, y: Float64Array, mass: Float64Array, pushX: Float64Array, pushY: Float64Array): void {
  const nearest = (NEAREST * NARROWEST) ** 2;
  for (let body = 0; body < x.length; body++) {
    let [fx, fy] = [0, 0];
    for (let other = 0; other < x.length; other++) {
      const dx = (x[body] as number) - (x[other] as number);
      const dy = (y[body] as number) - (y[other] as number);
      const part = (mass[other] as number) / (dx * dx + dy * dy + nearest);
      fx += dx * part;
      fy += dy * part;
    }
    pushX[body] = fx;
    pushY[body] = fy;
  }
}

/** The bits of a number of 16 with a free bit after each. */
function spread(value: number): number {
  let bits = value & 0xffff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

const counts = new Uint32Array(256);

/** One pass of a radix sort: by the eight bits from `shift` on, otherwise in the order they stood. */
function sortByDigit(codes: Uint32Array, order: Uint32Array, sortedCodes: Uint32Array, sortedOrder: Uint32Array, shift: number): void {
  counts.fill(0);
  for (const code of codes) (counts[(code >>> shift) & 0xff] as number)++;
  let sum = 0;
  for (let digit = 0; digit < 256; digit++) {
    const here = counts[digit] as number;
    counts[digit] = sum;
    sum += here;
  }
  for (let place = 0; place < codes.length; place++) {
    const code = codes[place] as number;
    const to = (counts[(code >>> shift) & 0xff] as number)++;
    sortedCodes[to] = code;
    sortedOrder[to] = order[place] as number;
  }
}
