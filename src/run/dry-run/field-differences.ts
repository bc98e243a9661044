/** What would be read otherwise of a document: the fields of two readings of the same bytes, side by side. */
import type { NewVersion, StoredReading } from '../../store/index.js';

export interface Difference {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Characters of a value that are shown. */
const SHOWN = 160;
const BEFORE_CHANGE = 30;

/** Fields of metadata have the name metadata.NAME; what an extractor or a consumer made is among them. */
export function differencesBetween(stored: StoredReading, seen: NewVersion): Difference[] {
  const text = decoder.decode(seen.text);
  const plain: [field: string, before: unknown, after: unknown][] = [
    ['type', stored.type, seen.type],
    ['charset', stored.charset, seen.charset],
    ['title', stored.title, seen.title],
    ['language', stored.language, seen.language],
    ['score', stored.score, seen.score],
    ...metadataPairs(stored.metadata, decoder.decode(seen.metadata)),
  ];
  const differing = plain.filter(([, before, after]) => valueText(before) !== valueText(after));
  return [
    ...differing.map(([field, before, after]) => ({ field, before: cut(valueText(before)), after: cut(valueText(after)) })),
    ...(stored.text === text ? [] : [{ field: 'text', ...aroundChange(stored.text, text) }]),
  ];
}

const decoder = new TextDecoder();

function metadataPairs(before: string, after: string): [field: string, before: unknown, after: unknown][] {
  const [old, now] = [JSON.parse(before) as Record<string, unknown>, JSON.parse(after) as Record<string, unknown>];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names].map((name) => [`metadata.${name}`, old[name], now[name]]);
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Long texts mostly differ in one place: from a little before it. */
function aroundChange(before: string, after: string): { before: string; after: string } {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  const from = Math.max(0, at - BEFORE_CHANGE);
  return { before: cut(before.slice(from, from + SHOWN + 1)), after: cut(after.slice(from, from + SHOWN + 1)) };
}
