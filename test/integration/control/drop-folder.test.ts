/** Files with URLs put into a folder while a crawl runs. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sendControl } from '../../../src/run/control/index.js';
import type { DroppedFile } from '../../../src/sources/index.js';
import { linking } from '../../../src/testing/index.js';
import { externalScores } from '../../../src/views/exports/index.js';
import { allOf } from '../../support/all-of.js';
import { crawling } from '../../support/crawling.js';
import { until } from '../../support/until.js';

const { fixture, timed, workspace } = crawling();

/** A site that keeps a crawl busy until somebody asks for more, and pages that no link leads to. */
function busySite(hidden: readonly string[]) {
  const paths = Array.from({ length: 200 }, (_, index) => `/${index}`);
  return { '/': linking(...paths), ...Object.fromEntries([...paths, ...hidden].map((path) => [path, '<p>leaf'])) };
}

it('A-55 a file dropped during a crawl: its URLs are queued and fetched, the file moves to done', async () => {
  const web = await fixture({ 'a.test': busySite(['/dropped-1', '/dropped-2', '/dropped-3']) });
  const to = workspace();
  const files: DroppedFile[] = [];
  mkdirSync(join(to.workspace, 'drop'), { recursive: true });
  const crawl = to.crawl(
    { seeds: ['http://a.test/'], politeness: { delay: '50ms', responseFactor: 0 }, fetch: web.fetch },
    { onDrop: (file) => files.push(file) },
  );
  await until(() => web.asked().length >= 3);
  const lines = ['http://a.test/dropped-1', 'http://a.test/dropped-2', '# a comment', 'no URL at all', 'http://elsewhere.test/'];
  writeFileSync(join(to.workspace, 'drop', 'urls.txt'), lines.join('\n'));
  const urgent = { url: 'http://a.test/dropped-3', immediate: true };
  writeFileSync(join(to.workspace, 'drop', 'more.jsonl.part'), JSON.stringify(urgent));
  renameSync(join(to.workspace, 'drop', 'more.jsonl.part'), join(to.workspace, 'drop', 'more.jsonl'));
  await until(() => files.length === 2);
  await until(() => web.asked().includes('/dropped-3'));
  // Immediate: it does not wait for the hundreds that were queued before it.
  expect(web.asked().length).toBeLessThan(150);
  await sendControl(to.workspace, { do: 'change', settings: { politeness: { delay: '0s' } } });
  await crawl;
  expect(
    web
      .asked()
      .filter((path) => path.startsWith('/dropped'))
      .sort(),
  ).toEqual(['/dropped-1', '/dropped-2', '/dropped-3']);
  expect(files.find(({ name }) => name === 'urls.txt')).toMatchObject({ state: 'done', accepted: 2, refused: 1, unreadable: 1 });
  expect(readdirSync(join(to.workspace, 'drop'))).toEqual(['done']);
  expect(readdirSync(join(to.workspace, 'drop', 'done')).sort()).toEqual(['more.jsonl', 'urls.txt', 'urls.txt.why']);
  expect(readFileSync(join(to.workspace, 'drop', 'done', 'urls.txt.why'), 'utf8')).toContain('line 4: ');
});

it('A-55 the folder may be anywhere; it is made when the definition names it', async () => {
  const web = await fixture({ 'a.test': busySite(['/dropped']) });
  const to = workspace();
  const crawl = to.crawl({
    seeds: ['http://a.test/'],
    frontier: { drop: 'inbox' },
    politeness: { delay: '30ms', responseFactor: 0 },
    fetch: web.fetch,
  });
  const inbox = join(to.folder, 'inbox');
  await until(() => existsSync(inbox));
  writeFileSync(join(inbox, 'urls.csv'), 'url,score\nhttp://a.test/dropped,0.9\n');
  await until(() => existsSync(join(inbox, 'done', 'urls.csv')));
  await sendControl(to.workspace, { do: 'change', settings: { politeness: { delay: '0s' } } });
  await crawl;
  expect(web.asked()).toContain('/dropped');
});

it.each(['AVG', 'SUM'] as const)(
  'A-54 precedences that others give are shown as they were given, and fetched in their order (%s)',
  async (update) => {
    const given = [100, 1, 64, 127];
    const { web, time } = await timed({ 'a.test': busySite(given.map((precedence) => `/given-${precedence}`)) });
    const to = workspace();
    const definition = {
      seeds: ['http://a.test/'],
      frontier: { drop: 'inbox', update },
      politeness: { delay: '50s' },
      fetch: web.fetch,
    };
    const crawl = to.crawl(definition);
    const inbox = join(to.folder, 'inbox');
    await until(() => existsSync(inbox));
    const rows = given.map((precedence) => `http://a.test/given-${precedence},${precedence}`);
    writeFileSync(join(inbox, 'urls.csv'), ['url,priority', ...rows, 'http://a.test/none,128', ''].join('\n'));
    await until(() => existsSync(join(inbox, 'done', 'urls.csv')));
    await sendControl(to.workspace, { do: 'stop' });
    await crawl;
    expect(readFileSync(join(inbox, 'done', 'urls.csv.why'), 'utf8')).toContain('priority is a whole number from 1 to 127');
    const scores = await to.read(({ streams }) => allOf(externalScores(streams)));
    const queued = scores.filter(({ url }) => String(url).includes('/given'));
    const shown = Object.fromEntries(queued.map(({ url, priority }) => [url, priority]));
    expect(shown).toEqual(Object.fromEntries(given.map((precedence) => [`http://a.test/given-${precedence}`, precedence])));
    // Its own clock: what the site is still owed takes no time.
    await to.crawl({ ...definition, politeness: { delay: '0s' } }, { time });
    expect(web.asked().filter((path) => path.startsWith('/given'))).toEqual([1, 64, 100, 127].map((precedence) => `/given-${precedence}`));
  },
);
