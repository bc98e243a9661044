/** Harvests of a portal's fixture, day after day, into one workspace that stays open. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadRegistry } from '../../src/assembly/index.js';
import { workspaceOptions } from '../../src/assembly/workspace-options.js';
import { openWorkspace } from '../../src/backends/index.js';
import { type CompleteConnector, loadConnector } from '../../src/definition/connector/index.js';
import { definitionFromInput } from '../../src/definition/crawl/index.js';
import { ExchangeReader, makePipeline } from '../../src/run/crawl/index.js';
import { type HarvestReport, harvest } from '../../src/run/harvest/index.js';
import type { Deposited } from '../../src/store/index.js';
import { type Day, type FixtureServer, judgeDay, type Outcome, type PortalFixture, serveFixtures } from '../../src/webs/portals/index.js';

export interface HarvestedDay {
  readonly report: HarvestReport;
  /** What is not as planted, each a sentence. */
  readonly faults: readonly string[];
}

export interface DayOptions {
  /** Another one than that of the fixture. */
  readonly connector?: CompleteConnector;
  /** The day whose plan holds. */
  readonly as?: Day;
  readonly full?: boolean;
}

export interface FixtureHarvest {
  readonly server: FixtureServer;
  /** Of the workspace. */
  readonly folder: string;
  run(day: Day, parameters?: Readonly<Record<string, string>>, options?: DayOptions): Promise<HarvestedDay>;
  document(key: string): Deposited | null;
  close(): Promise<void>;
}

export async function openFixtureHarvest(fixture: PortalFixture, by?: CompleteConnector): Promise<FixtureHarvest> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-fixture-'));
  const server = await serveFixtures([fixture], 1);
  const connector = by ?? (await loadConnector(fixture.connector)).connector;
  const fetch = { ...server.fetch, contact: 'https://winnow.example/portals' } as never;
  const { definition } = await definitionFromInput({
    seeds: ['https://portal.invalid/'],
    name: connector.id,
    fetch,
    search: { index: false },
  });
  const registry = await loadRegistry(definition.plugins, folder);
  const workspace = openWorkspace(workspaceOptions(definition, join(folder, 'workspace'), null));
  const readers = new ExchangeReader(definition, makePipeline({ definition, registry, secret: workspace.secret, seedHosts: [] }));
  return {
    server,
    folder: join(folder, 'workspace'),
    async run(day, parameters = {}, options = {}) {
      server.turn(day);
      const outcome: Record<keyof Outcome, string[]> = { Add: [], Upd: [], Del: [], None: [] };
      const report = await harvest({
        connector: options.connector ?? connector,
        workspace,
        definition,
        registry,
        readers,
        full: options.full ?? false,
        pace: { delayMs: 0, backoffMs: 5 },
        accepted: fixture.accepts ?? false,
        parameters: { ...fixture.parameters, ...parameters },
        now: () => new Date(fixture.today[day === 1 ? 1 : 2]),
        onDocument: ({ key, operation }) => outcome[operation].push(key),
      });
      return { report, faults: judgeDay(fixture, options.as ?? day, outcome).faults };
    },
    document: (key) => workspace.repository.deposits.byKey(connector.id, key),
    async close() {
      await workspace.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
