/** An analyser for tests that knows pages alone: one that says `rich` is worth more than one that says `dull`. */
import { defineAnalyser } from 'winnow-crawler';
import { z } from 'zod';

export const pageScores = defineAnalyser({
  name: 'page-scores',
  about: 'Scores pages by a word.',
  options: z.strictObject({}),
  analyse({ text }) {
    if (text.includes('rich')) return { value: 0.9, because: 'rich' };
    return text.includes('dull') ? { value: 0.1, because: 'dull' } : null;
  },
});
