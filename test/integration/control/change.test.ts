/** Settings changed while a crawl runs: what servers see of it. */
import { expect, it } from 'vitest';
import { sendControl } from '../../../src/control/index.js';
import { type FixtureRequest, type FixtureWeb, linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { runCli, startCli } from '../../support/run-cli.js';
import { until } from '../../support/until.js';

const { fixture, workspace } = crawling();

const many = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);
const site = (count: number) => ({ '/': linking(...many(count)), ...Object.fromEntries(many(count).map((path) => [path, '<p>leaf'])) });

const at = (web: FixtureWeb, host: string): FixtureRequest[] => web.requests.filter((request) => request.host === host);

/** From the end of each answer to the next request, for requests that came after a moment. */
const gapsAfter = (requests: readonly FixtureRequest[], moment: number): number[] =>
  requests.flatMap((request, index) => {
    const before = requests[index - 1]?.endedAt;
    return before && request.at > moment ? [request.at - before] : [];
  });

/** Clocks are read on both sides, in whole milliseconds. */
const SLACK = 5;

it('A-47 the delay is raised during a crawl, then lowered: the next requests obey', async () => {
  const web = await fixture({ 'a.test': site(300) });
  const to = workspace();
  const definition = to.define({ seeds: ['http://a.test/'], politeness: { delay: '100ms', responseFactor: 0 }, fetch: web.fetch });
  const crawl = startCli(['crawl', definition, '--workspace', to.workspace], to.folder);
  await until(() => web.asked().length >= 8);

  const raised = await runCli(['change', '-w', to.workspace, 'politeness.delay=400ms'], to.folder);
  const raisedAt = Date.now();
  expect(raised).toMatchObject({ code: 0, out: 'politeness.delay 100ms → 400ms, from now on\n' });
  const before = web.asked().length;
  await until(() => web.asked().length >= before + 4);
  expect(Math.min(...gapsAfter(at(web, 'a.test'), raisedAt))).toBeGreaterThanOrEqual(400 - SLACK);

  await sendControl(to.workspace, { do: 'change', settings: { politeness: { delay: '0s' } } });
  const loweredAt = Date.now();
  expect(await crawl.ended).toBe(0);
  expect(web.asked()).toHaveLength(301);
  const gaps = gapsAfter(at(web, 'a.test'), loweredAt);
  expect(gaps.filter((gap) => gap >= 300).length).toBeLessThan(gaps.length / 4);
});

it('A-47 a change for one host holds there and below it, and nowhere else', async () => {
  const web = await fixture({ 'a.test': site(60), 'news.a.test': site(60), 'b.test': site(60) });
  const to = workspace();
  const seeds = ['http://a.test/', 'http://news.a.test/', 'http://b.test/'];
  const crawl = to.crawl({ seeds, politeness: { delay: '20ms', perAddress: 16, responseFactor: 0 }, fetch: web.fetch });
  await until(() => at(web, 'b.test').length >= 6);
  const slower = { sites: [{ for: 'a.test', politeness: { delay: '300ms' } }] };
  expect(await sendControl(to.workspace, { do: 'change', settings: slower })).toEqual([
    { site: 'a.test', path: 'politeness.delay', before: '20ms', after: '300ms' },
  ]);
  const changedAt = Date.now();
  const gapsOf = (host: string) => gapsAfter(at(web, host), changedAt + SLACK);
  await until(() => ['a.test', 'news.a.test'].every((host) => gapsOf(host).length >= 4));
  for (const host of ['a.test', 'news.a.test']) expect(Math.min(...gapsOf(host))).toBeGreaterThanOrEqual(300 - SLACK);
  expect(gapsOf('b.test').filter((gap) => gap < 300).length).toBeGreaterThan(4);
  const backAgain = { politeness: { delay: '0s' }, sites: [{ for: 'a.test', politeness: { delay: null } }] };
  await sendControl(to.workspace, { do: 'change', settings: backAgain });
  expect((await crawl).statistics.pages).toBe(183);
});

it("A-47 a site's budget is set during a crawl: that site ends there, the others go on", async () => {
  const web = await fixture({ 'a.test': site(50), 'b.test': site(25) });
  const to = workspace();
  const politeness = { delay: '40ms', perAddress: 16, responseFactor: 0 };
  const crawl = to.crawl({ seeds: ['http://a.test/', 'http://b.test/'], politeness, fetch: web.fetch });
  await until(() => web.asked('a.test').length >= 8);
  await sendControl(to.workspace, { do: 'change', settings: { sites: [{ for: 'a.test', budget: { pages: 15 } }] } });
  const end = await crawl;
  expect(end.state).toBe('finished');
  const pagesOf = (host: string) => to.rows('pages').filter(({ url }) => String(url).startsWith(`http://${host}/`)).length;
  expect([pagesOf('a.test'), pagesOf('b.test')]).toEqual([15, 26]);
});

it('A-47 the page budget of the crawl is lowered while it runs', async () => {
  const web = await fixture({ 'a.test': site(60) });
  const to = workspace();
  const crawl = to.crawl({ seeds: ['http://a.test/'], politeness: { delay: '30ms', responseFactor: 0 }, fetch: web.fetch });
  await until(() => web.asked().length >= 5);
  await sendControl(to.workspace, { do: 'change', settings: { budget: { pages: 12 } } });
  expect(await crawl).toMatchObject({ state: 'finished', reason: 'budget.pages: 12 pages fetched' });
  expect(to.rows('pages')).toHaveLength(12);
});

it('a change that cannot be made is refused, and the crawl goes on as before', async () => {
  const web = await fixture({ 'a.test': site(300) });
  const to = workspace();
  const crawl = to.crawl({ seeds: ['http://a.test/'], politeness: { delay: '100ms', responseFactor: 0 }, fetch: web.fetch });
  await until(() => web.asked().length >= 2);
  const change = (...words: string[]) => runCli(['change', '-w', to.workspace, ...words], to.folder);
  const [slip, fixed, value] = await Promise.all([change('politeness.dely=1s'), change('scope.depth=1'), change('delay=soon')]);
  expect(slip).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean `politeness.delay`?') });
  expect(fixed).toMatchObject({ code: 2, err: expect.stringContaining('`scope.depth` cannot change while a crawl runs') });
  expect(value).toMatchObject({ code: 2, err: expect.stringContaining('a duration is a number with a unit') });
  await sendControl(to.workspace, { do: 'change', settings: { politeness: { delay: '0s' } } });
  expect((await crawl).statistics.pages).toBe(301);
});

it('without a crawl, change and stop say so', async () => {
  const to = workspace();
  for (const args of [['change', 'delay=1s'], ['stop']]) {
    const { code, err } = await runCli([...args, '-w', to.workspace], to.folder);
    expect([code, err]).toEqual([1, expect.stringContaining(`no crawl is running in ${to.workspace}`)]);
  }
});
