import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ArchivedRecord } from '../../store/index.js';
import { indexArchive } from './cdxj.js';

it('lets go of the repository when an index cannot be written', async () => {
  let open = false;
  function* archived(): Generator<ArchivedRecord> {
    open = true;
    try {
      for (const file of ['a.warc.gz', 'b.warc.gz'])
        yield {
          url: 'http://a.test/',
          startedAt: 0,
          status: 200,
          type: 'text/html',
          payloadDigest: null,
          recordId: 'urn:uuid:1',
          revisit: false,
          file,
          offset: 0,
          length: 1,
        };
    } finally {
      open = false;
    }
  }
  await expect(indexArchive({ archived }, join(import.meta.dirname, 'no-such-folder'))).rejects.toThrow(/ENOENT/);
  expect(open).toBe(false);
});
