/**
 * The contract of the schedule: who is asked when. It needs no back end; any frontier that is made of a schedule keeps it.
 *
 * Time is a number that the cases choose, so nothing here waits.
 */
import { describe, expect } from 'vitest';
import type { Lease } from '../queue/index.js';
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
  LIMITS,
  NOON,
  type OpenFrontier,
  of,
  PATIENCE,
  type PlaceFrontier,
  page,
  pages,
  rules,
  settlement,
  urlsOf,
  usual,
  VERSION,
  visit,
} from '../queue/visits.contract.js';

/** How long the site is left alone after each of these answers, the next asked for as soon as it may be. */
async function pausesAfter(workspace: OpenFrontier, troubles: readonly (boolean | 'known')[]): Promise<number[]> {
  const pauses: number[] = [];
  for (let now = NOON; pauses.length < troubles.length; now += pauses.at(-1) as number) {
    const [lease] = workspace.frontier.lease(1, now);
    workspace.frontier.release(lease as Lease, answered(now, { trouble: troubles[pauses.length] }));
    await workspace.settle(settlement(lease as Lease, DONE));
    pauses.push((workspace.frontier.nextDueAt() as number) - now);
  }
  return pauses;
}

export function scheduleContract(name: string, place: PlaceFrontier, skip: Record<string, string> = {}): void {
  const must = casesOf(place, skip);

  describe(`${name} keeps the Schedule contract`, () => {
    must('keeps the one connection of a site', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`), page(`${A}/2`), page(`${B}/1`)]);
      expect(urlsOf(workspace.frontier.lease(10, NOON)).toSorted()).toEqual([`${A}/1`, `${B}/1`]);
      expect(workspace.frontier.lease(10, NOON + 1e6)).toEqual([]);
    });

    must('counts the delay from the end of the answer', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`), page(`${A}/2`)]);
      const [lease] = workspace.frontier.lease(10, NOON);
      workspace.frontier.release(lease as Lease, answered(NOON + 4000));
      expect(workspace.frontier.nextDueAt()).toBe(NOON + 5000);
      expect(workspace.frontier.lease(10, NOON + 4999)).toEqual([]);
      expect(workspace.frontier.lease(10, NOON + 5000)).toHaveLength(1);
    });

    must('a slow answer makes the pause longer where the pace says so', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`), page(`${A}/2`)]);
      workspace.frontier.setRules(rules({ responseFactor: 10 }));
      const [lease] = workspace.frontier.lease(10, NOON);
      workspace.frontier.release(lease as Lease, answered(NOON, { responseMs: 700 }));
      expect(workspace.frontier.nextDueAt()).toBe(NOON + 7000);
    });

    must('a decision not to visit costs no delay', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`), page(`${A}/2`)]);
      const [lease] = workspace.frontier.lease(10, NOON);
      workspace.frontier.release(lease as Lease, { visited: false });
      await workspace.settle(settlement(lease as Lease, { state: 'excluded', reason: 'robots.txt' }));
      expect(urlsOf(workspace.frontier.lease(10, NOON))).toEqual([`${A}/2`]);
    });

    must('several connections of a site where the pace allows them', async (open) => {
      const workspace = await open();
      await workspace.add([1, 2, 3, 4].map((n) => page(`${A}/${n}`)));
      workspace.frontier.setRules(rules({ delay: 0, perSite: 3 }));
      expect(workspace.frontier.lease(10, NOON)).toHaveLength(3);
      expect(workspace.frontier.lease(10, NOON)).toEqual([]);
    });

    must('requisites share the turn of their page', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/`), page(`${A}/2`)]);
      await visit(workspace, NOON, DONE, { found: [page(`${A}/i.png`, { kind: 'requisite' }), page(`${A}/s.css`, { kind: 'requisite' })] });
      expect((await visit(workspace, NOON)).entry.url).toBe(`${A}/i.png`);
      expect((await visit(workspace, NOON)).entry.url).toBe(`${A}/s.css`);
      expect(workspace.frontier.lease(10, NOON)).toEqual([]);
      expect(urlsOf(workspace.frontier.lease(10, NOON + 1000))).toEqual([`${A}/2`]);
    });

    must('requisites keep the delay that the site itself asked for', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/`)]);
      workspace.frontier.setRules(rules({ asked: true }));
      await visit(workspace, NOON, DONE, { found: [page(`${A}/i.png`, { kind: 'requisite' })] });
      expect(workspace.frontier.lease(10, NOON + 999)).toEqual([]);
      expect(workspace.frontier.lease(10, NOON + 1000)).toHaveLength(1);
    });

    must(
      'a closed site keeps its queue and gives nothing',
      async (open) => {
        const workspace = await open();
        await workspace.add([page(`${A}/1`), page(`${A}/2`), page(`${B}/1`)]);
        workspace.frontier.setGate(B, 'open');
        await visit(workspace, NOON);
        workspace.frontier.setGate(A, 'closed');
        expect(workspace.frontier.lease(10, NOON + 5000).every(({ entry }) => entry.site === B)).toBe(true);
        expect(workspace.frontier.counts()).toMatchObject({ closed: 2 });
      },
      { robots: true },
    );

    must('one request at a time to an address, over all its sites', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`), page(`${A}/2`), page(`${B}/1`), page(`${B}/2`)]);
      for (const site of [A, B]) workspace.frontier.setAddress(site, '192.0.2.1');
      const [first, ...others] = workspace.frontier.lease(10, NOON);
      expect(others).toEqual([]);
      expect(workspace.frontier.lease(10, NOON + 1e5)).toEqual([]);
      workspace.frontier.release(first as Lease, answered(NOON + 2000));
      expect(workspace.frontier.lease(10, NOON + 2000)).toMatchObject([{ entry: { site: B } }]);
    });

    must(
      'an exempt address bears as many requests as it has sites',
      async (open) => {
        const workspace = await open();
        await workspace.add([page(`${A}/1`), page(`${B}/1`)]);
        for (const site of [A, B]) workspace.frontier.setAddress(site, '192.0.2.1');
        expect(workspace.frontier.lease(10, NOON)).toHaveLength(2);
      },
      { limits: { ...LIMITS, exemptAddresses: ['192.0.2.0/24'] } },
    );

    must(
      'a site is asked only when its address is known, the first time too',
      async (open) => {
        const workspace = await open();
        await workspace.add([page(`${A}/1`), page(`${B}/1`)]);
        expect(workspace.frontier.lease(10, NOON)).toEqual([]);
        expect(workspace.frontier.unresolved().toSorted()).toEqual([A, B]);
        expect(workspace.frontier.unresolved()).toEqual([]);
        expect(workspace.frontier.nextDueAt()).not.toBeNull();
        for (const site of [A, B]) workspace.frontier.setAddress(site, '192.0.2.1');
        expect(workspace.frontier.lease(10, NOON)).toHaveLength(1);
      },
      { addresses: true },
    );

    must(
      'sites of one registrable domain side by side, as many as are allowed',
      async (open) => {
        const workspace = await open();
        await workspace.add(Array.from({ length: 5 }, (_, n) => page(`http://s${n}.same.test/`)));
        const leases = workspace.frontier.lease(10, NOON);
        expect(leases).toHaveLength(3);
        workspace.frontier.release(leases[0] as Lease, answered(NOON + 1));
        expect(workspace.frontier.lease(10, NOON + 1)).toHaveLength(1);
      },
      { limits: { ...LIMITS, sitesPerDomain: 3 } },
    );

    must(
      'S-53 requests a second to a domain and over everything',
      async (open) => {
        const workspace = await open();
        await workspace.add([
          page('http://a.one.test/'),
          page('http://b.one.test/'),
          page('http://c.two.test/'),
          page('http://d.two.test/'),
        ]);
        expect(urlsOf(workspace.frontier.lease(10, NOON))).toHaveLength(1);
        expect(workspace.frontier.nextDueAt()).toBe(NOON + 100);
        expect(new Set(urlsOf(workspace.frontier.lease(10, NOON + 100)).map((url) => url.slice(9, 12)))).toEqual(new Set(['two']));
        expect(workspace.frontier.lease(10, NOON + 499)).toEqual([]);
        expect(workspace.frontier.lease(10, NOON + 500)).toHaveLength(1);
      },
      { limits: { ...LIMITS, domainRate: 2, rate: 10 } },
    );

    must('a site that asks to be left alone is left alone', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`), page(`${B}/1`)]);
      workspace.frontier.pause(A, NOON + 30_000);
      expect(urlsOf(workspace.frontier.lease(10, NOON))).toEqual([`${B}/1`]);
      expect(workspace.frontier.nextDueAt()).toBe(NOON + 30_000);
      expect(urlsOf(workspace.frontier.lease(10, NOON + 30_000))).toEqual([`${A}/1`]);
    });

    must('trouble makes the pause longer, up to a limit, and a good answer ends it', async (open) => {
      const workspace = await open();
      await workspace.add([1, 2, 3, 4, 5].map((n) => page(`${A}/${n}`)));
      workspace.frontier.setRules(rules({ maxDelay: 3000 }));
      expect(await pausesAfter(workspace, [true, true, true, false])).toEqual([2000, 3000, 3000, 1000]);
    });

    must('a page that fails again at every attempt slows its site down no further', async (open) => {
      const workspace = await open();
      await workspace.add([1, 2, 3, 4, 5].map((n) => page(`${A}/${n}`)));
      workspace.frontier.setRules(rules({ maxDelay: 60_000 }));
      expect(await pausesAfter(workspace, [true, 'known', 'known', false])).toEqual([2000, 2000, 2000, 1000]);
    });

    must('A-47 a longer delay holds for the very next request, a shorter one too', async (open) => {
      const workspace = await open();
      await workspace.add([1, 2, 3].map((n) => page(`${A}/${n}`)));
      await visit(workspace, NOON);
      workspace.frontier.setRules(rules({ delay: 20_000 }));
      expect(workspace.frontier.lease(1, NOON + 19_999)).toEqual([]);
      workspace.frontier.setRules(rules({ delay: 500 }));
      expect(workspace.frontier.nextDueAt()).toBe(NOON + 500);
      expect(workspace.frontier.lease(1, NOON + 500)).toHaveLength(1);
    });

    must('a random wait is added to the pause, and said with it', async (open) => {
      const workspace = await open();
      workspace.frontier.setRules(rules({ randomWait: 500 }));
      await workspace.add([page(`${A}/1`), page(`${A}/2`)]);
      await visit(workspace, NOON);
      expect(workspace.frontier.lease(1, NOON + 999)).toEqual([]);
      const { owed } = await visit(workspace, NOON + 1500);
      expect(owed).toBeGreaterThanOrEqual(1000);
      expect(owed).toBeLessThanOrEqual(1500);
    });

    must('the lease says what was owed', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`), page(`${A}/2`)]);
      expect((await visit(workspace, NOON, DONE, { found: [page(`${A}/i.png`, { kind: 'requisite' })] })).owed).toBe(1000);
      expect((await visit(workspace, NOON)).owed).toBeNull();
      expect((await visit(workspace, NOON + 1000)).owed).toBe(1000);
    });

    must('a site keeps to its page budget; robots.txt and requisites do not count', async (open) => {
      const workspace = await open();
      await workspace.beginRun('{}', NOON);
      workspace.frontier.setRules(rules({ delay: 0, perSite: 10 }, 2));
      await workspace.add([1, 2, 3].map((n) => page(`${A}/${n}`)));
      const leases = workspace.frontier.lease(10, NOON);
      expect(urlsOf(leases)).toEqual([`${A}/1`, `${A}/2`]);
      for (const lease of leases) workspace.frontier.release(lease, answered(NOON));
      await workspace.settle(settlement(leases[0] as Lease, DONE, { version: VERSION, fetches: [FETCH] }));
      await workspace.settle(
        settlement(leases[1] as Lease, { state: 'failed', reason: 'answered 404' }, { found: [page(`${A}/i.png`, { kind: 'requisite' })] }),
      );
      expect(urlsOf(workspace.frontier.lease(10, NOON + 1))).toEqual([`${A}/i.png`, `${A}/3`]);
      expect(workspace.frontier.counts()).toMatchObject({ queued: 0 });
    });

    must(
      'A-57 five in a row from one queue',
      async (open) => {
        const workspace = await open();
        await workspace.add([...Array(6).keys()].flatMap((n) => [page(`${A}/${n}`), page(`${B}/${n}`)]));
        const sites: string[] = [];
        for (let turn = 0; turn < 12; turn++) sites.push((await visit(workspace, NOON + turn)).entry.site === A ? 'a' : 'b');
        expect(sites.join('')).toBe('aaaaabbbbbab');
      },
      { balance: 5, rulesFor: rules({ delay: 0 }) },
    );

    must(
      'by default the queues take turns',
      async (open) => {
        const workspace = await open();
        await workspace.add([...Array(3).keys()].flatMap((n) => [page(`${A}/${n}`), page(`${B}/${n}`)]));
        const sites: string[] = [];
        for (let turn = 0; turn < 6; turn++) sites.push((await visit(workspace, NOON + turn)).entry.site === A ? 'a' : 'b');
        expect(sites.join('')).toBe('ababab');
      },
      { rulesFor: rules({ delay: 0 }) },
    );

    must(
      'M-04 strict levels: no page of a level before the last visit of the level above is settled',
      async (open) => {
        const workspace = await open();
        await workspace.add([page(`${A}/0`), page(`${B}/0`)]);
        const [a, b] = workspace.frontier.lease(10, NOON) as [Lease, Lease];
        workspace.frontier.release(a, answered(NOON));
        await workspace.settle(settlement(a, DONE, { found: [page(`${A}/1`, { depth: 1 }), page(`${B}/1`, { depth: 1 })] }));
        expect(workspace.frontier.lease(10, NOON + 5000)).toEqual([]);
        expect(workspace.frontier.rounds()).toEqual([]);
        workspace.frontier.release(b, answered(NOON + 6000));
        await workspace.settle(settlement(b, { state: 'retry', reason: 'answered 503', dueAt: NOON + 20_000 }));
        expect(workspace.frontier.lease(10, NOON + 10_000)).toEqual([]);
        await visit(workspace, NOON + 20_000);
        expect(urlsOf(workspace.frontier.lease(10, NOON + 30_000)).toSorted()).toEqual([`${A}/1`, `${B}/1`]);
        expect(workspace.frontier.rounds()).toMatchObject([{ level: 0, visits: 3 }]);
      },
      { order: 'levels' },
    );

    must('says which sites have work left', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`), page(`${A}/2`), page(`${B}/1`)]);
      await visit(workspace, NOON);
      const { count, sites } = workspace.frontier.busy(10);
      expect(count).toBe(2);
      expect(sites).toContainEqual({ site: A, queued: 1, inFlight: 0, delay: 1000, readyAt: NOON + 1000 });
      expect(workspace.frontier.busy(1).sites).toHaveLength(1);
    });

    describe('a site in trouble', () => {
      for (const [what, bad] of [
        ['answers 503', BUSY],
        ['cuts every connection', { responseMs: 5, sign: 'FETCH_RESET' }],
        ['drips', { responseMs: 30_250, sign: 'FETCH_TOO_SLOW' }],
        ['does not answer', { responseMs: 30_250, sign: 'FETCH_TIMEOUT' }],
        ['answers 429 and asks for a minute', { responseMs: 50, sign: 'answered 429', wait: 60_000 }],
        ['asks to be left alone for an hour', { responseMs: 50, sign: 'answered 503', wait: 3_600_000 }],
      ] as const)
        must(
          `one that ${what} is set aside within ten minutes, with all that is queued, and nobody else is harmed`,
          async (open) => {
            const workspace = await open();
            await workspace.beginRun('{}', NOON);
            await workspace.add([...pages(A, 300), ...pages(B, 10)]);
            const { asked, lasted } = await crawl(workspace, NOON, (url) => (url.startsWith(A) ? bad : GOOD));
            expect(lasted).toBeLessThanOrEqual(600_000);
            expect(of(asked, B)).toHaveLength(10);
            const [aside] = workspace.frontier.aside();
            expect(workspace.frontier.aside()).toHaveLength(1);
            expect(aside).toMatchObject({ site: A, reason: expect.stringContaining(String(bad.sign)) });
            expect(aside?.queued).toBeGreaterThanOrEqual(290);
            expect(workspace.frontier.counts()).toMatchObject({ queued: aside?.queued, aside: aside?.queued, closed: 0 });
          },
          usual,
        );

      must(
        'one that stumbles now and then is not set aside',
        async (open) => {
          const workspace = await open();
          await workspace.beginRun('{}', NOON);
          await workspace.add(pages(A, 40));
          await crawl(workspace, NOON, (_url, asked) => (asked.length % 5 === 4 ? BUSY : GOOD));
          expect(workspace.frontier.aside()).toEqual([]);
          expect(workspace.frontier.counts()).toMatchObject({ queued: 0, aside: 0 });
        },
        usual,
      );

      must(
        'one that recovers in time is gone through',
        async (open) => {
          const workspace = await open();
          await workspace.beginRun('{}', NOON);
          await workspace.add(pages(A, 20));
          await crawl(workspace, NOON, (_url, asked) => (asked.length < 8 ? BUSY : GOOD));
          expect(workspace.frontier.aside()).toEqual([]);
          expect(workspace.frontier.counts()).toMatchObject({ queued: 0 });
        },
        usual,
      );

      must(
        'pages of one kind that fail do not count against the others: all of those are visited',
        async (open) => {
          const workspace = await open();
          await workspace.beginRun('{}', NOON);
          await workspace.add([...pages(A, 40, 'broken'), ...pages(A, 25, 'sound')]);
          const { asked } = await crawl(workspace, NOON, (url) => (url.includes('/broken/') ? { ...BUSY, sign: 'answered 500' } : GOOD));
          expect(new Set(asked.filter(({ url }) => url.includes('/sound/')).map(({ url }) => url)).size).toBe(25);
        },
        usual,
      );

      must(
        'a single page that fails is given up, its site is not',
        async (open) => {
          const workspace = await open();
          await workspace.beginRun('{}', NOON);
          await workspace.add([page(`${A}/`)]);
          expect((await crawl(workspace, NOON, () => BUSY)).asked).toHaveLength(3);
          expect(workspace.frontier.aside()).toEqual([]);
        },
        usual,
      );

      must(
        'while other sites keep the run going it is asked again now and then, and goes on when it answers',
        async (open) => {
          const workspace = await open();
          await workspace.beginRun('{}', NOON);
          await workspace.add([...pages(A, 20), ...pages(B, 60)]);
          const { asked } = await crawl(workspace, NOON, (url, before) => (url.startsWith(A) && of(before, A).length < 5 ? BUSY : GOOD));
          expect(workspace.frontier.aside()).toEqual([]);
          expect(of(asked, A).length).toBeGreaterThanOrEqual(20);
          expect(workspace.frontier.counts()).toMatchObject({ queued: 0 });
        },
        { rulesFor: () => ({ ...usual.rulesFor(), patience: { ...PATIENCE, tries: 4, probes: 2, askAgain: 20_000 } }) },
      );

      must(
        'strict levels go on without it',
        async (open) => {
          const workspace = await open();
          await workspace.beginRun('{}', NOON);
          await workspace.add([...pages(A, 20), ...pages(B, 5), page(`${B}/deep`, { depth: 2 })]);
          const { asked } = await crawl(workspace, NOON, (url) => (url.startsWith(A) ? BUSY : GOOD));
          expect(of(asked, B)).toHaveLength(6);
          expect(workspace.frontier.aside()).toMatchObject([{ site: A }]);
        },
        { ...usual, order: 'levels' },
      );
    });
  });
}
