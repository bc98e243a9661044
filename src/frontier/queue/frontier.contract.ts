/**
 * The contract every Frontier back end must pass: what is leased, when, and in which order.
 *
 * The frontier is tested through its workspace, because entries come into it and leave it by the workspace's commits.
 * Time is a number that the cases choose, so nothing here waits.
 */
import { describe, expect, it } from 'vitest';
import type { NewFetch, NewVersion, Settlement, Workspace } from '../../store/index.js';
import type { Lease, Limits, NewEntry, Order, Outcome, Pace, SiteRules, Update } from './port.js';
import type { Patience } from './site-trouble.js';

export interface ContractOptions {
  readonly rulesFor: (site: string) => SiteRules;
  readonly limits: Limits;
  readonly robots: boolean;
  readonly order: Order;
  readonly update: Update;
  readonly balance: number;
  readonly leaseMs: number;
  readonly addresses: boolean;
  readonly identify: (url: string) => readonly [high: number, low: number];
}

/** Makes a place for a workspace; what it returns opens that place, and opens it again after a close. */
export type PlaceWorkspace = (options: ContractOptions) => () => Promise<Workspace>;

const NOON = 1_800_000_000_000;
const PACE: Pace = { delay: 1000, maxDelay: 60_000, perSite: 1, responseFactor: 0, asked: false };
const LIMITS: Limits = { perAddress: 1, exemptAddresses: [], sitesPerDomain: 32, domainRate: null, rate: null };
const rules =
  (pace: Partial<Pace> = {}, pages: number | null = null) =>
  (): SiteRules => ({ pace: { ...PACE, ...pace }, pages });
const DEFAULTS: ContractOptions = {
  rulesFor: rules(),
  limits: LIMITS,
  robots: false,
  order: 'depth',
  update: 'AVG',
  balance: 1,
  leaseMs: 600_000,
  addresses: false,
  identify,
};
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

const FETCH: NewFetch = {
  url: `${A}/`,
  method: 'GET',
  owed: null,
  startedAt: NOON,
  durationMs: 5,
  firstByteMs: 3,
  status: 200,
  type: 'text/html',
  declaredType: null,
  bodyLength: 0,
  etag: null,
  lastModified: null,
  location: null,
  address: null,
  protocol: null,
  tls: null,
  truncated: null,
  error: null,
  detail: null,
  payloadDigest: null,
  set: null,
};

const NO_BYTES = new Uint8Array();
/** What makes a visit count as a page. */
const VERSION: NewVersion = {
  operation: 'None',
  reason: '',
  changed: [],
  type: 'text/html',
  charset: null,
  title: null,
  language: null,
  languageConfidence: 0,
  md5: '',
  sha256: '',
  digests: '{}',
  text: NO_BYTES,
  metadata: NO_BYTES,
  links: NO_BYTES,
  directives: '',
  notes: '',
  score: null,
};

const DONE: Outcome = { state: 'done', reason: 'answered 200' };
const answered = (at: number, more: { responseMs?: number; trouble?: boolean | 'known' } = {}) =>
  ({ visited: true, at, responseMs: 50, ...more }) as const;
const urlsOf = (leases: readonly Lease[]): string[] => leases.map(({ entry }) => entry.url);

