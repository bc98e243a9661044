/** Traps: the crawl of a site without end comes to its end by itself, with the real pages, and says what it left out. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sendControl } from '../../src/run/control/index.js';
import type { FixturePages } from '../../src/testing/index.js';
import { crawling } from '../support/crawling.js';
import { runCli } from '../support/run-cli.js';
import { json, serving } from '../support/serving.js';
import { until } from '../support/until.js';

const { workspace, demo, fixture } = crawling();
const serve = serving();

/** Nothing but the traps is to take time. */
const QUICK = { delay: '0s', responseFactor: 0, perSite: 4, perAddress: 4 } as const;

it('A-48 the labyrinth: calendar, session ids, growing and concatenating paths end after a bounded number of pages', async () => {
  const web = await demo({ sites: ['labyrinth'] });
  const to = workspace();
  const end = await to.crawl({
    seeds: ['http://labyrinth.example/'],
    politeness: QUICK,
    fetch: { resolve: { ...web.resolve }, allowAddresses: [...web.allowAddresses] },
    budget: { pages: 3000 },
  });
  expect(end).toMatchObject({ state: 'finished', reason: 'everything was visited' });
  const asked = web.requests.map(({ path }) => path);
  expect(asked.filter((path) => /^\/(calendar|shop|grow|pile)\//.test(path)).length).toBeLessThan(400);
  const real = web.truth().sites[0]?.pages.map(({ url }) => new URL(url)) ?? [];
  expect(real.length).toBeGreaterThan(10);
  for (const { pathname, search } of real) expect(asked).toContain(pathname + search);
  const { out } = await runCli(['traps', '-w', to.workspace], to.folder);
  expect(out).toMatch(/\d http:\/\/labyrinth\.example\/calendar\/#\/#\/#\n {2}\d\.\d % new text lately in \d+ pages/);
  expect(out).toContain('/shop/item-#?sid');
  expect(
    to
      .rows('rejections')
      .filter(({ filter }) => filter === 'trap')
      .map(({ reason }) => reason),
  ).toContainEqual(expect.stringMatching(/repeats itself in its path|stands more than 3 times/));
});

const EMPTY = 'No events are planned for this month. Have a look at another month, or come back when there is more to see here.';

/** Five years of empty months, each leading to the next and the one before. */
function calendar(): FixturePages {
  const path = (at: number): string => `/calendar/${2021 + Math.floor(at / 12)}/${1 + (at % 12)}`;
  const months = Array.from({ length: 60 }, (_, at) => {
    const links = [at - 1, at + 1, at + 2].filter((to) => to >= 0 && to < 60).map((to) => `<a href="${path(to)}">${path(to)}</a>`);
    return [path(at), `<!doctype html><title>${at}</title><main><p>${EMPTY}</p><p>${EMPTY} ${at % 12}</p></main>${links.join(' ')}`];
  });
  return {
    ...Object.fromEntries(months),
    '/': '<!doctype html><p>Start</p><a href="/calendar/2021/1">calendar</a> <a href="http://slow.test/">slow</a>',
  };
}

const monthsIn = (asked: readonly string[]): number => new Set(asked.filter((path) => path.startsWith('/calendar/'))).size;

it('A-48 a trap stays paused in the next run, is explained, and what it left out is fetched when it is released', async () => {
  const web = await fixture({ 'a.test': calendar() });
  const to = workspace();
  const definition = { seeds: ['http://a.test/'], politeness: QUICK, fetch: web.fetch };
  await to.crawl(definition);
  const before = monthsIn(web.asked());
  expect(before).toBeLessThan(50);
  const cli = (...words: string[]) => runCli([...words, '-w', to.workspace], to.folder);
  const left = to.rows('resources').find(({ reason }) => String(reason).startsWith('trap 1: '));
  expect((await cli('explain', String(left?.['url']))).out).toMatch(/trap +refuses +trap 1: \/calendar\/#\/# is paused, 0\.0 % new text/);
  expect((await cli('report')).out).toMatch(/traps +1 +paused, \d+ URLs left out/);
  const shown = async () => JSON.parse((await cli('report', '--json')).out) as { traps: readonly { leftOut: number; fetched: number }[] };
  expect(await shown()).toMatchObject({
    traps: [{ pattern: '/calendar/#/#', newText: 0, state: 'paused', by: 'winnow' }],
  });
  const [{ leftOut, fetched } = { leftOut: 0, fetched: 0 }] = (await shown()).traps;
  expect(leftOut).toBeGreaterThan(0);
  // Those that were under way when it was paused come after.
  expect(fetched).toBeGreaterThanOrEqual(32);
  expect(fetched).toBeLessThanOrEqual(before);
  const { url, errors } = await serve([to.workspace]);
  const traps = (query = '') => json<{ items: readonly unknown[]; next: number | null }>(`${url}/api/v1/crawls/crawl/traps${query}`);
  expect(await traps()).toMatchObject({
    items: [{ id: 1, site: 'http://a.test', pattern: '/calendar/#/#', fetched, releasedAt: null }],
  });
  expect(await (await fetch(url)).text()).toMatch(/<h2>Traps<\/h2>[\s\S]*http:\/\/a\.test\/calendar\/#\/#/);
  await to.crawl(definition);
  expect(monthsIn(web.asked())).toBe(before);
  const released = await cli('traps', 'release', '1');
  expect(released.err).toBe('');
  expect(released.out).toMatch(/Released trap 1, http:\/\/a\.test\/calendar\/#\/#: [1-9]\d* URLs are queued again/);
  expect(await shown()).toMatchObject({ traps: [{ id: 1, state: 'released', by: 'user' }] });
  expect(await traps('?state=released')).toMatchObject({ items: [{ id: 1, releasedAt: expect.stringMatching(/^20/) as string }] });
  expect((await traps('?state=paused')).items).toEqual([]);
  await cli('traps', 'pause', 'http://a.test/shop?colour=red');
  const first = await traps('?limit=1');
  expect(first).toMatchObject({ items: [{ id: 1 }], next: 1 });
  expect(await traps(`?limit=1&after=${first.next}`)).toMatchObject({ items: [{ id: 2, state: 'paused', by: 'user' }], next: null });
  expect(errors).toEqual([]);
  await to.crawl(definition);
  expect(monthsIn(web.asked())).toBe(60);
  expect((await shown()).traps.map(({ leftOut }) => leftOut)).toEqual([0, 0]);
  expect(to.read((repository) => repository.traps())).toMatchObject([
    { state: 'released', by: 'user' },
    { state: 'paused', by: 'user' },
  ]);
});

it('A-48 traps of a running crawl are released and paused', async () => {
  const web = await fixture({ 'a.test': calendar(), 'slow.test': { '/': { body: 'slow', delayMs: 45_000 } } });
  const to = workspace();
  const stop = new AbortController();
  const running = to.crawl(
    { seeds: ['http://a.test/'], scope: { domains: ['test'] }, politeness: QUICK, fetch: { ...web.fetch, timeout: '60s' } },
    { stop: stop.signal },
  );
  await until(() => existsSync(join(to.workspace, 'control.sock')) && to.read((repository) => repository.traps().length === 1));
  expect(monthsIn(web.asked())).toBeLessThan(50);
  const pausing = sendControl(to.workspace, { do: 'pause-trap', site: 'http://a.test', pattern: '/shop?colour&size' });
  expect(await pausing).toMatchObject({ trap: { id: 2, state: 'paused', by: 'user' } });
  expect((await runCli(['traps', 'release', '1', '-w', to.workspace], to.folder)).out).toContain('Released trap 1');
  await until(() => monthsIn(web.asked()) === 60);
  stop.abort();
  await running;
  expect(to.read((repository) => repository.traps().map(({ state, by }) => [state, by]))).toEqual([
    ['released', 'user'],
    ['paused', 'user'],
  ]);
});
