/** Readers for tests that fail in every way a reader can: by what the text of the page asks for. */
import { defineReader } from 'winnow-crawler';
import { z } from 'zod';

export const brokenReader = defineReader({
  name: 'broken',
  about: 'Throws, or ends its thread, as the page says.',
  types: ['text/x-broken'],
  options: z.strictObject({}),
  read({ bytes }): never {
    if (Buffer.from(bytes).includes('die')) process.exit(9);
    throw new Error('out of my depth');
  },
});
