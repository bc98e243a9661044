import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { playPortal, runHarvest } from '../../../src/assembly/index.js';
import { loadConnector } from '../../../src/connector/index.js';
import type { HarvestReport } from '../../../src/harvest/index.js';
import { type Day, type FixtureServer, type PortalFixture, serveFixtures } from '../../../src/portal-web/index.js';
import { otherContents } from './other-contents.js';

const NONE = [1, 2, 'broken', 'cut'].map((day) => ({ day, faults: [] }));

describe('portals with contents that their connectors were not written with', () => {
  it.each(otherContents)('$connector comes out as planted, day by day', async (fixture) => {
    const { connector } = await loadConnector(fixture.connector);
    const days = await playPortal({ connector, fixture });
    expect(days.map(({ day, faults }) => ({ day, faults }))).toEqual(NONE);
  });
});

describe('feeds of changes', () => {
  let server: FixtureServer | null = null;
  let folder = '';
  afterEach(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (fixture: PortalFixture, day: Day, parameters: Record<string, string> = {}): Promise<HarvestReport> => {
    server?.turn(day);
    return runHarvest({
      connector: fixture.connector,
      workspace: join(folder, 'workspace'),
      parameters: { ...fixture.parameters, ...parameters },
      definition: { fetch: { ...server?.fetch, contact: 'https://winnow.example/portals' } as never, search: { index: false } },
      now: () => new Date(fixture.today[day === 1 ? 1 : 2]),
      pace: { delayMs: 0, backoffMs: 5 },
    });
  };

  it.each(otherContents)('$connector deletes nothing by a feed that is broken or cut, and misses nothing for it', async (fixture) => {
    folder = mkdtempSync(join(tmpdir(), 'winnow-changes-'));
    server = await serveFixtures([fixture], 1);
    await run(fixture, 1);
    for (const day of ['broken', 'cut'] as const) {
      const report = await run(fixture, day);
      expect({ day, mode: report.mode, isSuspicious: report.isSuspicious, Del: report.operations.Del }).toEqual({
        ...{ day, mode: 'changes', isSuspicious: true, Del: 0 },
      });
    }
    const { operations } = await run(fixture, 2);
    expect(operations.Del).toBe(fixture.expected[2].Del.length);
  });

  it('E-01, E-05 after a snapshot RIS is asked only for what came after its date', async () => {
    const fixture = otherContents.find(({ connector }) => connector === 'ris') as PortalFixture;
    folder = mkdtempSync(join(tmpdir(), 'winnow-snapshot-'));
    server = await serveFixtures([fixture], 2);
    const report = await run(fixture, 2, { Snapshot: '2031-01-05' });
    expect(report).toMatchObject({ mode: 'changes', isSuspicious: false });
    const asked = server.asked.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.startsWith('/ris/api/'));
    expect(new Set(asked.map(({ pathname }) => pathname))).toEqual(new Set(['/ris/api/v2.6/History']));
    expect(new Set(asked.map(({ searchParams }) => searchParams.get('AenderungenVon')))).toEqual(new Set(['2031-01-06']));
  });
});
