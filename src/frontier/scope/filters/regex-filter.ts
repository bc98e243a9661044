import { z } from 'zod';
import { defineFilter } from '../../../plugins/index.js';
import { compilePattern } from '../pattern.js';

/** Refuses every URL in which the pattern is found. */
export const regexFilter = defineFilter({
  name: 'regex',
  about: 'Refuses URLs in which a regular expression matches.',
  options: z.strictObject({ filter: z.string().min(1).describe('RE2 pattern, searched in the URL: livejournal.') }),
  prepare({ filter }) {
    const matches = compilePattern(filter);
    return ({ url }) => (matches(url) ? `URL matches ${filter}` : null);
  },
});
