/** Records on their way out: plain objects from anything that can be iterated, their values as text, and their number. */

export type ExportRecord = Readonly<Record<string, unknown>>;
export type Records = AsyncIterable<ExportRecord> | Iterable<ExportRecord>;

/** Passes records through and counts them; a sink reports the number when all are written. */
export function counting(records: Records): { records: AsyncGenerator<ExportRecord>; count: () => number } {
  let count = 0;
  async function* passing(): AsyncGenerator<ExportRecord> {
    for await (const record of records) {
      yield record;
      count++;
    }
  }
  return { records: passing(), count: () => count };
}

/**
 * JSON of a value that may hold what JSON lacks: bytes become base64, integers beyond 2^53 their digits. Replaced
 * before `toJSON` sees them, since a Buffer would make a list of numbers of itself. Undefined for functions and the like.
 */
export function toJson(value: unknown): string | undefined {
  return JSON.stringify(value, function (this: Record<string, unknown>, key: string, seen: unknown) {
    const original = this[key];
    if (original instanceof Uint8Array) return Buffer.from(original).toString('base64');
    if (typeof original !== 'bigint') return seen;
    return Number.isSafeInteger(Number(original)) ? Number(original) : original.toString();
  });
}
