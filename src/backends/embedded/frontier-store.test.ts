/** What the embedded frontier promises beyond the contract: memory and database agree at every moment. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { frontierContract } from '../../frontier/queue/frontier.contract.js';
import type { Lease, NewEntry } from '../../frontier/queue/index.js';
import { ScheduledFrontier } from '../../frontier/schedule/index.js';
import { type CommitBatch, Committer } from './commit.js';
import { openForReading, openForWriting } from './database.js';
import { type FrontierOptions, FrontierStore } from './frontier-store.js';
import { openWorkspace } from './workspace.js';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'winnow-frontier-'));
  opened.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const warcinfo = { software: 'test', isPartOf: 'test', operator: null, robots: 'obey' } as const;

const domainOf = (host: string): string => host.split('.').slice(-2).join('.');

/** With so little memory that nearly every entry goes through a run on disk. */
frontierContract('embedded', (options) => {
  const place = folder();
  return async () => {
    const workspace = openWorkspace({
      folder: place,
      archive: { prefix: 'test', rotate: 1e9, warcinfo },
      frontier: { ...options, inMemory: 4, turns: null, domainOf, identify: () => options.identify },
      keepFree: 0,
    });
    return Object.assign(workspace, { setAside: (run: number) => workspace.repository.summary(run).setAside });
  };
});

const options: FrontierOptions = {
  rulesFor: () => ({ pace: { delay: 0, maxDelay: 0, perSite: 1000, responseFactor: 0, asked: false }, pages: null }),
  limits: { perAddress: 1000, exemptAddresses: [], sitesPerDomain: 1000, domainRate: null, rate: null },
  robots: false,
  order: 'depth',
  update: 'AVG',
  balance: 1,
  inMemory: 64,
  addresses: false,
  leaseMs: 1e9,
  turns: null,
  identify: () => [0, 1],
  domainOf,
};

const NO_ARCHIVE = { append: () => ({ file: '', offset: 0 }), sync: () => [], close: () => [] };

/** The frontier with a writer in the same thread, so that a test can stand between a commit and its publication. */
function openParts() {
  const place = folder();
  const path = join(place, 'core.db');
  const writing = openForWriting(path);
  const reading = openForReading(path);
  const frontier = new ScheduledFrontier(options);
  const store = new FrontierStore(reading, join(place, 'queue'), options, frontier.schedule);
  frontier.open(store);
  opened.push(async () => {
    await store.close();
    reading.close();
    writing.close();
  });
  const committer = new Committer(writing, NO_ARCHIVE, () => {});
  const nothing = {
    sites: [],
    added: [],
    records: null,
    rejected: [],
    requeued: [],
    promoted: [],
    items: [],
    traps: [],
    troubles: [],
    deposits: [],
    answers: [],
    calls: [],
    readings: [],
    conversions: [],
  };
  const commit = (batch: Partial<CommitBatch>): void => {
    committer.commit({ run: 1, elapsed: 0, ...nothing, ...batch });
  };
  return { frontier, store, commit };
}

const entry = (number: number, site = 'http://a.test', depth = 1): NewEntry => ({
  url: `${site}/${number}`,
  fingerprint: [site.length, number],
  site,
  kind: 'page',
  depth,
  redirects: 0,
  via: null,
  link: 'a',
  trail: null,
});

const range = (from: number, to: number): NewEntry[] => Array.from({ length: to - from }, (_, i) => entry(from + i));

it('a row that is committed but not yet published is leased once', () => {
  const { frontier, store, commit } = openParts();
  const first = store.admit(range(1, 71));
  commit({ sites: first.sites, added: first.rows });
  store.publish(first.rows);
  const leased = frontier.lease(64, 1).map((lease) => lease.entry.url);
  const late = store.admit([entry(1000, 'http://a.test', 0)]);
  commit({ added: late.rows });
  leased.push(...frontier.lease(1, 1).map((lease) => lease.entry.url));
  store.publish(late.rows);
  leased.push(...frontier.lease(100, 1).map((lease) => lease.entry.url));
  expect(leased).toHaveLength(71);
  expect(new Set(leased).size).toBe(71);
});

it('an entry found again before its own commit is leased once, with both scores', () => {
  const { frontier, store, commit } = openParts();
  const first = store.admit([{ ...entry(1), score: 0.2 }]);
  const again = store.admit([{ ...entry(1), score: 0.6 }]);
  commit({ sites: first.sites, added: first.rows });
  store.publish(first.rows);
  store.publish([], again.rescored);
  const leases = frontier.lease(10, 1);
  expect(leases).toHaveLength(1);
  expect(leases[0]?.entry.score).toBeCloseTo(0.4);
});

it('an entry that moves to another site is leased there once', () => {
  const { frontier, store, commit } = openParts();
  const waiting = Array.from({ length: 70 }, (_, i) => entry(10 + i, 'http://bb.test'));
  const added = store.admit([entry(1, 'http://a.test', 0), ...waiting]);
  commit({ sites: added.sites, added: added.rows });
  store.publish(added.rows);
  const leases = frontier.lease(65, 1);
  const urls = leases.map((lease) => lease.entry.url);
  const moving = leases.find((lease) => lease.entry.site === 'http://a.test') as Lease;
  frontier.release(moving, { visited: true, at: 1, responseMs: 1 });
  const { id } = store.admitSite('http://bb.test');
  const outcome = { state: 'moved', reason: '', url: 'http://bb.test/1', site: 'http://bb.test' } as const;
  const log = store.logOf(moving.entry, outcome, id, frontier.turnOf(moving.entry));
  const row = {
    attempts: 1,
    fetches: [],
    version: null,
    sign: null,
    listing: null,
    sure: false,
    files: null,
    file: null,
    found: [],
    rejected: [],
    siteUpdate: null,
    trap: null,
    rendering: null,
    reason: '',
    state: null,
    seed: 1,
    redirects: 1,
    log,
  };
  commit({ items: [{ ...row, resource: moving.entry.id, url: outcome.url, site: id, movedFrom: 1 }] });
  urls.push(...frontier.lease(1, 2).map((lease) => lease.entry.url));
  frontier.settled(moving.entry, outcome, false);
  urls.push(...frontier.lease(100, 2).map((lease) => lease.entry.url));
  expect(urls).toContain('http://bb.test/1');
  expect(new Set(urls).size).toBe(urls.length);
});
