/** Portals that are watched by their connectors alone: schedules, failures, and what a later watch goes on from. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { watchDefinitions } from '../../../src/assembly/index.js';
import { definitionFromInput } from '../../../src/definition/crawl/index.js';
import type { ScheduleEvent } from '../../../src/definition/schedule/index.js';
import { type WatchedPortals } from '../../../src/run/watch/index.js';
import { type FixtureServer, type PortalFixture, serveFixtures } from '../../../src/webs/portals/index.js';
import { folderWith, lawConnector, lawPortal } from '../../support/law-portal.js';
import { SimulatedClock } from '../../support/simulated-clock.js';

const LAMPLAND = { id: 'lampland', host: 'law.lampland.test', laws: 3 };
const ISLAND = { id: 'island', host: 'gazette.island.test', laws: 2 };

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface Scene {
  readonly folder: string;
  readonly server: FixtureServer;
}

async function scene(connectors: Readonly<Record<string, string>>, ...fixtures: PortalFixture[]): Promise<Scene> {
  const folder = await folderWith(connectors);
  const server = await serveFixtures(fixtures, 1);
  open.push(() => rm(folder, { recursive: true, force: true }), server.close);
  return { folder, server };
}

async function watched({ folder, server }: Scene, from: string, until: string, more: Partial<WatchedPortals> = {}): Promise<string[]> {
  const clock = new SimulatedClock(Date.parse(from), Date.parse(until));
  const fetch = { ...server.fetch, contact: 'a@b.test' } as never;
  const { definition } = await definitionFromInput({ seeds: ['https://portal.invalid/'], fetch, search: { index: false } });
  const lines: string[] = [];
  const onEvent = ({ event, at, job, because, state }: ScheduleEvent): void => {
    if (event === 'started') clock.begun();
    if (event === 'ended') clock.ended();
    if (job) lines.push(`${at.slice(5, 16)} ${job} ${because ?? state}`);
  };
  await watchDefinitions({
    files: [],
    portals: {
      names: ['lampland', 'island'],
      folders: { folders: [join(folder, 'connectors')] },
      definition,
      accepted: new Set(),
      ...more,
    },
    crawls: join(folder, 'crawls'),
    state: join(folder, 'state'),
    parallel: 1,
    once: false,
    clock: clock.schedule,
    stop: clock.stop,
    onEvent,
    harvest: () => ({ time: clock.pace }),
  });
  return lines;
}

it('each goes by the schedule of its connector, daily where it says none, and a later watch by when it last began', async () => {
  const connectors = { lampland: lawConnector(LAMPLAND), island: lawConnector(ISLAND, 'schedule: weekly on monday at 03:00 UTC') };
  const there = await scene(connectors, lawPortal(LAMPLAND), lawPortal(ISLAND));
  const schedule = 'daily at 02:00 UTC';
  // 2 March 2027 is a Tuesday.
  expect((await watched(there, '2027-03-02T10:00:00Z', '2027-03-02T11:00:00Z')).filter((line) => line.endsWith('first'))).toHaveLength(2);
  expect(await watched(there, '2027-03-02T12:00:00Z', '2027-03-02T13:00:00Z')).toEqual([]);
  const later = await watched(there, '2027-03-07T20:00:00Z', '2027-03-08T04:00:00Z');
  expect(later.filter((line) => line.includes('island'))).toEqual(['03-08T03:00 island schedule', '03-08T03:00 island finished']);
  expect(later[0]).toBe('03-07T20:00 lampland missed');
  const told = await watched(there, '2027-03-09T01:00:00Z', '2027-03-09T02:30:00Z', { schedule });
  expect(told.filter((line) => line.startsWith('03-09T02:00'))).toHaveLength(4);
});

it('one that fails keeps no other waiting, is tried again within the hour, and takes its connector from the file anew', async () => {
  const refused = 'reuse: { terms: licence, because: Ask them., confirm: That they allow it. }';
  const there = await scene(
    { lampland: lawConnector(LAMPLAND, refused), island: lawConnector(ISLAND) },
    lawPortal(LAMPLAND),
    lawPortal(ISLAND),
  );
  const schedule = 'daily at 02:00 UTC';
  const first = await watched(there, '2027-03-02T10:00:00Z', '2027-03-02T11:30:00Z', { schedule });
  expect(first).toEqual([
    '03-02T10:00 lampland first',
    '03-02T10:00 lampland failed',
    '03-02T10:00 island first',
    '03-02T10:00 island finished',
    '03-02T11:00 lampland schedule',
    '03-02T11:00 lampland failed',
  ]);
  expect(there.server.asked.filter(({ url }) => url.includes('lampland'))).toEqual([]);
  await writeFile(join(there.folder, 'connectors', 'lampland.yaml'), lawConnector(LAMPLAND));
  const mended = await watched(there, '2027-03-02T12:00:00Z', '2027-03-02T13:00:00Z', { schedule });
  expect(mended).toEqual(['03-02T12:00 lampland first', '03-02T12:00 lampland finished']);
});

it('terms that the user has confirmed by name are confirmed for that portal alone', async () => {
  const refused = 'reuse: { terms: licence, because: Ask them., confirm: That they allow it. }';
  const connectors = { lampland: lawConnector(LAMPLAND, refused), island: lawConnector(ISLAND, refused) };
  const there = await scene(connectors, lawPortal(LAMPLAND), lawPortal(ISLAND));
  const lines = await watched(there, '2027-03-02T10:00:00Z', '2027-03-02T10:30:00Z', { accepted: new Set(['island']) });
  expect(lines.filter((line) => /failed|finished/.test(line))).toEqual(['03-02T10:00 lampland failed', '03-02T10:00 island finished']);
});
