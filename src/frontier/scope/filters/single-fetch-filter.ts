import { z } from 'zod';
import { defineFilter } from '../../../plugins/index.js';

/**
 * Lets each URL through once, by its key. The frontier holds the same rule for the whole crawl and over restarts; this
 * one spares it the question. It remembers what it let through, so it belongs last: a URL that a later filter refuses
 * for now, for its depth say, would otherwise be taken for known when it comes up again.
 */
export const singleFetchFilter = defineFilter({
  name: 'single-fetch',
  about: 'Accepts each URL once; place it last.',
  options: z.strictObject({
    remember: z.number().int().min(1).default(1_000_000).describe('URLs kept in memory; beyond it the oldest are left to the frontier.'),
  }),
  prepare({ remember }) {
    const seen = new Set<string>();
    return ({ key }) => {
      if (seen.has(key)) return 'URL was accepted before';
      seen.add(key);
      if (seen.size > remember) seen.delete(oldestOf(seen));
      return null;
    };
  },
});

/** Sets keep the order of insertion. */
const oldestOf = (keys: Set<string>): string => keys.values().next().value ?? '';
