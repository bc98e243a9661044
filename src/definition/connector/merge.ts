/** Joins what a connector says with what its family says: mappings key by key, everything else as a whole. */
import type { Path, Place } from '../crawl/index.js';

export type Mapping = Readonly<Record<string, unknown>>;

/** One file of the chain; the family comes first. */
export interface ConnectorLayer {
  readonly file: string;
  readonly value: Mapping;
  placeOf(path: Path, part: 'key' | 'value'): Place;
}

export const isMapping = (value: unknown): value is Mapping => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Built from entries, never by assignment, so that a key called __proto__ stays an ordinary, unknown key. */
export function mergeMappings(base: Mapping, over: Mapping): Mapping {
  const entries = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined) continue;
    const before = entries.get(key);
    entries.set(key, isMapping(before) && isMapping(value) ? mergeMappings(before, value) : value);
  }
  return Object.fromEntries(entries);
}

/** The place where a path was written: in the last file that writes the longest part of it. */
export function placeIn(layers: readonly ConnectorLayer[], path: Path, part: 'key' | 'value'): Place {
  let best = layers.at(-1);
  let most = -1;
  for (const layer of layers) {
    const said = stepsSaid(layer.value, path);
    if (said >= most) [best, most] = [layer, said];
  }
  return best?.placeOf(path, part) ?? { text: 'connector' };
}

/** The file that sets a path. A list comes as a whole from the nearest file that has it. */
export function writtenIn(layers: readonly ConnectorLayer[], path: Path): ConnectorLayer | null {
  const list = path.findIndex((step) => typeof step === 'number');
  for (const layer of layers.toReversed()) {
    const said = stepsSaid(layer.value, path);
    if (said === path.length) return layer;
    if (list >= 0 && said >= list) return null;
  }
  return null;
}

function stepsSaid(value: unknown, path: Path): number {
  let here: unknown = value;
  for (const [index, step] of path.entries()) {
    const isThere = typeof here === 'object' && here !== null && Object.hasOwn(here, step);
    if (!isThere) return index;
    here = (here as Record<string | number, unknown>)[step];
  }
  return path.length;
}
