/** winnow portals run: harvests a portal, after saying what is known of its terms and what the user has to check himself. */

import { writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type HarvestRunReport, runPortal as runDefinedPortal, runHarvest } from '../../assembly/index.js';
import { type CompleteConnector, resolveParameters } from '../../definition/connector/index.js';
import type { Definition } from '../../definition/crawl/index.js';
import { writeWorkerFile } from '../../formats/document-groups/index.js';
import { counted } from '../../model/index.js';
import { stateFolder } from '../../platform/index.js';
import type { HarvestProgress } from '../../run/harvest/index.js';
import { importFormerFrom, type RunSettings } from '../../run/harvest/index.js';
import type { DefinitionToCrawl } from '../commands/crawl.js';
import type { Exit } from '../exit-codes.js';
import { LICENCE_NOTICE, TERMS_NOTICE } from '../licence-notice.js';
import { folded, section, widthOf } from '../lines.js';
import { stopOnInterrupt } from '../progress.js';
import { printable, shortSize, type Terminal } from '../terminal.js';
import { type ConnectorFlags, connectorFolders } from './connector-folders.js';
import { formatHarvest } from './format-harvest.js';
import { wishedPortal } from './named-portal.js';
import { definitionOfRun } from './run-definition.js';
import { type OlderFlags, withNewerNames } from './run-flags.js';
import { reuseLines } from './show.js';
import { filesIn, portalWished, type Wishes, type WishFlags, wishesOf } from './wishes.js';

export interface RunFlags extends ConnectorFlags, WishFlags, OlderFlags {
  readonly saveWorker?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Archives of a hundred thousand documents leave much behind in little time: it is cleared away before there is more of it than of what is needed. */
const FRUGAL = '--heap-growing-percent=60';

/** What the steps of a run share. */
interface Room {
  readonly connector: CompleteConnector;
  readonly wishes: Wishes;
  readonly flags: RunFlags;
  readonly terminal: Terminal;
}

export async function runPortal(id: string | undefined, typed: RunFlags, terminal: Terminal): Promise<Exit> {
  const flags = withNewerNames(typed);
  const files = await filesIn(flags);
  const { connector, hides, file } = await wishedPortal(portalWished(id, files), connectorFolders(flags));
  const wishes = await wishesOf(connector, flags, files);
  const room: Room = { connector, wishes, flags, terminal };
  if (flags.saveWorker !== undefined) return saveWorker(flags.saveWorker, room);
  if (!flags.quiet) announce(connector, terminal);
  if (hides !== null) remark(room, `${hides}, which comes with the program, has this name too: yours goes before it (${file}).`);
  for (const note of wishes.notes) remark(room, note);
  await importFormerFrom(wishes.memories, { connector: connector.id, workspace: wishes.workspace }, (text) => remark(room, text));
  const report = await harvestWith(await definitionOfRun(room), room);
  terminal.print(flags.json ? JSON.stringify(report, null, 2) : formatHarvest(report, terminal, widthOf(terminal)));
  return exitOf(report);
}

/** Everything that was said, as a file that -p and the worker page read. */
async function saveWorker(file: string, { connector, wishes, terminal }: Room): Promise<Exit> {
  const parameters = resolveParameters(connector.parameters, wishes.parameters);
  const given = Object.keys(wishes.parameters).map((name) => name.toLowerCase());
  const own = Object.entries(parameters).filter(([name]) => given.includes(name.toLowerCase()));
  await writeFile(file, writeWorkerFile({ portal: connector.id, parameters: Object.fromEntries(own), settings: asTexts(wishes.settings) }));
  terminal.print(`Wrote ${file}: winnow portals run -p ${file}`);
  return 'ok';
}

const asTexts = (settings: RunSettings): Record<string, string | readonly string[]> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, typeof value === 'object' ? value : String(value)]));

/** A definition that names a portal: what `winnow crawl` does with it. */
export async function harvestDefinition(
  { definition, folder, workspace, json, quiet }: DefinitionToCrawl,
  terminal: Terminal,
): Promise<Exit> {
  const interrupts = stopOnInterrupt(terminal);
  try {
    const report = await runDefinedPortal(definition, {
      folder,
      workspace: resolve(workspace),
      stop: interrupts.stop,
      state: stateFolder(process.env),
      onRemark: (text) => terminal.remark(terminal.style('yellow', printable(text))),
      ...(quiet ? {} : { onProgress: showHarvest(terminal) }),
    });
    terminal.live('');
    terminal.print(json ? JSON.stringify(report, null, 2) : formatHarvest(report, terminal, widthOf(terminal)));
    return exitOf(report);
  } finally {
    interrupts.release();
    terminal.live('');
  }
}

/** Said before anything is asked. */
function announce({ title, reuse }: CompleteConnector, terminal: Terminal): void {
  for (const notice of [LICENCE_NOTICE, TERMS_NOTICE]) terminal.remark(folded(notice, terminal.width).join('\n'));
  const lines = reuseLines(reuse).map(([label, text]) => [label, printable(text)] as const);
  terminal.remark(`\n${section(`${printable(title)}: re-use`, lines, terminal, terminal.width)}\n`);
}

function remark({ terminal }: Room, text: string): void {
  terminal.remark(terminal.style('yellow', printable(text)));
}

async function harvestWith(definition: Definition, room: Room): Promise<HarvestRunReport> {
  setFlagsFromString(FRUGAL);
  const { connector, wishes, flags, terminal } = room;
  const { parameters, workspace, accepted, downloadAll, onlyNew, full, parallel, logging } = wishes;
  const interrupts = stopOnInterrupt(terminal);
  try {
    return await runHarvest({
      connector,
      parameters,
      definition,
      workspace,
      stop: interrupts.stop,
      accepted,
      downloadAll,
      onlyNew,
      full,
      logging,
      state: stateFolder(process.env),
      ...(parallel === undefined ? {} : { parallel }),
      ...(wishes.log === null ? {} : { log: wishes.log }),
      ...(wishes.now === null ? {} : { now: wishes.now }),
      onStart: ({ run, resumed }) => {
        const begins = `${resumed ? 'Going on with' : 'Beginning'} run ${run} of ${connector.id}, workspace ${relative('', workspace) || '.'}`;
        if (!flags.quiet) terminal.remark(begins);
      },
      onRemark: (text) => remark(room, text),
      onLog: ({ message }) => terminal.remark(printable(message)),
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
  return `${seconds}s  ${documents} of ${listed} listed  ${Add} new  ${Upd} changed  ${Del} deleted  ${None} unchanged  ${failed} failed  ${counted(requests, 'request')}  ${shortSize(bytes)}`;
}

/** A list that cannot be trusted is to be looked at; single documents that are not there are every portal's everyday life. */
function exitOf({ state, isSuspicious, deliveries }: HarvestRunReport): Exit {
  if (state === 'stopped') return 'interrupted';
  if (state === 'failed' || deliveries.some(({ failure }) => failure !== null)) return 'failed';
  return isSuspicious ? 'found' : 'ok';
}
