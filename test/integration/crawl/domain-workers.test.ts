/** Workers that domains or links are dealt to, and strict levels: what the profile gov crawls by. */
import { expect, it } from 'vitest';
import { type FixtureAnswer, type FixturePages, type FixtureRequest, linking } from '../../../src/testing/index.js';
import { runReport } from '../../../src/views/reports/index.js';
import { crawling } from '../../support/crawling.js';
import { meeting } from '../../support/meeting.js';
import { mostAtOnce } from '../../support/politely.js';

const { workspace, fixture } = crawling();

/** Some graph of pages over some hosts: page n links to a few others, chosen by arithmetic that repeats itself only late. */
function graph(hosts: number, pages: number): { links: number[][]; urlOf: (page: number) => string; web: Record<string, FixturePages> } {
  const urlOf = (page: number): string => `http://h${(page * 7) % hosts}.test/p${page}`;
  const links = Array.from({ length: pages }, (_, page) => [3, 5, 11].map((factor) => (page * factor + factor * factor) % pages));
  const web: Record<string, Record<string, FixtureAnswer>> = {};
  for (let page = 0; page < pages; page++) {
    const { hostname, pathname } = new URL(urlOf(page));
    web[hostname] = { ...web[hostname], [pathname]: { body: linking(...(links[page] ?? []).map(urlOf)), delayMs: page % 9 ? 5 : 40 } };
  }
  return { links, urlOf, web };
}

/** Pages by their distance from the first, as theory has it. */
function levelsOf(links: readonly number[][]): number[][] {
  const seen = new Set([0]);
  const levels = [[0]];
  for (let level = [0]; level.length; level = levels.at(-1) as number[]) {
    const next = [...new Set(level.flatMap((page) => links[page] ?? []))].filter((page) => !seen.has(page));
    if (!next.length) break;
    for (const page of next) seen.add(page);
    levels.push(next);
  }
  return levels;
}

const isPage = ({ path }: FixtureRequest): boolean => /^\/p\d+$/.test(path);

it('G-04 G-05 the order log equals the breadth-first levels of theory; each domain has one worker a level, dealt evenly', async () => {
  const { links, urlOf, web: pages } = graph(9, 90);
  const web = await fixture(pages);
  const to = workspace();
  await to.crawl({
    extends: 'gov',
    seeds: [urlOf(0)],
    scope: { domains: ['test'] },
    frontier: { workers: 4 },
    politeness: { delay: '0s', responseFactor: 0, perAddress: 9 },
    fetch: web.fetch,
  });
  const report = to.read((repository) => runReport(repository));
  const expected = levelsOf(links);
  const asked = web.requests.filter(isPage);
  let at = 0;
  for (const level of expected) {
    const urls = asked.slice(at, at + level.length).map(({ url }) => url);
    expect(urls.toSorted()).toEqual(level.map(urlOf).toSorted());
    at += level.length;
  }
  expect(asked).toHaveLength(at);
  expect(report.rounds.map(({ level }) => level)).toEqual(expected.map((_, level) => level));

  const assignments = report.assignments ?? [];
  expect(new Set(assignments.map(({ level, domain }) => `${level} ${domain}`)).size).toBe(assignments.length);
  for (const [level, members] of expected.entries()) {
    const dealt = assignments.filter((each) => each.level === level && !each.late);
    const hosts = new Map<string, number>();
    for (const page of members) hosts.set(new URL(urlOf(page)).hostname, (hosts.get(new URL(urlOf(page)).hostname) ?? 0) + 1);
    expect(new Map(dealt.map(({ domain, links: count }) => [domain, count]))).toEqual(hosts);
    const shares = [1, 2, 3, 4].map((worker) => dealt.filter((each) => each.worker === worker).length);
    expect(shares.filter((share) => share > 0)).toHaveLength(Math.min(4, hosts.size));
    expect(Math.max(...shares) - Math.min(...shares.filter((share) => share > 0))).toBeLessThanOrEqual(1);
  }
  expect(Math.max(...asked.map(({ open }) => open))).toBeLessThanOrEqual(4);
  expect(Math.max(...asked.map(({ open }) => open))).toBeGreaterThan(1);
  // A worker has one request at a time: those of its domains never overlap within a level.
  let start = 0;
  for (const [level, members] of expected.entries()) {
    const requests = asked.slice(start, start + members.length);
    start += members.length;
    const workerOf = new Map(assignments.filter((each) => each.level === level).map(({ domain, worker }) => [domain, worker]));
    for (const [index, request] of requests.entries()) {
      const others = requests.slice(0, index).filter(({ host }) => workerOf.get(host) === workerOf.get(request.host));
      expect(others.every(({ endedAt }) => endedAt !== null && endedAt <= request.at + 1)).toBe(true);
    }
  }
});

it('G-07 dealing links: two workers on one domain keep its delay; on many domains two are at work at once', async () => {
  const slow = (count: number): FixturePages =>
    Object.fromEntries(
      ['/', ...Array.from({ length: count }, (_, n) => `/p${n}`)].map((path) => [
        path,
        { body: linking(...Array.from({ length: count }, (_, n) => `/p${n}`)), delayMs: 10 },
      ]),
    );
  const politeness = { delay: '50ms', responseFactor: 0, perAddress: 4 } as const;
  const one = await fixture({ 'one.test': slow(4) });
  const end = await workspace().crawl({
    seeds: ['http://one.test/'],
    frontier: { workers: 2, deal: 'links' },
    politeness,
    fetch: one.fetch,
  });
  expect(end.statistics.pages).toBe(5);
  const gaps = one.requests.slice(1).map(({ at }, index) => at - (one.requests[index]?.endedAt ?? Number.POSITIVE_INFINITY));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(49);

  const hosts = ['a.test', 'b.test', 'c.test', 'd.test'];
  for (const workers of [1, 2]) {
    const together = meeting(workers);
    const home = () => together().then(() => linking('/p0', '/p1', '/p2'));
    const web = await fixture(Object.fromEntries(hosts.map((host) => [host, { ...slow(3), '/': home }])));
    const many = await workspace().crawl({
      seeds: hosts.map((host) => `http://${host}/`),
      frontier: { workers },
      politeness,
      fetch: web.fetch,
    });
    expect(mostAtOnce(web.requests)).toBe(workers);
    expect(many.statistics.pages).toBe(16);
    expect(many.statistics.workers).toBeLessThanOrEqual(workers);
    for (const host of hosts) {
      const own = web.requests.filter((request) => request.host === host);
      const pauses = own.slice(1).map(({ at }, index) => at - (own[index]?.endedAt ?? Number.POSITIVE_INFINITY));
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(49);
    }
  }
});
