/** A harvest from its connector to its end, on the embedded back end: what `winnow portals run` calls. */
import { join } from 'node:path';
import { openWorkspace } from '../backends/index.js';
import { type CompleteConnector, loadConnector } from '../definition/connector/index.js';
import { type Definition, type DefinitionInput, definitionFromInput } from '../definition/crawl/index.js';
import type { Clock } from '../definition/schedule/index.js';
import type { ConversionReport } from '../follow/convert/index.js';
import type { HookReport } from '../follow/hooks/index.js';
import { telling } from '../follow/notify/index.js';
import type { OutboxReport } from '../follow/outbox/index.js';
import { crawlClock, MachineRegister, type Turns } from '../frontier/politeness/index.js';
import type { LogLine, LogRules } from '../run/harvest/index.js';
import { type HarvestOptions, type HarvestReport, harvest, type Readers } from '../run/harvest/index.js';
import type { DepositRows } from '../store/index.js';
import { indexArchive } from '../views/exports/index.js';
import { converting } from './conversions.js';
import { delivering } from './deliveries.js';
import { registerTime } from './given-time.js';
import { openHarvestLog } from './harvest-log.js';
import { openHarvestReaders } from './harvest-readers.js';
import { type Begun, withHooks } from './hooks/after-run.js';
import { publishing } from './knowledge/publisher.js';
import { loadRegistry } from './registry.js';
import { indexBeside } from './search/index-beside.js';
import { workspaceOptions } from './workspace-options.js';

export interface HarvestRunOptions
  extends Omit<HarvestOptions, 'connector' | 'workspace' | 'definition' | 'registry' | 'readers' | 'turns' | 'clock' | 'sleep'> {
  /** Loaded, or by id, legacy name or path. */
  readonly connector: CompleteConnector | string;
  /** Folders of connectors beside the shipped ones. */
  readonly connectors?: readonly string[];
  /** Folder of the workspace. */
  readonly workspace: string;
  /** Settings of a crawl that hold for harvests too: fetch, politeness, archive, deliver, plug-ins; or a whole definition. */
  readonly definition?: Partial<DefinitionInput> | Definition;
  /** Folder that modules of the definition are relative to. */
  readonly folder?: string;
  /** File of the run's log. */
  readonly log?: string;
  /** How much is said, in the log and to onRemark and onLog; left out: what happens, not each document. */
  readonly logging?: LogRules;
  /** Told what the log has beside remarks: each document, each request, where that is asked for. */
  readonly onLog?: (line: LogLine) => void;
  /** Where the crawls of this machine agree on whose turn it is: see stateFolder. Null: nobody else asks these sites. */
  readonly state?: string | null;
  /** Workspaces of the runs that led to this one, where a hook began it. */
  readonly chain?: readonly string[];
  /** Threads that several harvests share, and that stay open; left out: its own. */
  readonly readers?: Readers;
  /** The clock that delays are kept by, where days are to take no time; left out: the machine's. */
  readonly time?: Clock;
}

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
  const { end, hooks } = await withHooks({ definition, folder, workspace, chain, inherited }, (begun) => harvestAlone(options, begun));
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

/** What may differ from harvest to harvest of a workspace that stays open. */
export type OneHarvestOptions = Omit<
  HarvestRunOptions,
  'connector' | 'connectors' | 'workspace' | 'definition' | 'folder' | 'log' | 'logging' | 'onLog' | 'state' | 'chain' | 'readers' | 'time'
>;

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
  const workspace = openWorkspace(workspaceOptions(definition, options.workspace, null));
  for (const remark of workspace.remarks) onRemark(remark);
  const turns = options.state == null ? null : new MachineRegister({ folder: options.state, onRemark, ...registerTime(options.time) });
  const own = options.readers ? null : openHarvestReaders(definition, folder);
  const readers = options.readers ?? (own as Readers);
  const indexing = definition.search.index ? indexBeside(workspace.folder, () => {}) : null;
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
  const told = { definition, workspace: workspace.folder, repository: workspace.repository, onRemark };
  const handedOver = { ...told, deliver: definition.deliver, folder };
  const run = (begun: () => void): Promise<HarvestReport> =>
    harvest({ ...options, onStart: (start) => (begun(), options.onStart?.(start)) });
  const converted = { definition, workspace, folder, onRemark };
  const work = () => converting(converted, (begun) => telling(told, () => publishing(told, () => run(begun))));
  const { end: done, deliveries } = await delivering(handedOver, work, ({ end }) => isStopped(end));
  await indexArchive(workspace.repository, join(workspace.folder, 'archive'));
  return { ...done.end, conversions: done.conversions, deliveries, hooks: [] };
}

const isStopped = ({ state }: HarvestReport): boolean => state === 'stopped';

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
