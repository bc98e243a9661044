/** A stop ends a crawl, whatever servers do, and loses nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { runCli, startCli } from '../../support/run-cli.js';
import { until } from '../../support/until.js';

const { fixture, workspace } = crawling();

const HANGS = ['/never-1', '/never-2', '/never-3'];

/** Pages that answer only when `hangs` is false. */
function hangingSite(state: { hangs: boolean }) {
  const answer = () => ({ body: '<p>at last', delayMs: state.hangs ? 600_000 : 0 });
  return { '/': linking(...HANGS, '/quick'), '/quick': '<p>quick', ...Object.fromEntries(HANGS.map((path) => [path, answer])) };
}

it.each([
  ['winnow stop', null],
  ['Ctrl-C', 'SIGINT'],
  ['SIGTERM', 'SIGTERM'],
] as const)('%s ends a crawl though a server hangs for ten minutes; the next start goes on', async (_how, signal) => {
  const state = { hangs: true };
  const web = await fixture({ 'a.test': hangingSite(state) });
  const to = workspace();
  const politeness = { perSite: 4, perAddress: 4 };
  const definition = to.define({ seeds: ['http://a.test/'], politeness, fetch: { ...web.fetch, timeout: '100s', deadline: '200s' } });
  const command = ['crawl', definition, '--workspace', to.workspace];
  const crawl = startCli(command, to.folder);
  await until(() => HANGS.every((path) => web.asked().includes(path)));

  if (signal) {
    crawl.child.kill(signal);
    expect(await crawl.ended).toBe(130);
    expect(crawl.said.err).toContain('Stopping: done in two seconds at most');
  } else {
    const stopped = await runCli(['stop', '-w', to.workspace, '--json'], to.folder);
    expect(stopped.code).toBe(0);
    expect(JSON.parse(stopped.out)).toMatchObject({ ended: true, seconds: expect.any(Number) as number });
    expect(await crawl.ended).toBe(130);
  }
  expect(to.rows('runs')).toMatchObject([{ id: 1, state: 'stopped' }]);
  expect(existsSync(join(to.workspace, 'control.sock'))).toBe(false);

  state.hangs = false;
  expect((await runCli(command, to.folder)).code).toBe(0);
  expect(to.rows('pages')).toHaveLength(5);
  expect(to.rows('runs')).toMatchObject([{ id: 1, state: 'finished' }]);
});

it('a second Ctrl-C ends at once; nothing that was kept is lost', async () => {
  const state = { hangs: true };
  const web = await fixture({ 'a.test': hangingSite(state) });
  const to = workspace();
  const definition = to.define({ seeds: ['http://a.test/'], fetch: { ...web.fetch, timeout: '100s' } });
  const command = ['crawl', definition, '--workspace', to.workspace];
  const crawl = startCli(command, to.folder);
  await until(() => web.asked().includes('/never-1'));
  crawl.child.kill('SIGINT');
  await until(() => crawl.said.err.includes('Stopping'));
  await new Promise((resolve) => setTimeout(resolve, 400)); // sooner it counts as the same stroke of the key
  crawl.child.kill('SIGINT');
  expect(await crawl.ended).toBe(130);
  state.hangs = false;
  expect((await runCli(command, to.folder)).code).toBe(0);
  expect(to.rows('pages')).toHaveLength(5);
});
