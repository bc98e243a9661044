/** A workspace that an older release left in the middle of a crawl is opened, brought up to date and crawled to its end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readWorkspace } from '../../src/backends/index.js';
import { checkArchive } from '../../src/formats/warc/index.js';
import type { TestWorkspace } from '../../src/testing/index.js';
import { crawling } from '../support/crawling.js';
import { FORMAT_1_DEFINITION, format1Web } from '../support/format-1-web.js';
import { unpackFormat1 } from '../support/format-1-workspace.js';

const open = crawling();

async function crawlIn(made: TestWorkspace) {
  const web = await open.fixture(format1Web(true));
  const remarks: string[] = [];
  const definition = { ...FORMAT_1_DEFINITION, fetch: { ...FORMAT_1_DEFINITION.fetch, ...web.fetch }, budget: { keepFree: 0 } };
  const end = await made.crawl(definition as never, { onRemark: (remark: string) => remarks.push(remark) });
  return { end, remarks, asked: web.requests.filter(({ path }) => path !== '/robots.txt').map(({ url }) => url) };
}

const documents = (made: TestWorkspace) =>
  made
    .rows('documents')
    .map(({ url, title, md5, sha256 }) => ({ url, title, md5, sha256 }))
    .sort((a, b) => String(a.url).localeCompare(String(b.url)));

const links = (made: TestWorkspace) =>
  made
    .rows('links')
    .map((row) => JSON.stringify(row))
    .sort();

async function archiveProblems(made: TestWorkspace): Promise<unknown[]> {
  const { repository, close } = readWorkspace(made.workspace);
  const files = repository.archiveFiles();
  close();
  const checks = await Promise.all(files.map(({ file, length }) => checkArchive(join(made.workspace, 'archive', file), { length })));
  expect(checks.length).toBeGreaterThan(1);
  return checks.flatMap(({ problems }) => problems);
}

it('G-41 a crawl killed under the release before goes on and ends as if nothing had happened', async () => {
  const old = open.workspace();
  unpackFormat1(old.workspace);
  const { end, remarks, asked } = await crawlIn(old);
  expect(end).toMatchObject({ run: 1, state: 'finished', reason: 'everything was visited' });
  expect(remarks).toEqual([expect.stringMatching(/from format 1 to format \d+.*core\.db\.format-1/)]);
  expect(existsSync(join(old.workspace, 'core.db.format-1'))).toBe(true);

  const whole = open.workspace();
  const undisturbed = await crawlIn(whole);
  expect(documents(old)).toEqual(documents(whole));
  expect(links(old)).toEqual(links(whole));

  const fetched = old
    .rows('fetches')
    .map(({ url }) => String(url))
    .filter((url) => !url.endsWith('/robots.txt'));
  const twice = fetched.filter((url, index) => fetched.indexOf(url) !== index);
  expect(twice).toEqual(['http://law.example/flaky']); // 503 then, 200 now
  expect(new Set(fetched)).toEqual(new Set(undisturbed.asked));
  expect(asked.length).toBeLessThan(undisturbed.asked.length - 15);
  expect(await archiveProblems(old)).toEqual([]);
});
