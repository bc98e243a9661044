/** A picture of a graph, written as SVG or painted as PNG. */
import { captions } from './captions.js';
import { paint } from './paint.js';
import { pngOf } from './png.js';
import type { Scene } from './scene.js';

export interface PaintedPicture {
  readonly png: Buffer;
  /** This machine has no font: the picture is without words. */
  readonly withoutWords: boolean;
}

export async function drawPng(scene: Scene): Promise<PaintedPicture> {
  const pixels = paint(scene);
  const words = await writing(scene);
  for (let pixel = 0; pixel < scene.width * scene.height; pixel++) {
    const covered = words[4 * pixel + 3] as number;
    if (covered === 0) continue;
    for (let channel = 0; channel < 3; channel++) {
      const at = 3 * pixel + channel;
      pixels[at] = ((255 - covered) * (pixels[at] as number)) / 255 + (words[4 * pixel + channel] as number);
    }
  }
  return { png: pngOf(pixels, scene.width, scene.height), withoutWords: !(await hasFonts()) };
}

/** Words as pixels: red, green and blue times what is covered, then what is covered. */
async function writing(scene: Scene): Promise<Uint8Array> {
  const { width, height } = scene;
  return rendered(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${captions(scene)}</svg>`);
}

/** Loaded when a picture is painted: nothing else needs it. */
async function rendered(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js');
  return new Resvg(svg, { font: { loadSystemFonts: true } }).render().pixels;
}

async function hasFonts(): Promise<boolean> {
  const letter = await rendered(
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="16" font-size="16" font-family="sans-serif">H</text></svg>',
  );
  return letter.some((value) => value !== 0);
}
