import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWorkspace } from '../../../src/backends/index.js';
import { archiveContract } from '../../../src/store/archive.contract.js';
import { makeTestWorkspace, startFixtureWeb } from '../../../src/testing/index.js';

const PAGE = '<title>One</title><p>A page of words.</p>';

archiveContract('the archive of a folder', async () => {
  const web = await startFixtureWeb({ 'a.test': { '/': PAGE } });
  const made = makeTestWorkspace();
  await made.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  const reading = readWorkspace(made.workspace);
  const found = await reading.repository.streams.fetches.page({ where: { url: 'http://a.test/', archived: true }, limit: 1 });
  const [record] = found.rows;
  if (!record || record.segment === null || record.offset === null) throw new Error('the page is not in the archive');
  const { url, segment, offset } = record;
  return {
    archive: reading.archive,
    place: { segment, offset },
    url,
    payload: PAGE,
    tear: () => appendFileSync(join(made.workspace, 'archive', segment), 'torn'),
    async close() {
      reading.close();
      await web.close();
      made.remove();
    },
  };
});
