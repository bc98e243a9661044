/** Settings changed while a crawl runs: what servers see of it. */
import { expect, it } from 'vitest';
import { sendControl } from '../../../src/run/control/index.js';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { arrivalGaps, requestsTo } from '../../support/politely.js';
import { runCli } from '../../support/run-cli.js';
import { until } from '../../support/until.js';

const { fixture, timed, workspace } = crawling();

const many = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);
const site = (count: number) => ({ '/': linking(...many(count)), ...Object.fromEntries(many(count).map((path) => [path, '<p>leaf'])) });

/** A crawl waits for this page until somebody has changed its settings. */
const PATIENT = { timeout: '10m', deadline: '10m' };

it('A-47 the delay is raised during a crawl, then lowered: the next requests obey', async () => {
  const to = workspace();
  let raised = {};
  const raising = async () => {
    raised = await runCli(['change', '-w', to.workspace, 'politeness.delay=400ms'], to.folder);
    return '<p>leaf';
  };
  const lowering = async () => {
    await sendControl(to.workspace, { do: 'change', settings: { politeness: { delay: '0s' } } });
    return '<p>leaf';
  };
  const { web, time } = await timed({ 'a.test': { ...site(30), '/9': raising, '/19': lowering } });
  const politeness = { delay: '100ms', responseFactor: 0 };
  await to.crawl({ seeds: ['http://a.test/'], politeness, fetch: { ...web.fetch, ...PATIENT } }, { time });
  expect(raised).toMatchObject({ code: 0, out: 'politeness.delay 100ms → 400ms, from now on\n' });
  expect(web.asked()).toEqual(['/', ...many(30)]);
  const gaps = arrivalGaps(web.requests.filter(({ path }) => many(30).includes(path)));
  expect(gaps).toEqual([...Array(9).fill(100), ...Array(10).fill(400), ...Array(10).fill(0)]);
});

it('A-47 a change for one host holds there and below it, and nowhere else', async () => {
  const to = workspace();
  let changed: unknown;
  const changing = async () => {
    const slower = { sites: [{ for: 'a.test', politeness: { delay: '300ms' } }] };
    changed = await sendControl(to.workspace, { do: 'change', settings: slower });
    return '<p>leaf';
  };
  const { web, time } = await timed({ 'a.test': site(20), 'news.a.test': site(20), 'b.test': { ...site(20), '/5': changing } });
  const seeds = ['http://a.test/', 'http://news.a.test/', 'http://b.test/'];
  const politeness = { delay: '20ms', perAddress: 16, responseFactor: 0 };
  const end = await to.crawl({ seeds, politeness, fetch: { ...web.fetch, ...PATIENT } }, { time });
  expect(changed).toEqual([{ site: 'a.test', path: 'politeness.delay', before: '20ms', after: '300ms' }]);
  expect(end.statistics.pages).toBe(63);
  const lastGap = (host: string) => arrivalGaps(requestsTo(web.requests, host)).at(-1);
  expect(['a.test', 'news.a.test', 'b.test'].map(lastGap)).toEqual([300, 300, 20]);
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
