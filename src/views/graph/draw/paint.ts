/**
 * Paints links and nodes into pixels. Drawing hundreds of thousands of translucent lines is simple work, and much quicker
 * done here than by a program that can draw everything.
 *
 * Links are added up first, colour by colour, and laid upon the paper at the end: so the order in which they come does
 * not matter, and where many meet it grows darker without ever becoming black.
 */
import { PALETTE, type Scene } from './scene.js';
import { linkColour } from './svg.js';

const RGB = PALETTE.map(
  (hex): [number, number, number] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number],
);
const WHITE = 252;
/** A ring of paper around discs of this size and more sets them apart. */
const RINGED = 3;

/** Red, green, blue for each pixel, row by row. */
export function paint(scene: Scene): Uint8Array {
  const canvas = new Canvas(scene.width, scene.height);
  const { graph, x, y, colour, radius, linkWidth, linkOpacity } = scene;
  const { start, target } = graph.out;
  for (let node = 0; node < graph.nodes; node++)
    for (let at = start[node] as number; at < (start[node + 1] as number); at++) {
      const other = target[at] as number;
      const rgb = RGB[linkColour(colour, node, other)] as [number, number, number];
      canvas.line(x[node] as number, y[node] as number, x[other] as number, y[other] as number, linkWidth, linkOpacity, rgb);
    }
  const pixels = canvas.onPaper();
  for (const node of scene.order) {
    const [cx, cy, r] = [x[node] as number, y[node] as number, radius[node] as number];
    if (r >= RINGED) disc(pixels, scene, cx, cy, r + 0.9, [WHITE, WHITE, WHITE]);
    disc(pixels, scene, cx, cy, r, RGB[colour[node] as number] as [number, number, number]);
  }
  return pixels;
}

class Canvas {
  readonly #width: number;
  readonly #height: number;
  /** Four numbers a pixel: red, green, blue, and how much there is of all. */
  readonly #sums: Float32Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#sums = new Float32Array(4 * width * height);
  }

  /** Goes along the longer side pixel by pixel, and across over those the line covers, wholly or in part. */
  line(
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    width: number,
    opacity: number,
    [red, green, blue]: readonly [number, number, number],
  ): void {
    const steep = Math.abs(y1 - y0) > Math.abs(x1 - x0);
    let [from, to, across, acrossEnd] = steep ? [y0, y1, x0, x1] : [x0, x1, y0, y1];
    if (from > to) [from, to, across, acrossEnd] = [to, from, acrossEnd, across];
    const slope = to - from < 1e-6 ? 0 : (acrossEnd - across) / (to - from);
    const half = (width / 2) * Math.sqrt(1 + slope * slope);
    const [along, wide] = steep ? [this.#height, this.#width] : [this.#width, this.#height];
    const [stepAlong, stepAcross] = steep ? [this.#width, 1] : [1, this.#width];
    const sums = this.#sums;
    for (let p = Math.max(0, Math.round(from)); p <= Math.min(along - 1, Math.round(to)); p++) {
      const middle = across + slope * (p - from);
      const last = Math.min(wide - 1, Math.floor(middle + half + 0.5));
      for (let q = Math.max(0, Math.ceil(middle - half - 0.5)); q <= last; q++) {
        const covered = Math.min(q + 0.5, middle + half) - Math.max(q - 0.5, middle - half);
        if (covered <= 0) continue;
        const amount = opacity * covered;
        const at = 4 * (p * stepAlong + q * stepAcross);
        (sums[at] as number) += amount * red;
        (sums[at + 1] as number) += amount * green;
        (sums[at + 2] as number) += amount * blue;
        (sums[at + 3] as number) += amount;
      }
    }
  }

  onPaper(): Uint8Array {
    const pixels = new Uint8Array(3 * this.#width * this.#height).fill(WHITE);
    const sums = this.#sums;
    for (let pixel = 0; pixel < this.#width * this.#height; pixel++) {
      const amount = sums[4 * pixel + 3] as number;
      if (amount === 0) continue;
      const covered = 1 - Math.exp(-amount);
      for (let channel = 0; channel < 3; channel++)
        pixels[3 * pixel + channel] = (1 - covered) * WHITE + (covered * (sums[4 * pixel + channel] as number)) / amount;
    }
    return pixels;
  }
}

function disc(
  pixels: Uint8Array,
  { width, height }: Scene,
  cx: number,
  cy: number,
  radius: number,
  rgb: readonly [number, number, number],
): void {
  for (let y = Math.max(0, Math.floor(cy - radius)); y <= Math.min(height - 1, Math.ceil(cy + radius)); y++)
    for (let x = Math.max(0, Math.floor(cx - radius)); x <= Math.min(width - 1, Math.ceil(cx + radius)); x++) {
      const covered = Math.min(1, radius + 0.5 - Math.hypot(x - cx, y - cy));
      if (covered > 0) blend(pixels, 3 * (y * width + x), rgb, covered);
    }
}

export function blend(pixels: Uint8Array, at: number, rgb: readonly [number, number, number], covered: number): void {
  for (let channel = 0; channel < 3; channel++)
    pixels[at + channel] = (1 - covered) * (pixels[at + channel] as number) + covered * (rgb[channel] as number);
}
