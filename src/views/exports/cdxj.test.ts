import { join } from 'node:path';
import { expect, it } from 'vitest';
import { memoryStreams } from '../../testing/streams/memory-streams.js';
import { sampleRows } from '../../testing/streams/sample-rows.js';
import { indexArchive } from './cdxj.js';

it('lets go of the rows when an index cannot be written', async () => {
  const { fetches } = memoryStreams(sampleRows());
  let open = 0;
  async function* watched(...query: Parameters<typeof fetches.each>) {
    open++;
    try {
      yield* fetches.each(...query);
    } finally {
      open--;
    }
  }
  const each = watched as unknown as typeof fetches.each;
  const streams = { fetches: { each } as typeof fetches };
  await expect(indexArchive(streams, join(import.meta.dirname, 'no-such-folder'))).rejects.toThrow(/ENOENT/);
  expect(open).toBe(0);
});
