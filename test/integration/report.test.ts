/** Reports of real runs: the figures of every form are those of the repository. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linking } from '../../src/testing/index.js';
import { fullReport } from '../../src/views/reports/index.js';
import { crawling } from '../support/crawling.js';
import { runCli } from '../support/run-cli.js';

const open = crawling();

async function crawledTwice() {
  const web = await open.fixture({
    'site.test': {
      '/': linking('/a', '/b', '/missing', '/missing2', '/moved'),
      '/a': '<title>Same <b>page</title><p>Always the same words here.',
      '/b': (_request, earlier) => `<title>Edition ${earlier}</title><p>These words were written for edition ${earlier}.`,
      '/moved': { status: 302, headers: { Location: '/a' } },
    },
  });
  const ws = open.workspace();
  for (let run = 0; run < 2; run++) await ws.crawl({ name: 'paper', seeds: ['http://site.test/'], fetch: web.fetch });
  return ws;
}

it('counts what the repository holds', async () => {
  const ws = await crawledTwice();
  const report = ws.read((repository) => fullReport(repository));
  const fetches = ws.rows('fetches').filter(({ run }) => run === 2);
  expect(report).toMatchObject({ name: 'paper', run: 2, state: 'finished' });
  expect(report.timeline?.buckets.reduce((sum, bucket) => sum + bucket.fetches, 0)).toBe(fetches.length);
  expect(report.responseTimes.steps.reduce((sum, { count }) => sum + count, 0)).toBe(fetches.length);
  expect(report.failures).toEqual([{ what: '404', count: 2, examples: ['http://site.test/missing', 'http://site.test/missing2'] }]);
  expect(report.changes.map(({ operation, title }) => [operation, title])).toEqual([['Upd', 'Edition 1']]);
  expect(report.history.map(({ run, Add, Upd }) => [run, Add, Upd])).toEqual([
    [1, 3, 0],
    [2, 0, 1],
  ]);
  expect(report.politeness).toMatchObject({ kept: true, requests: fetches.length });
});

it('comes as text, as JSON and as a page, to the screen or a file', async () => {
  const ws = await crawledTwice();
  const report = (...args: string[]) => runCli(['report', '-w', ws.workspace, ...args], ws.folder);
  expect((await report()).out).toMatch(/^paper, run 2: finished[\s\S]*documents/);
  expect(JSON.parse((await report('--json', '--run', '1')).out)).toMatchObject({ run: 1, summary: { operations: { Add: 3 } } });
  expect((await report('--html', 'page.html')).err).toContain('page.html');
  const page = readFileSync(join(ws.folder, 'page.html'), 'utf8');
  expect(page).toMatch(/^<!doctype html>[\s\S]*Edition 1[\s\S]*<\/html>\n$/);
  await report('-o', 'same.html');
  expect(readFileSync(join(ws.folder, 'same.html'), 'utf8')).toBe(page);
  await report('-o', 'report.json');
  expect(JSON.parse(readFileSync(join(ws.folder, 'report.json'), 'utf8'))).toMatchObject({ run: 2 });
  expect((await report('--html', 'x.html', '--json')).code).toBe(2);
});
