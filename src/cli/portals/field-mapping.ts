/** Where each field of a document comes from: the template that makes it, and what is read for each name in it. */
import type { DescribedRoute, FieldOrigin } from '../../definition/connector/index.js';

export interface MappedField {
  readonly field: string;
  readonly template: string;
  /** Readings of the names in the template; empty where it names parameters or nothing. */
  readonly sources: readonly FieldOrigin[];
}

const OF_DOCUMENT = /^document(\.fields|\.identifiers)?$/;

export function fieldMapping({ fields }: Pick<DescribedRoute, 'fields'>): MappedField[] {
  const origins = fields.filter(({ where }) => !OF_DOCUMENT.test(where));
  return fields
    .filter(({ where }) => OF_DOCUMENT.test(where))
    .map(({ field, from }) => ({ field, template: from, sources: namesIn(from).flatMap((name) => sourcesOf(name, origins)) }));
}

const namesIn = (template: string): string[] => [...new Set([...template.matchAll(/\{([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name))];

/** A field made of others by `set` is followed to what they are made of. */
function sourcesOf(name: string, origins: readonly FieldOrigin[], seen: readonly string[] = []): FieldOrigin[] {
  if (seen.includes(name)) return [];
  return origins
    .filter(({ field }) => field === name)
    .flatMap((origin) => (origin.where.endsWith('.set') ? [origin, ...deeper(origin, origins, [...seen, name])] : [origin]));
}

const deeper = ({ from }: FieldOrigin, origins: readonly FieldOrigin[], seen: readonly string[]): FieldOrigin[] =>
  namesIn(from).flatMap((name) => sourcesOf(name, origins, seen));

/** `list[0]` → step 1 of the list; `document.files[0].unpack[1]` → file 1, member 2. */
function placeInWords(where: string): string {
  const [, what = '', at = '0', member] = /^(?:document\.)?(list|changes|files)\[(\d+)\](?:\.unpack\[(\d+)\])?/.exec(where) ?? [];
  const number = Number(at) + 1;
  if (what === 'files') return member === undefined ? `file ${number}` : `file ${number}, member ${Number(member) + 1}`;
  if (what === '') return where;
  const [, branch] = /\.branches\[(\d+)\]/.exec(where) ?? [];
  const place = `step ${number} of the ${what === 'list' ? 'list' : 'changes'}`;
  return branch === undefined ? place : `${place}, branch ${Number(branch) + 1}`;
}

/** The same reading in several places stands once: words → places. */
export function placesByReading(sources: MappedField['sources']): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const { where, words } of sources) places.set(words, [...(places.get(words) ?? []), placeInWords(where)]);
  return places;
}
