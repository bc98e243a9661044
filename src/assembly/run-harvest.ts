/** A harvest from its connector to its end, on the embedded back end: what `winnow portals run` calls. */
import { join } from 'node:path';
import { type CompleteConnector, loadConnector } from '../definition/connector/index.js';
import { type Definition, type DefinitionInput, definitionFromInput } from '../definition/crawl/index.js';
import type { ConversionReport } from '../follow/convert/index.js';
import { type Begun, type HookReport, withHooks } from '../follow/hooks/index.js';
import type { OutboxReport } from '../follow/outbox/index.js';
import { indexBeside } from '../follow/search/index.js';
import { crawlClock, MachineRegister, type Turns } from '../frontier/politeness/index.js';
import {
  type HarvestOptions,
  type HarvestReport,
  type HarvestRunOptions,
  harvest,
  type OneHarvestOptions,
  openHarvestLog,
  type Readers,
} from '../run/harvest/index.js';
import { accompanied } from '../run/lifecycle/index.js';
import { type PortalOptions, portalHarvest } from '../run/watch/index.js';
import type { DepositRows } from '../store/index.js';
import { indexArchive } from '../views/exports/index.js';
import { companionsOf } from './companions.js';
import { registerTime } from './given-time.js';
import { openHarvestReaders } from './harvest-readers.js';
import { HOOK_PARTS } from './hook-parts.js';
import { openWorkspace } from './open-workspace.js';
import { loadRegistry } from './registry.js';
import { INDEXING } from './search/indexing.js';

/** How long it is waited for the search index; what is left is indexed next time. */
const INDEX_MS = 10_000;

/** What a harvest brought, and what became of it where the definition hands documents over. */
export interface HarvestRunReport extends HarvestReport {
  readonly deliveries: readonly OutboxReport[];
  /** What was made of its new versions. */
  readonly conversions: readonly ConversionReport[];
  /** What was done when it had ended. */
  readonly hooks: readonly HookReport[];
}

export async function runHarvest(options: HarvestRunOptions): Promise<HarvestRunReport> {
  const log = openHarvestLog(options);
  try {
    const report = await runOnce({ ...options, ...log.hooks });
    log.end(report);
    return report;
  } catch (error) {
    log.error(error);
    throw error;
  }
}

async function runOnce(given: HarvestRunOptions): Promise<HarvestRunReport> {
  const connector = await connectorOf(given);
  const definition = await definitionOf(given.definition ?? {}, connector);
  const options = { ...given, connector, definition };
  const { folder = process.cwd(), workspace, chain, ...inherited } = options;
  const { end, hooks } = await withHooks({ definition, folder, workspace, chain, inherited }, HOOK_PARTS, (begun) =>
    harvestAlone(options, begun),
  );
  return { ...end, hooks };
}

async function harvestAlone(options: HarvestRunOptions, begun: Begun): Promise<HarvestRunReport> {
  const onStart: HarvestRunOptions['onStart'] = (start) => {
    begun(start.run);
    options.onStart?.(start);
  };
  const opened = await openHarvest(options);
  try {
    return await opened.run({ ...options, onStart });
  } finally {
    await opened.close();
  }
}

export interface OpenHarvest {
  /** One after the other. */
  run(options: OneHarvestOptions): Promise<HarvestRunReport>;
  /** What is stored. */
  readonly deposits: DepositRows;
  close(): Promise<void>;
}

/** A connector with its workspace and threads, for several harvests of it: opening them takes longer than a small harvest. */
export async function openHarvest(options: HarvestRunOptions): Promise<OpenHarvest> {
  const connector = await connectorOf(options);
  const definition = await definitionOf(options.definition ?? {}, connector);
  const { folder = process.cwd(), onRemark = () => {} } = options;
  const registry = await loadRegistry(definition.plugins, folder);
  const workspace = await openWorkspace(options.workspace, { definition, turns: null });
  for (const remark of workspace.remarks) onRemark(remark);
  const turns = options.state == null ? null : new MachineRegister({ folder: options.state, onRemark, ...registerTime(options.time) });
  const own = options.readers ? null : openHarvestReaders(definition, folder);
  const readers = options.readers ?? (own as Readers);
  const indexing = definition.search.index ? indexBeside(workspace.folder, () => {}, INDEXING) : null;
  const clock = options.time?.now ?? crawlClock();
  const sleep = options.time ? { sleep: options.time.sleep } : {};
  const parts = { connector, definition, registry, workspace, readers, turns, clock, ...sleep };
  return {
    deposits: workspace.repository.deposits,
    run: (wishes) => harvestOnce({ ...wishes, ...parts }, folder),
    async close() {
      await own?.close();
      await indexing?.finish(INDEX_MS);
      closeTurns(turns, clock);
      await workspace.close();
    },
  };
}

async function harvestOnce(options: HarvestOptions, folder: string): Promise<HarvestRunReport> {
  const { definition, workspace, onRemark = () => {} } = options;
  const { openings, reports } = companionsOf({ definition, folder, workspace, onRemark });
  const end = await accompanied(openings, (begun) => harvest({ ...options, onStart: (start) => (begun(), options.onStart?.(start)) }));
  await indexArchive(workspace.repository.streams, join(workspace.folder, 'archive'));
  return { ...end, ...reports, hooks: [] };
}

/** The definition has a portal. */
export const runPortal = async (definition: Definition, options: PortalOptions): Promise<HarvestRunReport> =>
  runHarvest(await portalHarvest(definition, options));

async function connectorOf({ connector, connectors = [] }: HarvestRunOptions): Promise<CompleteConnector> {
  if (typeof connector !== 'string') return connector;
  return (await loadConnector(connector, { folders: connectors })).connector;
}

/** What the connector says nothing about: how to fetch, what to archive. Portals are not crawled, so seeds mean nothing. */
async function definitionOf(given: Partial<DefinitionInput> | Definition, connector: CompleteConnector): Promise<Definition> {
  if ('seeds' in given && Object.isFrozen(given)) return given as Definition;
  const seeds = [connector.url ?? 'https://portal.invalid/'];
  const { definition } = await definitionFromInput({ seeds, ...(given as Partial<DefinitionInput>), name: connector.id });
  return definition;
}

function closeTurns(turns: Turns | null, clock: () => number): void {
  turns?.close(clock());
}
