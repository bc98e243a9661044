/**
 * The contract of every back end of the frontier: what is queued and seen, in which order it comes, and what outlives a process.
 *
 * Entries come into a frontier and leave it by the commits of its workspace. Time is a number that the cases choose, so
 * nothing here waits. Who is asked when is the schedule's contract (frontier/schedule).
 */
import { describe, expect } from 'vitest';
import type { Lease } from './port.js';
import {
  A,
  answered,
  B,
  BUSY,
  casesOf,
  crawl,
  DONE,
  FETCH,
  GOOD,
  NOON,
  type OpenFrontier,
  type PlaceFrontier,
  page,
  pages,
  rules,
  settlement,
  urlsOf,
  usual,
  VERSION,
  visit,
} from './visits.contract.js';

export function frontierContract(name: string, place: PlaceFrontier, skip: Record<string, string> = {}): void {
  const must = casesOf(place, skip);

  describe(`${name} keeps the Frontier contract`, () => {
    must('adds what is new and leaves what is known', async (open) => {
      const workspace = await open();
      expect(await workspace.add([page(`${A}/1`), page(`${A}/2`), page(`${A}/1`)])).toEqual({ added: 2, updated: 0, known: 1 });
      expect(await workspace.add([page(`${A}/2`), page(`${A}/3`)])).toEqual({ added: 1, updated: 0, known: 1 });
      expect(workspace.frontier.counts()).toMatchObject({ queued: 3, leased: 0, known: 3, sites: 1, closed: 0 });
    });

    must('gives each entry once: leased, then settled, then gone', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`)]);
      const [lease] = workspace.frontier.lease(10, NOON);
      expect(workspace.frontier.counts()).toMatchObject({ queued: 0, leased: 1 });
      expect(workspace.frontier.lease(10, NOON)).toEqual([]);
      workspace.frontier.release(lease as Lease, answered(NOON));
      await workspace.settle(settlement(lease as Lease, DONE));
      expect(workspace.frontier.lease(10, NOON + 1e6)).toEqual([]);
      expect(workspace.frontier.counts()).toMatchObject({ queued: 0, leased: 0, known: 1 });
      expect(workspace.frontier.nextDueAt()).toBeNull();
    });

    must('found links are added with the visit that found them, and only what is new', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/`)]);
      await visit(workspace, NOON, DONE, {
        found: [page(`${A}/x`, { depth: 1 }), page(`${A}/`, { depth: 1 }), page(`${A}/x`, { depth: 1 })],
      });
      expect(workspace.frontier.counts()).toMatchObject({ queued: 1, known: 2 });
      expect((await visit(workspace, NOON + 5000)).entry).toMatchObject({ url: `${A}/x`, depth: 1 });
    });

    must('an entry says which URL led to it', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/`)]);
      const { entry } = await visit(workspace, NOON);
      await workspace.add([page(`${A}/x`, { via: entry.id })]);
      expect(entry.viaUrl).toBeNull();
      expect((await visit(workspace, NOON + 5000)).entry.viaUrl).toBe(`${A}/`);
    });

    must('a further name of a page is known and never queued', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/p?print=1`)]);
      await visit(workspace, NOON, DONE, { aliases: [page(`${A}/p`)] });
      expect(await workspace.add([page(`${A}/p`)])).toMatchObject({ added: 0, known: 1 });
      expect(workspace.frontier.lease(10, NOON + 1e6)).toEqual([]);
    });

    must(
      'robots.txt comes first, and nothing else until the gate is open',
      async (open) => {
        const workspace = await open();
        await workspace.add([page(`${A}/1`), page(`${A}/2`)]);
        const [robots] = workspace.frontier.lease(10, NOON);
        expect(robots?.entry).toMatchObject({ url: `${A}/robots.txt`, kind: 'robots' });
        workspace.frontier.release(robots as Lease, answered(NOON));
        await workspace.settle(settlement(robots as Lease, DONE));
        expect(workspace.frontier.lease(10, NOON + 1e6)).toEqual([]);
        expect(workspace.frontier.nextDueAt()).toBeNull();
        workspace.frontier.setGate(A, 'open');
        expect(urlsOf(workspace.frontier.lease(10, NOON + 1000))).toEqual([`${A}/1`]);
      },
      { robots: true },
    );

    must('a retry comes back when it is due, with its attempts counted', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`)]);
      await visit(workspace, NOON, { state: 'retry', reason: 'answered 503', dueAt: NOON + 30_000 });
      expect(workspace.frontier.counts()).toMatchObject({ queued: 1, leased: 0 });
      expect(workspace.frontier.nextDueAt()).toBe(NOON + 30_000);
      expect(workspace.frontier.lease(10, NOON + 29_999)).toEqual([]);
      expect(workspace.frontier.lease(10, NOON + 30_000)[0]?.entry).toMatchObject({ url: `${A}/1`, attempts: 1 });
    });

    must('an entry that waits for its retry holds up nobody', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`), page(`${A}/2`)]);
      await visit(workspace, NOON, { state: 'retry', reason: 'answered 503', dueAt: NOON + 30_000 });
      expect(urlsOf(workspace.frontier.lease(10, NOON + 1000))).toEqual([`${A}/2`]);
    });

    must('a returned entry stays queued as it was', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`)]);
      await visit(workspace, NOON, { state: 'returned', reason: 'stopped' });
      expect(workspace.frontier.lease(10, NOON + 1000)[0]?.entry).toMatchObject({ url: `${A}/1`, attempts: 0 });
    });

    must('a moved entry goes on under its new URL, at a site that may be new', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`)]);
      await visit(workspace, NOON, { state: 'moved', reason: 'answered 301', url: `${B}/1`, site: B });
      const [lease] = workspace.frontier.lease(10, NOON);
      expect(lease?.entry).toMatchObject({ url: `${B}/1`, site: B, redirects: 1 });
      expect(workspace.frontier.counts()).toMatchObject({ queued: 0, leased: 1, sites: 2 });
    });

    must('a budget that is spent keeps the rest queued, over a restart too, and a larger one lets it go on', async (open) => {
      const before = await open();
      await before.beginRun('{}', NOON);
      before.frontier.setRules(rules({}, 1));
      await before.add([page(`${A}/1`), page(`${A}/2`)]);
      await visit(before, NOON, DONE, { version: VERSION, fetches: [FETCH] });
      expect(before.frontier.nextDueAt()).toBeNull();
      expect(before.frontier.counts()).toMatchObject({ queued: 1, spent: 1 });
      await before.close();
      const after = await open();
      expect(await after.beginRun('{}', NOON)).toMatchObject({ resumed: true, run: { pages: 1 } });
      after.frontier.setRules(rules({}, 1));
      expect(after.frontier.lease(10, NOON + 1e6)).toEqual([]);
      after.frontier.setRules(rules({}, 2));
      expect(urlsOf(after.frontier.lease(10, NOON + 1e6))).toEqual([`${A}/2`]);
    });

    must('a seed keeps to its page budget, and what descends from it inherits it', async (open) => {
      const workspace = await open();
      await workspace.beginRun('{}', NOON);
      workspace.frontier.setSeedBudget(2);
      await workspace.add([page(`${A}/`), page(`${B}/`)]);
      const first = workspace.frontier.lease(10, NOON);
      for (const lease of first) {
        workspace.frontier.release(lease, answered(NOON));
        const { site, id } = lease.entry;
        const found =
          site === A
            ? [1, 2, 3].map((n) => page(`${B}/from-a-${n}`, { depth: 1, via: id, seed: id }))
            : [page(`${B}/own`, { depth: 2, via: id, seed: id })];
        await workspace.settle(settlement(lease, DONE, { version: VERSION, fetches: [FETCH], found }));
      }
      const visited: string[] = [];
      for (let turn = 1; turn <= 2; turn++)
        visited.push((await visit(workspace, NOON + 1000 * turn, DONE, { version: VERSION, fetches: [FETCH] })).entry.url);
      expect(visited).toEqual([`${B}/from-a-1`, `${B}/own`]);
      expect(workspace.frontier.lease(10, NOON + 1e6)).toEqual([]);
      expect(workspace.frontier.nextDueAt()).toBeNull();
      expect(workspace.frontier.counts()).toMatchObject({ spent: 2 });
      workspace.frontier.setSeedBudget(3);
      expect(urlsOf(workspace.frontier.lease(10, NOON + 1e6))).toEqual([`${B}/from-a-2`]);
    });

    const order = async (workspace: OpenFrontier, count: number): Promise<string[]> => {
      const urls: string[] = [];
      for (let turn = 0; turn < count; turn++) urls.push((await visit(workspace, NOON + 1000 * turn)).entry.url.slice(A.length + 1));
      return urls;
    };

    must(
      'A-49 immediate ones first, then by the real score, then by age',
      async (open) => {
        const workspace = await open();
        await workspace.add([
          page(`${A}/low`, { score: 0.501 }),
          page(`${A}/older`, { score: 0.4 }),
          page(`${A}/high`, { score: 0.502 }),
          page(`${A}/younger`, { score: 0.4 }),
          page(`${A}/now`, { score: 0.1, immediate: true }),
          page(`${A}/nobody-knows`),
        ]);
        expect(await order(workspace, 6)).toEqual(['now', 'high', 'low', 'nobody-knows', 'older', 'younger']);
      },
      { order: 'score' },
    );

    must(
      'A-50 a queued entry takes its new place when its score changes',
      async (open) => {
        const workspace = await open();
        // Integer precedences 64, 48 and 48 of the external view, and 32 after the change: lower comes first.
        await workspace.add([
          page(`${A}/at-once`, { score: 63 / 126, immediate: true }),
          page(`${A}/second`, { score: 79 / 126 }),
          page(`${A}/third`, { score: 79 / 126 }),
        ]);
        expect(await workspace.add([page(`${A}/third`, { score: 95 / 126 })])).toEqual({ added: 0, updated: 1, known: 0 });
        expect(await order(workspace, 3)).toEqual(['at-once', 'third', 'second']);
      },
      { order: 'score', update: 'LAST' },
    );

    must('A-51 queued: its priority is updated; visited: dropped; neither: inserted', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/visited`, { score: 1 }), page(`${A}/queued`, { score: 0.2 })]);
      await visit(workspace, NOON);
      const fared = await workspace.add([`visited`, 'queued', 'new'].map((name) => page(`${A}/${name}`, { score: 0.9 })));
      expect(fared).toEqual({ added: 1, updated: 1, known: 1 });
      expect(workspace.frontier.counts()).toMatchObject({ queued: 2, known: 3 });
      const [lease] = workspace.frontier.lease(1, NOON + 1000);
      expect(lease?.entry).toMatchObject({ url: `${A}/new`, score: 0.9 });
      expect(await workspace.add([page(`${A}/new`, { score: 1 })])).toEqual({ added: 0, updated: 0, known: 1 });
    });

    for (const [update, expected] of [
      ['FIRST', 0.2],
      ['LAST', 0.5],
      ['MAX', 0.8],
      ['SUM', 1.5],
      ['AVG', 0.5],
    ] as const)
      must(
        `A-52 the scores 0.2, 0.8 and 0.5 combined by ${update}`,
        async (open) => {
          const workspace = await open();
          for (const score of [0.2, 0.8, 0.5]) await workspace.add([page(`${A}/1`, { score })]);
          expect(workspace.frontier.lease(1, NOON)[0]?.entry.score).toBeCloseTo(expected, 6);
        },
        { order: 'score', update },
      );

    must(
      'scores combined survive a restart',
      async (open) => {
        const before = await open();
        await before.beginRun('{}', NOON);
        await before.add([page(`${A}/a`, { score: 0.9 }), page(`${A}/b`, { score: 0.5 })]);
        await before.add([page(`${A}/a`, { score: 0.1 }), page(`${A}/c`, { score: 0.1, immediate: true })]);
        await before.add([page(`${A}/b`, { score: 0.7 })]);
        await before.close();
        const after = await open();
        await after.beginRun('{}', NOON);
        expect(await order(after, 3)).toEqual(['c', 'b', 'a']);
      },
      { order: 'score' },
    );

    must('inside a level the better score comes first', async (open) => {
      const workspace = await open();
      await workspace.add([
        page(`${A}/deep`, { depth: 2, score: 1 }),
        page(`${A}/poor`, { depth: 1, score: 0.1 }),
        page(`${A}/good`, { depth: 1, score: 0.8 }),
      ]);
      await workspace.add([page(`${A}/poor`, { depth: 4, score: 0.3 })]);
      expect(await order(workspace, 3)).toEqual(['good', 'poor', 'deep']);
    });

    must('what comes in and is better is given first, however much was fetched before it', async (open) => {
      const workspace = await open();
      workspace.frontier.setRules(rules({ delay: 0 }));
      await workspace.add(Array.from({ length: 40 }, (_, i) => page(`${A}/deep/${i}`, { depth: 2 })));
      await visit(workspace, NOON);
      await workspace.add([page(`${A}/near`, { depth: 1 })]);
      const urls: string[] = [];
      for (let turn = 1; turn <= 40; turn++) urls.push((await visit(workspace, NOON + turn)).entry.url);
      expect(urls[0]).toBe(`${A}/near`);
      expect(urls.slice(1)).toEqual(Array.from({ length: 39 }, (_, i) => `${A}/deep/${i + 1}`));
    });

    must(
      'what was fetched is given once, with the score it has got since',
      async (open) => {
        const workspace = await open();
        workspace.frontier.setRules(rules({ delay: 0 }));
        await workspace.add(Array.from({ length: 40 }, (_, i) => page(`${A}/${i}`, { score: 0.9 - i / 100 })));
        await visit(workspace, NOON);
        await workspace.add([page(`${A}/3`, { score: 0.01 }), page(`${A}/30`, { score: 1 })]);
        await workspace.forbid([page(`${A}/2`)]);
        const visits: string[] = [];
        for (let turn = 1; turn <= 38; turn++) visits.push((await visit(workspace, NOON + turn)).entry.url.slice(A.length + 1));
        expect([visits[0], visits[1], visits[2], visits.at(-1)]).toEqual(['30', '1', '4', '3']);
        expect(new Set(visits).size).toBe(38);
        expect(workspace.frontier.counts()).toMatchObject({ queued: 0, leased: 0 });
      },
      { order: 'score', update: 'LAST' },
    );

    must(
      'a lease that nobody settles lapses, and what its first holder brings then is not taken',
      async (open) => {
        const workspace = await open();
        await workspace.add([page(`${A}/1`)]);
        const [first] = workspace.frontier.lease(1, NOON) as [Lease];
        expect(workspace.frontier.lease(1, NOON + 9999)).toEqual([]);
        workspace.frontier.lease(1, NOON + 10_000);
        const [second] = workspace.frontier.lease(1, NOON + 11_000) as [Lease];
        expect(second.entry.url).toBe(`${A}/1`);
        workspace.frontier.release(first, answered(NOON + 11_500));
        expect(await workspace.settle(settlement(first, DONE))).toBe(false);
        expect(workspace.frontier.counts()).toMatchObject({ queued: 0, leased: 1 });
        workspace.frontier.release(second, answered(NOON + 12_000));
        expect(await workspace.settle(settlement(second, DONE))).toBe(true);
        expect(workspace.frontier.counts()).toMatchObject({ queued: 0, leased: 0 });
      },
      { leaseMs: 10_000 },
    );

    must('a forbidden URL is taken out and stays out', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`), page(`${A}/2`)]);
      expect(await workspace.forbid([page(`${A}/1`), page(`${A}/never-seen`)])).toBe(2);
      expect(await workspace.add([page(`${A}/1`), page(`${A}/never-seen`)])).toMatchObject({ added: 0 });
      expect(await order(workspace, 1)).toEqual(['2']);
      expect(workspace.frontier.lease(10, NOON + 1e6)).toEqual([]);
      expect(workspace.frontier.counts()).toMatchObject({ queued: 0, leased: 0, known: 3 });
    });

    must('level by level: what is nearer to a seed comes first', async (open) => {
      const workspace = await open();
      await workspace.add([
        page(`${A}/deep`, { depth: 3 }),
        page(`${A}/near`, { depth: 1 }),
        page(`${A}/seed`),
        page(`${A}/near2`, { depth: 1 }),
      ]);
      await workspace.add([page(`${A}/sitemap.xml`, { kind: 'sitemap' })]);
      const order: string[] = [];
      for (let turn = 0; turn < 5; turn++) order.push((await visit(workspace, NOON + 1000 * turn)).entry.url);
      expect(order).toEqual(['/sitemap.xml', '/seed', '/near', '/near2', '/deep'].map((path) => A + path));
    });

    must('a thousand entries of one site, level by level, each once', async (open) => {
      const workspace = await open();
      await workspace.add(Array.from({ length: 1000 }, (_, i) => page(`${A}/${i}`, { depth: i % 3 })));
      workspace.frontier.setRules(rules({ delay: 0, perSite: 100 }));
      const depths: number[] = [];
      const seen = new Set<string>();
      for (let now = NOON; depths.length < 1000; now++) {
        const leases = workspace.frontier.lease(100, now);
        expect(leases.length).toBeGreaterThan(0);
        for (const lease of leases) workspace.frontier.release(lease, answered(now));
        await Promise.all(leases.map((lease) => workspace.settle(settlement(lease, DONE))));
        for (const { entry } of leases) {
          depths.push(entry.depth);
          seen.add(entry.url);
        }
      }
      expect(seen.size).toBe(1000);
      expect(depths).toEqual(depths.toSorted((a, b) => a - b));
      expect(workspace.frontier.lease(10, NOON + 1e6)).toEqual([]);
    });

    must('opening again brings back what was queued, leased and waiting, and knows what was done', async (open) => {
      const before = await open();
      await before.beginRun('{}', NOON);
      await before.add([1, 2, 3, 4].map((n) => page(`${A}/${n}`)));
      await visit(before, NOON);
      await visit(before, NOON + 1000, { state: 'retry', reason: 'answered 503', dueAt: NOON + 60_000 });
      expect(before.frontier.lease(1, NOON + 2000)).toHaveLength(1);
      await before.close();
      const after = await open();
      expect((await after.beginRun('{}', NOON + 3000)).resumed).toBe(true);
      expect(await after.add([page(`${A}/1`), page(`${A}/2`)])).toMatchObject({ added: 0, known: 2 });
      expect(after.frontier.counts()).toMatchObject({ queued: 3, leased: 0, known: 4 });
      const urls = [(await visit(after, NOON + 10_000)).entry.url, (await visit(after, NOON + 11_000)).entry.url];
      expect(urls).toEqual([`${A}/3`, `${A}/4`]);
      expect(after.frontier.lease(1, NOON + 59_999)).toEqual([]);
      expect(after.frontier.lease(1, NOON + 60_000)[0]?.entry).toMatchObject({ url: `${A}/2`, attempts: 1 });
    });

    must('a new run that finds a queue left behind still asks a site once at a time', async (open) => {
      const before = await open();
      await before.beginRun('{}', NOON);
      await before.add([1, 2, 3].map((n) => page(`${A}/${n}`)));
      await visit(before, NOON);
      await before.endRun('finished', 'budget.pages: 1 pages fetched', '{}', NOON + 1);
      await before.close();
      const after = await open();
      await after.beginRun('{}', NOON + 1e6);
      expect(after.frontier.counts()).toMatchObject({ queued: 3, leased: 0 });
      expect(after.frontier.lease(10, NOON + 1e6)).toHaveLength(1);
      expect(after.frontier.lease(10, NOON + 1e6 + 5000)).toEqual([]);
    });

    must('a new run visits everything again, each with what its last visit left', async (open) => {
      const before = await open();
      await before.beginRun('{}', NOON);
      await before.add([page(`${A}/1`)]);
      await visit(before, NOON);
      await before.endRun('finished', 'done', '{}', NOON + 1);
      await before.close();
      const after = await open();
      expect(await after.beginRun('{}', NOON + 1e6)).toMatchObject({ resumed: false, run: { id: 2 } });
      expect(after.frontier.lease(1, NOON + 1e6)[0]?.entry).toMatchObject({ url: `${A}/1`, attempts: 0 });
    });

    describe('a site in trouble', () => {
      must(
        'the next run asks with a few probes, one at a time; a working answer opens the whole queue',
        async (open) => {
          const first = await open();
          await first.beginRun('{}', NOON);
          await first.add(pages(A, 30));
          await crawl(first, NOON, () => BUSY);
          await first.endRun('finished', 'with gaps', '{}', NOON + 600_000);
          expect(first.setAside(1)).toMatchObject([{ site: A, tries: 10, reason: expect.stringContaining('answered 503 (10 times)') }]);
          await first.close();
          const second = await open();
          await second.beginRun('{}', NOON + 1e6);
          expect((await crawl(second, NOON + 1e6, () => BUSY)).asked).toHaveLength(3);
          expect(second.setAside(2)).toMatchObject([{ site: A, tries: 3 }]);
          await second.endRun('finished', 'with gaps', '{}', NOON + 2e6);
          await second.beginRun('{}', NOON + 3e6);
          expect((await crawl(second, NOON + 3e6, () => GOOD)).asked).toHaveLength(30);
          await second.endRun('finished', 'done', '{}', NOON + 4e6);
          expect([1, 2, 3].map((run) => second.setAside(run).length)).toEqual([1, 1, 0]);
          await second.beginRun('{}', NOON + 5e6);
          expect((await crawl(second, NOON + 5e6, () => BUSY)).asked).toHaveLength(10);
        },
        usual,
      );

      must(
        'a run that was cut off finds it set aside when it goes on',
        async (open) => {
          const before = await open();
          await before.beginRun('{}', NOON);
          await before.add(pages(A, 30));
          await crawl(before, NOON, () => BUSY);
          await before.close();
          const after = await open();
          expect((await after.beginRun('{}', NOON + 1e6)).resumed).toBe(true);
          expect((await crawl(after, NOON + 1e6, () => BUSY)).asked).toHaveLength(3);
        },
        usual,
      );

      must(
        'what it asked for is kept by the next run too, which does not wait for it',
        async (open) => {
          const workspace = await open();
          await workspace.beginRun('{}', NOON);
          await workspace.add(pages(A, 20));
          expect((await crawl(workspace, NOON, () => ({ ...BUSY, wait: 3_600_000 }))).asked).toHaveLength(1);
          await workspace.endRun('finished', 'with gaps', '{}', NOON + 1000);
          await workspace.beginRun('{}', NOON + 60_000);
          expect((await crawl(workspace, NOON + 60_000, () => GOOD)).asked).toEqual([]);
          expect(workspace.frontier.aside()).toMatchObject([{ site: A }]);
          await workspace.endRun('finished', 'with gaps', '{}', NOON + 61_000);
          await workspace.beginRun('{}', NOON + 3_500_000);
          const { asked } = await crawl(workspace, NOON + 3_500_000, () => GOOD);
          expect(asked).toHaveLength(20);
          expect(asked[0]?.at).toBeGreaterThanOrEqual(NOON + 3_600_000);
        },
        usual,
      );
    });
  });
}
