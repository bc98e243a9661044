import { z } from 'zod';
import { defineExtractor } from '../../plugins/index.js';

const MAX_VALUES = 100;
const MAX_CHARS = 10_000;

/** Copies metadata of a page into document fields. Of several sources for a field, the first with a value counts. */
export const metaFields = defineExtractor({
  name: 'meta-fields',
  about: 'Copies metadata of a page into fields of its document.',
  options: z.strictObject({
    fields: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .describe('Field → name of the metadata, or several in order of preference: { author: [dc.creator, author] }.'),
  }),
  extract({ metadata }, { fields }) {
    const found = Object.entries(fields).flatMap(([field, names]) => {
      const values = [names]
        .flat()
        .map((name) => valuesOf(metadata, name))
        .find((each) => each.length > 0);
      return values ? [[field, values.length === 1 ? (values[0] ?? '') : values] as const] : [];
    });
    return Object.fromEntries(found);
  },
});

/** Looks at own properties only: a page may name its metadata `constructor`. */
function valuesOf(metadata: Readonly<Record<string, readonly string[]>>, name: string): string[] {
  const key = name.toLowerCase();
  const values = Object.hasOwn(metadata, key) ? (metadata[key] ?? []) : [];
  const filled = values.slice(0, MAX_VALUES).map((value) => value.trim().slice(0, MAX_CHARS));
  return [...new Set(filled.filter((value) => value !== ''))];
}
