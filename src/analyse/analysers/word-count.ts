import { z } from 'zod';
import { defineConsumer } from '../../plugins/index.js';
import { wordsOf } from './words.js';

/** Stores the size of a page's text with its document; null when the page could not be read. */
export const wordCount = defineConsumer({
  name: 'word-count',
  about: 'Counts words and characters of each page.',
  options: z.strictObject({}),
  consume: ({ page }) => (page ? { words: wordsOf(page.text).length, characters: page.text.length } : null),
});
