/**
 * The contract every Frontier back end must pass: what is leased, when, and in which order.
 *
 * The frontier is tested through its workspace, because entries come into it and leave it by the workspace's commits.
 * Time is a number that the cases choose, so nothing here waits.
 */
import { describe, expect, it } from 'vitest';
import type { Settlement, Workspace } from '../store/index.js';
import type { Lease, NewEntry, Outcome, Pace } from './port.js';

export interface ContractOptions {
  readonly pace: Pace;
  readonly perAddress: number;
  readonly robots: boolean;
  readonly identify: (url: string) => readonly [high: number, low: number];
}

/** Makes a place for a workspace; what it returns opens that place, and opens it again after a close. */
export type PlaceWorkspace = (options: ContractOptions) => () => Promise<Workspace>;

const NOON = 1_800_000_000_000;
const PACE: Pace = { delay: 1000, perSite: 1, responseFactor: 0, asked: false };
const A = 'http://a.test';
const B = 'http://b.test';

/** A plain hash is enough of an identity here; the real one is keyed. */
function identify(url: string): readonly [number, number] {
  let hash = 7;
  for (let i = 0; i < url.length; i++) hash = (Math.imul(hash, 31) + url.charCodeAt(i)) >>> 0;
  return [hash, url.length];
}

const page = (url: string, more: Partial<NewEntry> = {}): NewEntry => ({
  url,
  fingerprint: identify(url),
  site: new URL(url).origin,
  kind: 'page',
  depth: 0,
  redirects: 0,
  via: null,
  link: 'a',
  trail: null,
  ...more,
});

const settlement = (lease: Lease, outcome: Outcome, more: Partial<Settlement> = {}): Settlement => ({
  entry: lease.entry,
  outcome,
  fetches: [],
  version: null,
  found: [],
  aliases: [],
  rejected: [],
  site: null,
  ...more,
});

const DONE: Outcome = { state: 'done', reason: 'answered 200' };
const answered = (at: number, address: string | null = null, responseMs = 50) => ({ visited: true, at, responseMs, address }) as const;
const urlsOf = (leases: readonly Lease[]): string[] => leases.map(({ entry }) => entry.url);

/** `skip` maps a case to the reason a back end may miss it; a skip without a reason cannot be written. */
export function frontierContract(name: string, place: PlaceWorkspace, skip: Record<string, string> = {}): void {
  const must = (title: string, body: (open: () => Promise<Workspace>) => Promise<void>, options: Partial<ContractOptions> = {}) =>
    it.skipIf(title in skip)(title, async () => {
      const open = place({ pace: PACE, perAddress: 1, robots: false, identify, ...options });
      const workspaces: Workspace[] = [];
      try {
        await body(async () => {
          const workspace = await open();
          workspaces.push(workspace);
          return workspace;
        });
      } finally {
        await workspaces.at(-1)?.close();
      }
    });

  /** One whole visit: leased, answered at once, settled. */
  async function visit(workspace: Workspace, now: number, outcome: Outcome = DONE, more: Partial<Settlement> = {}): Promise<Lease> {
    const [lease] = workspace.frontier.lease(1, now);
    if (!lease) throw new Error('nothing was leased');
    workspace.frontier.release(lease, answered(now));
    await workspace.settle(settlement(lease, outcome, more));
    return lease;
  }

  describe(`${name} keeps the Frontier contract`, () => {
    must('adds what is new and leaves what is known', async (open) => {
      const workspace = await open();
      expect(await workspace.add([page(`${A}/1`), page(`${A}/2`), page(`${A}/1`)])).toBe(2);
      expect(await workspace.add([page(`${A}/2`), page(`${A}/3`)])).toBe(1);
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

    must('a further name of a page is known and never queued', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/p?print=1`)]);
      await visit(workspace, NOON, DONE, { aliases: [page(`${A}/p`)] });
      expect(await workspace.add([page(`${A}/p`)])).toBe(0);
      expect(workspace.frontier.lease(10, NOON + 1e6)).toEqual([]);
    });

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
      workspace.frontier.setPace(A, { ...PACE, responseFactor: 10 });
      const [lease] = workspace.frontier.lease(10, NOON);
      workspace.frontier.release(lease as Lease, answered(NOON, null, 700));
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
      workspace.frontier.setPace(A, { ...PACE, delay: 0, perSite: 3 });
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
      workspace.frontier.setPace(A, { ...PACE, asked: true });
      await visit(workspace, NOON, DONE, { found: [page(`${A}/i.png`, { kind: 'requisite' })] });
      expect(workspace.frontier.lease(10, NOON + 999)).toEqual([]);
      expect(workspace.frontier.lease(10, NOON + 1000)).toHaveLength(1);
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

    must('one request at a time to an address, over all its sites', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`), page(`${A}/2`), page(`${B}/1`), page(`${B}/2`)]);
      for (const lease of workspace.frontier.lease(10, NOON)) {
        workspace.frontier.release(lease, answered(NOON, '192.0.2.1'));
        await workspace.settle(settlement(lease, DONE));
      }
      const [first, ...others] = workspace.frontier.lease(10, NOON + 1000);
      expect(others).toEqual([]);
      expect(workspace.frontier.lease(10, NOON + 1e6)).toEqual([]);
      workspace.frontier.release(first as Lease, answered(NOON + 2000, '192.0.2.1'));
      expect(workspace.frontier.lease(10, NOON + 2000)).toHaveLength(1);
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
      workspace.frontier.setPace(A, { ...PACE, delay: 0 });
      await workspace.add(Array.from({ length: 1000 }, (_, i) => page(`${A}/${i}`, { depth: i % 3 })));
      workspace.frontier.setPace(A, { ...PACE, delay: 0, perSite: 100 });
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
      expect(await after.add([page(`${A}/1`), page(`${A}/2`)])).toBe(0);
      expect(after.frontier.counts()).toMatchObject({ queued: 3, leased: 0, known: 4 });
      const urls = [(await visit(after, NOON + 10_000)).entry.url, (await visit(after, NOON + 11_000)).entry.url];
      expect(urls).toEqual([`${A}/3`, `${A}/4`]);
      expect(after.frontier.lease(1, NOON + 59_999)).toEqual([]);
      expect(after.frontier.lease(1, NOON + 60_000)[0]?.entry).toMatchObject({ url: `${A}/2`, attempts: 1 });
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
  });
}
