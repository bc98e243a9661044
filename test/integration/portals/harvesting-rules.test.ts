/** What holds for every portal: terms, quotas, runs side by side, one file for a new portal. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { playPortal, runHarvest } from '../../../src/assembly/index.js';
import { readWorkspace } from '../../../src/backends/index.js';
import { loadConnector } from '../../../src/connector/index.js';
import { type FixtureServer, serveFixtures } from '../../../src/portal-web/index.js';
import { folderWith, lawConnector, lawPortal } from '../../support/law-portal.js';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const LAMPLAND = { id: 'lampland', host: 'law.lampland.test', laws: 50 };

async function lampland(
  more = '',
): Promise<{ folder: string; server: FixtureServer; run: (day?: string) => ReturnType<typeof runHarvest> }> {
  const folder = await folderWith({ lampland: lawConnector(LAMPLAND, more) });
  const server = await serveFixtures([lawPortal(LAMPLAND)], 1);
  open.push({ close: () => rm(folder, { recursive: true, force: true }) }, server);
  const run = (day = '2031-01-06') =>
    runHarvest({
      connector: 'lampland',
      connectors: [join(folder, 'connectors')],
      workspace: join(folder, 'workspace'),
      definition: { fetch: { ...server.fetch } as never, search: { index: false } },
      now: () => new Date(`${day}T04:00:00Z`),
      pace: { delayMs: 0 },
    });
  return { folder, server, run };
}

describe('terms of re-use', () => {
  it('E-06 a portal that is prohibited refuses to start, and nothing is requested', async () => {
    const { server, run } = await lampland('reuse: { terms: prohibited, because: The court does not allow it }');
    await expect(run()).rejects.toMatchObject({ name: 'ReuseRefused', message: expect.stringContaining('The court does not allow it') });
    expect(server.asked).toEqual([]);
  });

  it('E-06 a quota of 20 a day on a portal of 50 gives 20, 20 and 10 on three days, each saying when it may go on', async () => {
    const { run } = await lampland('reuse: { terms: free, because: The portal says so, quota: { day: 20 } }');
    const days = [];
    for (const day of ['2031-01-06', '2031-01-07', '2031-01-08']) {
      const { operations, state, mayGoOn } = await run(day);
      days.push([operations.Add, state, mayGoOn]);
    }
    expect(days).toEqual([
      [20, 'limited', '2031-01-07'],
      [20, 'limited', '2031-01-08'],
      [10, 'finished', null],
    ]);
  });

  it('E-06 asks nothing more on a day whose quota is used up', async () => {
    const { server, run } = await lampland('reuse: { terms: free, because: The portal says so, quota: { day: 20 } }');
    await run();
    const before = server.asked.length;
    expect(await run()).toMatchObject({ state: 'limited', documents: 0, mayGoOn: '2031-01-07' });
    expect(server.asked).toHaveLength(before);
  });
});

describe('a new portal', () => {
  it('E-12 is one file of YAML: it is found, played, and nothing else was written for it', async () => {
    const island = { id: 'island', host: 'gazette.island.test', laws: 4 };
    const folder = await folderWith({ island: lawConnector(island) });
    open.push({ close: () => rm(folder, { recursive: true, force: true }) });
    const { connector, lines } = await loadConnector('island', { folders: [join(folder, 'connectors')] });
    const days = await playPortal({ connector, fixture: lawPortal(island) });
    expect(days.map(({ day, faults }) => [day, faults])).toEqual([
      [1, []],
      [2, []],
      ['broken', []],
      ['cut', []],
    ]);
    expect(days[2]?.problems.join()).toContain('list[0].each');
    expect(lines.own).toBeLessThanOrEqual(40);
  });

  it('E-11 names the rule that failed when the template has changed, and deletes nothing', async () => {
    const { server, run, folder } = await lampland();
    await run();
    server.turn('broken');
    const report = await run('2031-01-07');
    expect(report).toMatchObject({ isSuspicious: true, operations: { Del: 0 }, problems: [{ rule: 'list[0].each' }] });
    const { repository, close } = readWorkspace(join(folder, 'workspace'));
    expect([...repository.deposits.all('lampland')].filter(({ isDeleted }) => !isDeleted)).toHaveLength(50);
    close();
  });
});
