/** In which order a crawl takes its URLs, and that many workers at once change nothing about what is kept. */

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { readWorkspace } from '../../../src/backends/index.js';
import { type FixturePage, type FixturePages, type FixtureWeb, linking } from '../../../src/testing/index.js';
import { runReport } from '../../../src/views/reports/index.js';
import { crawling } from '../../support/crawling.js';
import { meeting } from '../../support/meeting.js';
import { LOG_ROUNDING } from '../../support/politely.js';
import { until } from '../../support/until.js';

const { workspace, fixture } = crawling();

/** `hosts` sites; each page links to all pages of the next level on every site. */
function levelled(hosts: readonly string[], levels: number, delayMs: (host: string) => number = () => 0) {
  const linksTo = (level: number): string[] => hosts.flatMap((host) => [`http://${host}/${level}/a`, `http://${host}/${level}/b`]);
  const pagesOf = (host: string) => {
    const pages: Record<string, { body: string; delayMs: number }> = {};
    for (let level = 0; level <= levels; level++) {
      const body = level < levels ? linking(...linksTo(level + 1)) : 'leaf';
      for (const name of level === 0 ? ['/'] : [`/${level}/a`, `/${level}/b`]) pages[name] = { body, delayMs: delayMs(host) };
    }
    return pages;
  };
  return Object.fromEntries(hosts.map((host) => [host, pagesOf(host)]));
}

const levelOf = (path: string): number => (path === '/' ? 0 : Number(path.split('/')[1]));

/** Smallest time between the end of one answer of a host and the arrival of the next request there. */
function smallestGap(web: FixtureWeb, host: string): number {
  const asked = web.requests.filter((request) => request.host === host);
  const gaps = asked.slice(1).map(({ at }, index) => at - (asked[index]?.endedAt ?? Number.POSITIVE_INFINITY));
  return Math.min(...gaps);
}

const HOSTS = ['a.test', 'b.test', 'c.test'];
const SEEDS = HOSTS.map((host) => `http://${host}/`);

it('M-04 strict breadth-first: each round fetches exactly one hop level, and the round log says which', async () => {
  const web = await fixture(levelled(HOSTS, 3, (host) => (host === 'b.test' ? 40 : 0)));
  const to = workspace();
  await to.crawl({ seeds: SEEDS, scope: { hosts: HOSTS }, frontier: { order: 'levels' }, politeness: { perAddress: 8 }, fetch: web.fetch });
  const pages = web.requests.filter(({ path }) => path === '/' || /^\/\d/.test(path));
  expect(pages.map(({ path }) => levelOf(path))).toEqual(pages.map(({ path }) => levelOf(path)).toSorted((a, b) => a - b));
  for (const { path, at } of pages) {
    const above = pages.filter((other) => levelOf(other.path) < levelOf(path));
    expect(above.every(({ endedAt }) => endedAt !== null && endedAt <= at)).toBe(true);
  }
  const { repository, close } = readWorkspace(to.workspace);
  const { rounds } = runReport(repository);
  close();
  expect(rounds.map(({ level }) => level)).toEqual([0, 1, 2, 3]);
  expect(rounds.slice(1).map(({ visits }) => visits)).toEqual([6, 6, 6]);
});

it.each([
  ['levels', 2],
  ['depth', 8],
] as const)(
  'G-44 order %s: while one site takes its time the others come to %i pages each, and each site gets its delay',
  async (order, pages) => {
    const asked = (host: string) => web.asked(host).filter((path) => path !== '/');
    // As if it took for ever: it answers when the others have got as far as they may without it.
    const slow = async () => {
      await until(() => ['b.test', 'c.test'].every((host) => asked(host).length >= pages));
      return linking();
    };
    const sites = levelled(HOSTS, 4);
    const web = await fixture({ ...sites, 'a.test': { ...sites['a.test'], '/1/a': slow } });
    const politeness = { delay: '20ms', responseFactor: 0, perAddress: 8 };
    const fetch = { ...web.fetch, timeout: '5m', deadline: '5m' };
    const end = await workspace().crawl({ seeds: SEEDS, scope: { hosts: HOSTS }, frontier: { order }, politeness, fetch });
    expect(end.statistics.pages).toBe(27);
    for (const host of HOSTS) expect(smallestGap(web, host)).toBeGreaterThanOrEqual(20 - LOG_ROUNDING);
    const slowEnded = web.requests.find(({ url }) => url === 'http://a.test/1/a')?.endedAt ?? 0;
    const below = web.requests.filter(({ path }) => levelOf(path) > 1);
    // With the barrier nobody goes on to the next level; without it the fast sites had come to their end.
    expect(below.filter(({ host, at }) => host !== 'a.test' && at <= slowEnded)).toHaveLength(2 * (pages - 2));
  },
);

it('G-43 twenty workers on one database: every page once, nothing lost, no row that contradicts another', async () => {
  const hosts = Array.from({ length: 20 }, (_, n) => `h${n}.test`);
  const together = meeting(20);
  const pagesOf = (host: number): FixturePages => {
    const pages: Record<string, FixturePage> = {};
    const link = (n: number) => `http://h${(host + n) % 20}.test/${(n * 7) % 30}`;
    for (let page = 0; page < 30; page++)
      pages[`/${page}`] = linking(...[1, 3, 5, 8, 13, 21].map((n) => link(n + page)), `/${(page + 1) % 30}`);
    const first = pages['/0'] as string;
    return { ...pages, '/0': () => together().then(() => first) };
  };
  const web = await fixture(Object.fromEntries(hosts.map((host, n) => [host, pagesOf(n)])));
  const to = workspace();
  const end = await to.crawl({
    seeds: hosts.map((host) => `http://${host}/0`),
    scope: { hosts },
    politeness: { perAddress: 20 },
    fetch: { ...web.fetch, concurrency: 20 },
  });
  expect(end.statistics.workers).toBe(20);
  expect(Math.max(...web.requests.map(({ open }) => open))).toBe(20);
  const asked = web.requests.filter(({ path }) => /^\/\d+$/.test(path)).map(({ url }) => url);
  expect(asked).toHaveLength(600);
  expect(new Set(asked).size).toBe(600);
  const db = new Database(join(to.workspace, 'core.db'), { readonly: true });
  const one = (sql: string) => db.prepare(sql).pluck().get();
  expect(one('PRAGMA integrity_check')).toBe('ok');
  expect(one('SELECT count(*) FROM document')).toBe(600);
  expect(one("SELECT count(*) FROM journal WHERE operation = 'Add'")).toBe(600);
  expect(one('SELECT count(*) FROM document d LEFT JOIN version v ON v.id = d.version WHERE v.document IS NOT d.id')).toBe(0);
  expect(one('SELECT count(*) FROM fetch f LEFT JOIN resource r ON r.id = f.resource WHERE r.id IS NULL')).toBe(0);
  expect(one('SELECT sum(queued) FROM queue')).toBe(0);
  expect(one('SELECT sum(pages) FROM queue')).toBe(600);
  db.close();
});
