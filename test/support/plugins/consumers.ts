/** Consumers for tests: they write down what they are given, hand things on, or break the thread they run in. */
import { appendFileSync } from 'node:fs';
import { defineConsumer } from 'winnow-crawler';
import { z } from 'zod';

/** One line per result: its own name, the status, the URL. */
export const first = defineConsumer({
  name: 'first',
  about: 'Writes a line per result and leaves a note for those after it.',
  options: z.strictObject({ log: z.string() }),
  consume({ url, exchange, page }, { log }) {
    appendFileSync(log, `first ${exchange.status} ${url}\n`);
    return { words: page?.text.split(/\s+/).filter(Boolean).length ?? 0 };
  },
});

export const second = defineConsumer({
  name: 'second',
  about: 'Writes a line per result with the note of the first.',
  options: z.strictObject({ log: z.string() }),
  consume({ url, exchange, page, notes }, { log }) {
    appendFileSync(log, `second ${exchange.status} ${url} ${JSON.stringify(notes['first'] ?? null)}\n`);
    return { title: page?.title ?? null };
  },
});

export const failing = defineConsumer({
  name: 'failing',
  about: 'Throws.',
  options: z.strictObject({}),
  consume() {
    throw new Error('no appetite');
  },
});

/** process.exit in a thread ends that thread, as running out of memory would. */
export const killer = defineConsumer({
  name: 'killer',
  about: 'Ends its thread at one URL.',
  options: z.strictObject({ at: z.string() }),
  consume({ url }, { at }) {
    if (url.endsWith(at)) process.exit(9);
  },
});
