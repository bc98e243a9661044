/**
 * What is known of each document of a segment besides its words, as columns: filters and facets go over them by the
 * hundred thousand. Sites, languages and types are numbers of names.
 */
const DAY = 86_400_000;

export interface Attributes {
  readonly count: number;
  readonly document: Uint32Array;
  readonly version: Uint32Array;
  readonly site: Uint32Array;
  /** Days since 1970. */
  readonly date: Int32Array;
  /** In words. */
  readonly length: Uint32Array;
  readonly score: Float32Array;
  readonly language: Uint16Array;
  readonly type: Uint16Array;
  readonly titleLength: Uint16Array;
}

/** In the order they are stored in: wide columns first, so that each begins where its numbers may. */
const COLUMNS = [
  ['document', Uint32Array],
  ['version', Uint32Array],
  ['site', Uint32Array],
  ['date', Int32Array],
  ['length', Uint32Array],
  ['score', Float32Array],
  ['language', Uint16Array],
  ['type', Uint16Array],
  ['titleLength', Uint16Array],
] as const;

const BYTES_EACH = COLUMNS.reduce((sum, [, column]) => sum + column.BYTES_PER_ELEMENT, 0);

export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / DAY);
export const yearOf = (day: number): number => new Date(day * DAY).getUTCFullYear();

export const makeAttributes = (count: number): Attributes => over(new ArrayBuffer(count * BYTES_EACH), count);

export function packAttributes(attributes: Attributes): Buffer {
  return Buffer.from(attributes.document.buffer as ArrayBuffer, 0, attributes.count * BYTES_EACH);
}

export function unpackAttributes(blob: Buffer): Attributes {
  const count = blob.length / BYTES_EACH;
  const own = new ArrayBuffer(blob.length);
  new Uint8Array(own).set(blob);
  return over(own, count);
}

/** Copies one document's row from another segment's columns. */
export function copyRow(from: Attributes, at: number, into: Attributes, to: number): void {
  for (const [name] of COLUMNS) into[name][to] = from[name][at] as number;
}

function over(buffer: ArrayBuffer, count: number): Attributes {
  let at = 0;
  const columns = COLUMNS.map(([name, column]) => {
    const numbers = new column(buffer, at, count);
    at += count * column.BYTES_PER_ELEMENT;
    return [name, numbers];
  });
  return { count, ...(Object.fromEntries(columns) as Omit<Attributes, 'count'>) };
}
