/** What the embedded frontier promises beyond the contract: memory and database agree at every moment. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { frontierContract } from '../../frontier/frontier.contract.js';
import type { Lease, NewEntry } from '../../frontier/index.js';
import { type CommitBatch, Committer } from './commit.js';
import { openForReading, openForWriting } from './database.js';
import { EmbeddedFrontier, type FrontierOptions } from './frontier.js';
import { HEAD } from './site-queue.js';
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

frontierContract('embedded', (options) => {
  const place = folder();
  return async () =>
    openWorkspace({
      folder: place,
      archive: { prefix: 'test', rotate: 1e9, warcinfo },
      frontier: { ...options, domainOf: (host) => host, identify: () => options.identify },
    });
});

const options: FrontierOptions = {
  pace: { delay: 0, perSite: 1000, responseFactor: 0, asked: false },
  perAddress: 1000,
  robots: false,
  identify: () => [0, 1],
  domainOf: (host) => host,
};

const NO_ARCHIVE = { append: () => ({ file: '', offset: 0 }), sync: () => [], close: () => [] };

/** The frontier with a writer in the same thread, so that a test can stand between a commit and its publication. */
function openParts() {
  const path = join(folder(), 'core.db');
  const writing = openForWriting(path);
  const reading = openForReading(path);
  opened.push(() => {
    reading.close();
    writing.close();
  });
  const committer = new Committer(writing, NO_ARCHIVE);
  const commit = (batch: Partial<CommitBatch>): void => committer.commit({ run: 1, sites: [], added: [], items: [], ...batch });
  return { frontier: new EmbeddedFrontier(reading, options), commit };
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
  const { frontier, commit } = openParts();
  const first = frontier.admit(range(1, HEAD + 6));
  commit({ sites: first.sites, added: first.rows });
  frontier.publish(first.rows);
  const leased = frontier.lease(HEAD, 1).map((lease) => lease.entry.url);
  // Better than all that waits, so that it is the first to be read from the database.
  const late = frontier.admit([entry(1000, 'http://a.test', 0)]);
  commit({ added: late.rows });
  leased.push(...frontier.lease(1, 1).map((lease) => lease.entry.url));
  frontier.publish(late.rows);
  leased.push(...frontier.lease(100, 1).map((lease) => lease.entry.url));
  expect(leased).toHaveLength(HEAD + 6);
  expect(new Set(leased).size).toBe(HEAD + 6);
});

it('an entry that moves to another site is leased there once', () => {
  const { frontier, commit } = openParts();
  const waiting = Array.from({ length: HEAD + 6 }, (_, i) => entry(10 + i, 'http://bb.test'));
  const added = frontier.admit([entry(1, 'http://a.test', 0), ...waiting]);
  commit({ sites: added.sites, added: added.rows });
  frontier.publish(added.rows);
  const leases = frontier.lease(1 + HEAD, 1);
  const urls = leases.map((lease) => lease.entry.url);
  const moving = leases.find((lease) => lease.entry.site === 'http://a.test') as Lease;
  frontier.release(moving, { visited: true, at: 1, responseMs: 1, address: null });
  const { id } = frontier.admitSite('http://bb.test', moving.entry.id);
  const row = { attempts: 1, due: 0, fetches: [], version: null, found: [], rejected: [], siteUpdate: null, reason: '' };
  commit({ items: [{ ...row, resource: moving.entry.id, url: 'http://bb.test/1', site: id, state: 'queued' }] });
  urls.push(...frontier.lease(1, 2).map((lease) => lease.entry.url));
  frontier.settled(moving.entry, { state: 'moved', reason: '', url: 'http://bb.test/1', site: 'http://bb.test' });
  urls.push(...frontier.lease(100, 2).map((lease) => lease.entry.url));
  expect(urls).toContain('http://bb.test/1');
  expect(new Set(urls).size).toBe(urls.length);
});
