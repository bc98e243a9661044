/** A crawl that runs out of room pauses, keeps what it has, and goes on when there is room. */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readWorkspace } from '../../src/backends/index.js';
import { checkArchive } from '../../src/formats/warc/index.js';
import { type FixturePages, linking, type TestWorkspace } from '../../src/testing/index.js';
import { crawling } from '../support/crawling.js';

const open = crawling();
const FILES = 80;
const MEGABYTE = 1_000_000;

/** 80 MB that no compression makes smaller, each file another one. */
function files(): Record<string, FixturePages> {
  const noise = randomBytes(MEGABYTE);
  const pages: Record<string, FixturePages[string]> = { '/': linking(...Array.from({ length: FILES }, (_, n) => `/file-${n}`)) };
  for (let n = 0; n < FILES; n++)
    pages[`/file-${n}`] = {
      headers: { 'Content-Type': 'application/octet-stream' },
      body: Buffer.concat([Buffer.from(`file ${n}`), noise]),
    };
  return { 'files.example': pages };
}

const documents = (made: TestWorkspace): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        made
          .rows('documents')
          .map(({ url, sha256 }) => `${url} ${sha256}`)
          .sort(),
      ),
    )
    .digest('hex');

async function problemsIn(made: TestWorkspace): Promise<unknown[]> {
  const { repository, close } = readWorkspace(made.workspace);
  const archived = repository.archiveFiles();
  close();
  const checks = await Promise.all(archived.map(({ file, length }) => checkArchive(join(made.workspace, 'archive', file), { length })));
  return checks.flatMap(({ problems }) => problems);
}

it('G-47 a budget of 50 MB on 80 MB pauses with a message; raised, the crawl ends like an undisturbed one', async () => {
  const web = await open.fixture(files());
  const definition = (budget: object) => ({ seeds: ['http://files.example/'], fetch: web.fetch, budget: { keepFree: 0, ...budget } });
  const made = open.workspace();
  const paused = await made.crawl(definition({ size: '50MB' }));
  expect(paused).toMatchObject({ run: 1, state: 'paused', reason: expect.stringContaining('budget.size') });
  expect(made.rows('runs')).toMatchObject([{ state: 'paused', reason: paused.reason }]);
  const { repository, close } = readWorkspace(made.workspace);
  const archived = repository.archiveFiles().reduce((sum, { length }) => sum + length, 0);
  close();
  expect(archived).toBeGreaterThan(45 * MEGABYTE);
  expect(archived).toBeLessThan(53 * MEGABYTE); // one file was under way when the room was used up, and there is the database
  expect(await problemsIn(made)).toEqual([]);

  expect(await made.crawl(definition({ size: '200MB' }))).toMatchObject({ run: 1, state: 'finished' });
  const fetched = web.asked('files.example').length;
  expect(fetched).toBe(FILES + 1);
  expect(await problemsIn(made)).toEqual([]);
  const whole = open.workspace();
  await whole.crawl(definition({}));
  expect(documents(made)).toBe(documents(whole));
});

it('G-47 pauses when less than budget.keepFree is left, before anything is fetched, and goes on when it may use more', async () => {
  const web = await open.fixture({ 'small.example': { '/': linking('/a', '/b'), '/a': 'a', '/b': 'b' } });
  const definition = (keepFree: string) => ({ seeds: ['http://small.example/'], fetch: web.fetch, budget: { keepFree } });
  const made = open.workspace();
  expect(await made.crawl(definition('900TB'))).toMatchObject({
    state: 'paused',
    reason: expect.stringMatching(/the disk is nearly full/),
  });
  expect(web.asked('small.example')).toEqual([]);
  expect(await made.crawl(definition('0B'))).toMatchObject({ run: 1, state: 'finished' });
  expect(made.rows('documents')).toHaveLength(3);
});