/** `skip` maps a case to the reason a back end may miss it; a skip without a reason cannot be written. */
export function frontierContract(name: string, place: PlaceWorkspace, skip: Record<string, string> = {}): void {
  const must = (title: string, body: (open: () => Promise<Workspace>) => Promise<void>, options: Partial<ContractOptions> = {}) =>
    it.skipIf(title in skip)(title, async () => {
      const open = place({ ...DEFAULTS, ...options });
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

  /** How long the site is left alone after each of these answers, the next asked for as soon as it may be. */
  async function pausesAfter(workspace: Workspace, troubles: readonly (boolean | 'known')[]): Promise<number[]> {
    const pauses: number[] = [];
    for (let now = NOON; pauses.length < troubles.length; now += pauses.at(-1) as number) {
      const [lease] = workspace.frontier.lease(1, now);
      workspace.frontier.release(lease as Lease, answered(now, { trouble: troubles[pauses.length] }));
      await workspace.settle(settlement(lease as Lease, DONE));
      pauses.push((workspace.frontier.nextDueAt() as number) - now);
    }
    return pauses;
  }

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

    must('a further name of a page is known and never queued', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/p?print=1`)]);
      await visit(workspace, NOON, DONE, { aliases: [page(`${A}/p`)] });
      expect(await workspace.add([page(`${A}/p`)])).toMatchObject({ added: 0, known: 1 });
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

    const order = async (workspace: Workspace, count: number): Promise<string[]> => {
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

    must('says which sites have work left', async (open) => {
      const workspace = await open();
      await workspace.add([page(`${A}/1`), page(`${A}/2`), page(`${B}/1`)]);
      await visit(workspace, NOON);
      const { count, sites } = workspace.frontier.busy(10);
      expect(count).toBe(2);
      expect(sites).toContainEqual({ site: A, queued: 1, inFlight: 0, delay: 1000, readyAt: NOON + 1000 });
      expect(workspace.frontier.busy(1).sites).toHaveLength(1);
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
      const PATIENCE: Patience = { tries: 10, time: 480_000, probes: 3, askAgain: 900_000 };
      /** As the definition has it by default. */
      const usual = { rulesFor: () => ({ pace: { ...PACE, delay: 3000, responseFactor: 1 }, pages: null, patience: PATIENCE }) };
      const pages = (site: string, count: number, path = 'page') =>
        Array.from({ length: count }, (_, index) => page(`${site}/${path}/${index}`, { depth: 1 }));

      interface Answer {
        readonly responseMs: number;
        readonly sign: string | null;
        /** The wait it asks for. */
        readonly wait?: number;
      }
      interface Asked {
        readonly at: number;
        readonly url: string;
      }

      /** Everything is asked for as soon as it may be, until nothing is left to wait for. */
      async function crawl(workspace: Workspace, start: number, answer: (url: string, asked: readonly Asked[]) => Answer) {
        const asked: Asked[] = [];
        let now = start;
        for (let due = workspace.frontier.nextDueAt(); due !== null; due = workspace.frontier.nextDueAt()) {
          now = Math.max(now, due);
          const [lease] = workspace.frontier.lease(1, now);
          if (!lease) continue;
          const { responseMs, sign, wait } = answer(lease.entry.url, asked);
          asked.push({ at: now, url: lease.entry.url });
          const again = lease.entry.attempts > 0;
          const ended = now + responseMs;
          const trouble = sign === null ? false : again ? 'known' : true;
          workspace.frontier.release(lease, { ...answered(ended, { responseMs, trouble }), ...(sign === null ? {} : { sign }) });
          if (wait !== undefined) workspace.frontier.pause(lease.entry.site, ended + wait);
          const dueAt = ended + Math.max(wait ?? 0, 3000 * 2 ** lease.entry.attempts);
          const failed: Outcome =
            lease.entry.attempts < 2 ? { state: 'retry', reason: sign ?? '', dueAt } : { state: 'failed', reason: 'no answer' };
          await workspace.settle(settlement(lease, sign === null ? DONE : failed));
          now = ended;
        }
        return { asked, lasted: now - start };
      }
      const GOOD: Answer = { responseMs: 50, sign: null };
      const BUSY: Answer = { responseMs: 50, sign: 'answered 503' };
      const of = (asked: readonly Asked[], site: string): Asked[] => asked.filter(({ url }) => url.startsWith(site));

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
        'the next run asks with a few probes, one at a time; a working answer opens the whole queue',
        async (open) => {
          const first = await open();
          await first.beginRun('{}', NOON);
          await first.add(pages(A, 30));
          await crawl(first, NOON, () => BUSY);
          await first.endRun('finished', 'with gaps', '{}', NOON + 600_000);
          expect(first.repository.summary(1).setAside).toMatchObject([
            { site: A, tries: 10, reason: expect.stringContaining('answered 503 (10 times)') },
          ]);
          await first.close();
          const second = await open();
          await second.beginRun('{}', NOON + 1e6);
          expect((await crawl(second, NOON + 1e6, () => BUSY)).asked).toHaveLength(3);
          expect(second.repository.summary(2).setAside).toMatchObject([{ site: A, tries: 3 }]);
          await second.endRun('finished', 'with gaps', '{}', NOON + 2e6);
          await second.beginRun('{}', NOON + 3e6);
          expect((await crawl(second, NOON + 3e6, () => GOOD)).asked).toHaveLength(30);
          await second.endRun('finished', 'done', '{}', NOON + 4e6);
          expect([1, 2, 3].map((run) => second.repository.summary(run).setAside.length)).toEqual([1, 1, 0]);
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
