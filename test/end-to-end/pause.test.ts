/** A pause is a wish that outlives the process it was made to. */
import { expect, it } from 'vitest';
import { sendControl } from '../../src/run/control/index.js';
import { crawling } from '../support/crawling.js';
import { numbered, ownStateFolder, site } from '../support/politely.js';
import { runCli, startCli } from '../support/run-cli.js';
import { until } from '../support/until.js';

ownStateFolder();
const { workspace, fixture } = crawling();

/** A crawl that was paused by another process, and then killed. */
async function pausedAndKilled() {
  const web = await fixture({ 'a.test': site(6) });
  const to = workspace();
  const file = to.define({ seeds: ['http://a.test/'], politeness: { delay: '1s' }, fetch: web.fetch });
  const crawl = () => startCli(['crawl', file, '-w', to.workspace], to.folder);
  const first = crawl();
  await until(() => web.asked().length >= 2);
  await sendControl(to.workspace, { do: 'pause' }); // as winnow pause does
  first.child.kill('SIGKILL');
  await first.ended;
  return { web, to, crawl, asked: web.asked().length };
}

const everyPage = ['/', ...numbered('page', 6)].toSorted();

it('winnow crawl after a kill stays paused, and says how to go on', async () => {
  const { web, to, crawl, asked } = await pausedAndKilled();
  expect((await runCli(['status', '-w', to.workspace], to.folder)).out).toContain('paused until winnow resume lets it go on');
  const again = crawl();
  await until(() => again.said.err.includes('stays so. Let it go on with: winnow resume'));
  let status: unknown = null;
  const listen = (told: unknown): void => {
    status = told;
  };
  await until(() => {
    void sendControl(to.workspace, { do: 'status' }).then(listen, () => {});
    return status !== null;
  });
  expect(status).toMatchObject({ paused: true });
  expect(web.asked()).toHaveLength(asked);
  expect((await runCli(['resume', '-w', to.workspace], to.folder)).out).toContain('goes on');
  expect(await again.ended).toBe(0);
  expect([...new Set(web.asked())].toSorted()).toEqual(everyPage);
});

it('winnow resume after a kill goes on', async () => {
  const { web, to } = await pausedAndKilled();
  expect(await runCli(['resume', '-w', to.workspace], to.folder)).toMatchObject({ code: 0 });
  expect([...new Set(web.asked())].toSorted()).toEqual(everyPage);
});
