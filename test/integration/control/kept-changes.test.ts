/** What was changed while a run was at work holds when the run goes on in another process. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sendControl } from '../../../src/run/control/index.js';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { LOG_ROUNDING, smallestGap } from '../../support/politely.js';
import { startCli } from '../../support/run-cli.js';
import { until } from '../../support/until.js';

const { fixture, workspace } = crawling();

it('A-47 a delay that was raised holds after the crawl was killed, and is forgotten when the run has finished', async () => {
  const paths = Array.from({ length: 40 }, (_, index) => `/${index}`);
  const web = await fixture({ 'a.test': { '/': linking(...paths), ...Object.fromEntries(paths.map((path) => [path, '<p>leaf'])) } });
  const to = workspace();
  const politeness = { delay: '20ms', responseFactor: 0 };
  const command = ['crawl', to.define({ seeds: ['http://a.test/'], politeness, fetch: web.fetch }), '--workspace', to.workspace];
  const first = startCli(command, to.folder);
  await until(() => web.asked().length >= 5);
  await sendControl(to.workspace, { do: 'change', settings: { politeness: { delay: '300ms' } } });
  first.child.kill('SIGKILL');
  await first.ended;
  const lost = web.asked().length - to.rows('pages').length;

  const killedAt = Date.now();
  const second = startCli(command, to.folder);
  const later = () => web.requests.filter((request) => request.at > killedAt);
  await until(() => later().length >= 5);
  expect(smallestGap(later())).toBeGreaterThanOrEqual(300 - LOG_ROUNDING);
  await sendControl(to.workspace, { do: 'change', settings: { politeness: { delay: '0s' } } });
  expect(await second.ended).toBe(0);
  // What was not yet kept when it was killed is asked for once more, and nothing else.
  expect(new Set(web.asked()).size).toBe(41);
  expect(web.asked().length).toBeLessThanOrEqual(41 + lost);
  expect(existsSync(join(to.workspace, 'changes.json'))).toBe(false);
});
