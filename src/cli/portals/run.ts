/** winnow portals run: harvests a portal, after saying what is known of its terms and what the user has to check himself. */
import { join, resolve } from 'node:path';
import { checkDefinition, type HarvestRunReport, loadRegistry, runHarvest } from '../../assembly/index.js';
import { type CompleteConnector, type GivenParameters } from '../../connector/index.js';
import { type Definition, type DefinitionInput, definitionFromInput } from '../../definition/index.js';
import type { HarvestProgress, HarvestReport } from '../../harvest/index.js';
import { stateFolder } from '../../politeness/index.js';
import { withContact } from '../ask-contact.js';
import type { Exit } from '../exit-codes.js';
import { LICENCE_NOTICE, TERMS_NOTICE } from '../licence-notice.js';
import { folded, section, widthOf } from '../lines.js';
import { stopOnInterrupt } from '../progress.js';
import { printable, shortSize, type Terminal } from '../terminal.js';
import { type ConnectorFlags, connectorFolders } from './connector-folders.js';
import { formatHarvest } from './format-harvest.js';
import { withSettings } from './legacy-settings.js';
import { namedPortal } from './named-portal.js';
import { givenParameters } from './parameters.js';
import { withPlainTargets } from './plain-targets.js';
import { reuseLines } from './show.js';

export interface RunFlags extends ConnectorFlags, Record<string, unknown> {
  readonly param?: readonly string[];
  readonly workspace?: string;
  readonly accept?: boolean;
  readonly downloadAll?: boolean;
  readonly full?: boolean;
  readonly parallel?: string;
  readonly deliver?: readonly string[];
  readonly settings?: string;
  readonly log?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export async function runPortal(name: string | undefined, given: RunFlags, terminal: Terminal): Promise<Exit> {
  const { id, flags, deliver } = await withSettings(name, given.settings, given, terminal);
  const { connector } = await namedPortal(id, connectorFolders(flags));
  const parameters = givenParameters(connector, flags, flags.param);
  if (!flags.quiet) announce(connector, terminal);
  const definition = await definitionFor(connector, flags, deliver, terminal);
  const report = await harvestWith(connector, parameters, definition, flags, terminal);
  terminal.print(flags.json ? JSON.stringify(report, null, 2) : formatHarvest(report, terminal, widthOf(terminal)));
  return exitOf(report);
}

/** Said before anything is asked. */
function announce({ title, reuse }: CompleteConnector, terminal: Terminal): void {
  for (const notice of [LICENCE_NOTICE, TERMS_NOTICE]) terminal.remark(folded(notice, terminal.width).join('\n'));
  const lines = reuseLines(reuse).map(([label, text]) => [label, printable(text)] as const);
  terminal.remark(`\n${section(`${printable(title)}: re-use`, lines, terminal, terminal.width)}\n`);
}

async function definitionFor(
  { id, url }: CompleteConnector,
  flags: RunFlags,
  deliver: NonNullable<DefinitionInput['deliver']>,
  terminal: Terminal,
): Promise<Definition> {
  const { deliver: _addresses, log: _file, settings: _settings, ...ofDefinition } = flags;
  const input = { name: id, seeds: [url ?? 'https://portal.invalid/'], deliver };
  const loaded = await definitionFromInput(input, { flags: ofDefinition as never });
  checkDefinition(loaded, await loadRegistry(loaded.definition.plugins, process.cwd()));
  const resolved = await withPlainTargets(loaded.definition.fetch.resolve);
  const definition = { ...loaded.definition, fetch: { ...loaded.definition.fetch, resolve: resolved } };
  return Object.freeze(await withContact(definition, terminal));
}

async function harvestWith(
  connector: CompleteConnector,
  parameters: GivenParameters,
  definition: Definition,
  flags: RunFlags,
  terminal: Terminal,
): Promise<HarvestRunReport> {
  const interrupts = stopOnInterrupt(terminal);
  const workspace = flags.workspace ?? join('crawls', connector.id);
  try {
    return await runHarvest({
      ...{ connector, parameters, definition, workspace: resolve(workspace), stop: interrupts.stop },
      accepted: flags.accept === true,
      downloadAll: flags.downloadAll === true,
      full: flags.full === true,
      state: stateFolder(process.env),
      ...(flags.log === undefined ? {} : { log: resolve(flags.log) }),
      ...(flags.parallel === undefined ? {} : { parallel: Number(flags.parallel) }),
      onStart: ({ run, resumed }) => {
        if (!flags.quiet)
          terminal.remark(`${resumed ? 'Going on with' : 'Beginning'} run ${run} of ${connector.id}, workspace ${workspace}`);
      },
      onRemark: (remark) => terminal.remark(terminal.style('yellow', printable(remark))),
      ...(flags.quiet ? {} : { onProgress: showHarvest(terminal) }),
    });
  } finally {
    interrupts.release();
    terminal.live('');
  }
}

const SHOWN_EVERY_MS = 10_000;

/** A live line on a terminal, a line now and then elsewhere. */
function showHarvest(terminal: Terminal): (progress: HarvestProgress) => void {
  let shownAt = 0;
  return (progress) => {
    if (terminal.isLive) return terminal.live(progressLine(progress));
    if (progress.elapsedMs - shownAt < SHOWN_EVERY_MS) return;
    shownAt = progress.elapsedMs;
    terminal.remark(progressLine(progress));
  };
}

function progressLine({ elapsedMs, documents, listed, operations, failed, requests, bytes }: HarvestProgress): string {
  const { Add, Upd, Del, None } = operations;
  const seconds = Math.round(elapsedMs / 1000);
  return `${seconds}s  ${documents} of ${listed} listed  ${Add} Add  ${Upd} Upd  ${Del} Del  ${None} None  ${failed} failed  ${requests} requests  ${shortSize(bytes)}`;
}

/** A list that cannot be trusted is to be looked at; single documents that are not there are every portal's everyday life. */
function exitOf({ state, isSuspicious }: HarvestReport): Exit {
  if (state === 'stopped') return 'interrupted';
  if (state === 'failed') return 'failed';
  return isSuspicious ? 'found' : 'ok';
}
