import { z } from 'zod';
import { defineConsumer } from '../../plugins/index.js';
import { wordsOf } from './words.js';

/** Leaves the size of each page's text with its document; null for what nobody could read. */
export const wordCount = defineConsumer({
  name: 'word-count',
  about: 'Counts words and characters of each page.',
  options: z.strictObject({}),
  consume: ({ page }) => (page ? { words: wordsOf(page.text).length, characters: page.text.length } : null),
});
