/** Names beside hubs, none upon another. */
import type { Area } from './scene.js';

export interface Label {
  readonly text: string;
  /** Left end of the line of writing. */
  readonly x: number;
  readonly y: number;
}

interface Named {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly text: string;
}

export const LABEL_SIZE = 15;
/** Width of a letter against its size, a little more than the fonts at hand have. */
const LETTER = 0.58;
const LONGEST = 44;

export const widthOfText = (text: string, size = LABEL_SIZE): number => text.length * LETTER * size;

/** Right, left, below, above, then the corners; nearer places first. A name that fits nowhere is left out. */
export function placeLabels(hubs: readonly Named[], area: Area): Label[] {
  const taken: Area[] = hubs.map(({ x, y, radius }) => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }));
  const labels: Label[] = [];
  for (const hub of hubs) {
    const place = candidates(hub).find((box) => isInside(box, area) && !taken.some((other) => overlap(box, other)));
    if (!place) continue;
    taken.push(place);
    labels.push({ text: hub.text, x: place.left, y: place.bottom - 0.25 * LABEL_SIZE });
  }
  return labels;
}

function candidates({ x, y, radius, text }: Named): Area[] {
  const [width, height] = [widthOfText(text), 1.2 * LABEL_SIZE];
  return [radius + 4, radius + 14, radius + 30].flatMap((away) => {
    const [beside, below, above] = [y - height / 2, y + away, y - away - height];
    const [right, left, middle] = [x + away, x - away - width, x - width / 2];
    const corner = 0.7 * away;
    const places: [number, number][] = [
      [right, beside],
      [left, beside],
      [middle, below],
      [middle, above],
      [x + corner, y + corner],
      [x + corner, y - corner - height],
      [x - corner - width, y + corner],
      [x - corner - width, y - corner - height],
    ];
    return places.map(([at, top]) => ({ left: at, right: at + width, top, bottom: top + height }));
  });
}

const isInside = (box: Area, area: Area): boolean =>
  box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom;

const overlap = (a: Area, b: Area): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** As people write addresses, shortened in the middle; nothing in it can change how the rest is written. */
export function shortName(url: string, longest = LONGEST): string {
  const bare = readable(url)
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/(?<=^[^/]*)\/$/, '');
  const letters = [...bare];
  if (letters.length <= longest) return bare;
  const head = Math.ceil(0.6 * (longest - 1));
  return `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (longest - 1 - head)).join('')}`;
}

function readable(url: string): string {
  let text = url;
  try {
    text = decodeURI(url);
  } catch {
    // Escapes that are no UTF-8 stay as they are.
  }
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ');
}
