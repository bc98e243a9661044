import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readParts } from './read-parts.js';

const read = async (message: string): Promise<string[]> => {
  const found: string[] = [];
  await readParts(Readable.from([Buffer.from(message)]), { boundary: 'b', most: 1000 }, async ({ headers, body }) => {
    let text = '';
    for await (const bytes of body) text += bytes.toString();
    found.push(`${headers['content-id'] ?? ''}: ${text}`);
  });
  return found;
};

it('parts are read in their order', async () => {
  expect(await read('--b\r\nContent-ID: 1\r\n\r\none\r\n--b\r\nContent-ID: 2\r\n\r\ntwo\r\n--b--\r\n')).toEqual(['1: one', '2: two']);
});

it.each([
  ['alone', '--b\r\n"x"\r\n--b--\r\n'],
  ['before another', '--b\r\n"x"\r\n--b\r\nContent-ID: 2\r\n\r\ntwo\r\n--b--\r\n'],
  ['behind another', '--b\r\nContent-ID: 1\r\n\r\none\r\n--b\r\n"x"\r\n--b--\r\n'],
])('a part whose head does not end, %s, is refused rather than waited for', async (_where, message) => {
  await expect(read(message)).rejects.toMatchObject({ name: 'Refusal', message: expect.stringContaining('head of a part') });
});
