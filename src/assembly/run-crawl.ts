/** One crawl from a loaded definition to its end, on the embedded back end: what `winnow crawl` and `npm start` call. */
import { join } from 'node:path';
import { hasKnowledge, openWorkspace } from '../backends/index.js';
import type { Definition } from '../definition/crawl/index.js';
import type { Clock } from '../definition/schedule/index.js';
import type { HookReport } from '../follow/hooks/index.js';
import { telling } from '../follow/notify/index.js';
import { crawlClock, MachineRegister } from '../frontier/politeness/index.js';
import { compiledUrl } from '../platform/index.js';
import {
  type ControlServer,
  forgetChanges,
  forgetPause,
  isKeptPaused,
  keepingChanges,
  keepingPause,
  serveControl,
  withKeptChanges,
} from '../run/control/index.js';
import { type CrawlEnd, type CrawlOptions, type CrawlStart, crawl } from '../run/crawl/index.js';
import type { Workspace } from '../store/index.js';
import { crawledContexts, indexArchive } from '../views/exports/index.js';
import { converting } from './conversions.js';
import { delivering } from './deliveries.js';
import { registerTime } from './given-time.js';
import { type Begun, withHooks } from './hooks/after-run.js';
import { gatherKnowledge } from './knowledge/gather-knowledge.js';
import { publishing } from './knowledge/publisher.js';
import { openRenderer } from './open-renderer.js';
import { loadRegistry } from './registry.js';
import { retainAfterRun } from './retention.js';
import { saveAfterRun } from './save-files.js';
import { leaveBehind, type WriteMemory } from './scutter/after-run.js';
import { writeMemory } from './scutter/ask-knowledge.js';
import { type Indexing, indexWhenIdle } from './search/index-beside.js';
import { workspaceOptions } from './workspace-options.js';

export interface RunOptions extends Pick<CrawlOptions, 'stop' | 'abort' | 'planAt' | 'onStart' | 'onDrop' | 'onProgress' | 'progressMs'> {
  readonly definition: Definition;
  /** Folder the definition's paths are relative to. */
  readonly folder: string;
  /** Folder of the workspace. */
  readonly workspace: string;
  /** Folder where the crawls of this machine agree on whose turn it is: see stateFolder. */
  readonly state: string;
  /** How long an owner of the workspace may give no sign of life. */
  readonly leaseMs?: number | undefined;
  /** Writes the memory of a scutter, where the definition asks for it. */
  readonly writeMemory?: WriteMemory;
  /** Workspaces of the runs that led to this one, where a hook began it. */
  readonly chain?: readonly string[];
  /** The clock that delays and budgets are kept by, where days are to take no time; left out: the machine's. */
  readonly time?: Clock;
  /** Told in a sentence what was found and mended. */
  readonly onRemark?: (remark: string) => void;
}

/** How a crawl ended, and what came of its hooks. */
export interface CrawlRunEnd extends CrawlEnd {
  readonly hooks: readonly HookReport[];
}

/** How long the end of a run waits for the search index and for the knowledge; who asked for a stop waits for nobody. What is left is indexed next time. */
const INDEX_MS = 10_000;
const HURRIED_MS = 500;

export async function runCrawl(options: RunOptions): Promise<CrawlRunEnd> {
  const definition = await withKeptChanges(options.workspace, options.definition);
  const { folder, workspace, chain, state, stop, onRemark } = options;
  const inherited = { state, ...(stop ? { stop } : {}), ...(onRemark ? { onRemark } : {}) };
  const work = (begun: Begun): Promise<CrawlEnd> => crawlAndLeave(definition, noting(options, begun));
  const { end, hooks } = await withHooks({ definition, folder, workspace, chain, inherited }, work);
  return { ...end, hooks };
}

const noting = (options: RunOptions, begun: Begun): RunOptions => ({
  ...options,
  onStart: (start) => {
    begun(start.run.id);
    options.onStart?.(start);
  },
});

async function crawlAndLeave(definition: Definition, options: RunOptions): Promise<CrawlEnd> {
  const end = await crawlOnce(definition, options);
  if (!end.idle) await leaveBehind(options.workspace, definition, options.writeMemory ?? writeMemory, options.onRemark);
  if (end.state === 'finished') {
    // Only where somebody has asked before: who never does pays nothing.
    if (hasKnowledge(options.workspace)) await gatherKnowledge(options.workspace, INDEX_MS, options.onRemark ?? (() => {}));
    await saveAfterRun(options.workspace, definition, options.onRemark);
    await retainAfterRun(options.workspace, definition, options.onRemark);
  }
  return end;
}

async function crawlOnce(definition: Definition, options: RunOptions): Promise<CrawlEnd> {
  const { folder, onRemark = () => {} } = options;
  const registry = await loadRegistry(definition.plugins, folder);
  const renderer = openRenderer(definition);
  const workspace = openWithTurns(definition, options, onRemark);
  let server: Promise<ControlServer> | null = null;
  let indexing: Indexing | null = null;
  let indexWithinMs = HURRIED_MS;
  try {
    let runBegan = (): void => {};
    const onStart: CrawlOptions['onStart'] = (start) => {
      runBegan();
      const handlers = keepingPause(workspace.folder, keepingChanges(workspace.folder, definition, start.control));
      server = serveControl(workspace.folder, handlers);
      server.catch((error: Error) => onRemark(`This crawl cannot be changed while it runs: ${error.message}`));
      if (definition.search.index) indexing = indexWhenIdle(workspace.folder, () => workspace.repository.journal.last(), onRemark);
      options.onStart?.(start);
      if (isKeptPaused(workspace.folder)) stayPaused(start, workspace.folder, onRemark);
    };
    const readerThread = compiledUrl(import.meta.url, './reader-thread.js');
    const beforeEnd = async (): Promise<void> => void (await indexArchive(workspace.repository, join(workspace.folder, 'archive')));
    const { repository } = workspace;
    const contexts = definition.rdf.read === 'never' ? new Map<string, string>() : await crawledContexts(repository, workspace.folder);
    const told = { definition, workspace: workspace.folder, repository, onRemark };
    const work = (): Promise<CrawlEnd> =>
      crawl({
        ...options,
        definition,
        onStart,
        beforeEnd,
        clock: clockOf(options),
        ...(options.time ? { sleep: options.time.sleep } : {}),
        registry,
        workspace,
        readerThread,
        contexts,
        renderer,
        onRemark,
      });
    const handedOver = { ...told, deliver: definition.deliver, folder, pagesOf: definition.name };
    const isStopped = ({ state }: CrawlEnd): boolean => state === 'stopped';
    const converted = { definition, workspace, folder, onRemark, pagesOf: definition.name };
    const all = () =>
      converting(converted, (begun) => {
        runBegan = begun;
        return telling(told, () => publishing(told, work));
      });
    const { end: done, deliveries } = await delivering(handedOver, all, (crawled) => isStopped(crawled.end));
    const { end, conversions } = done;
    for (const { name, stored, refused, waiting } of conversions)
      onRemark(`${name}: ${stored} converted, ${refused} refused, ${waiting} waiting.`);
    if (conversions.some(({ stored }) => stored > 0)) await beforeEnd(); // what was made is in the archive too
    for (const { name, sent, refused, waiting } of deliveries) onRemark(`${name}: ${sent} sent, ${refused} refused, ${waiting} waiting.`);
    if (end.state === 'finished') {
      await forgetChanges(workspace.folder);
      await forgetPause(workspace.folder);
    }
    if (end.state !== 'stopped') indexWithinMs = INDEX_MS;
    return end;
  } finally {
    await finishIndexing(indexing, indexWithinMs);
    await workspace.close();
    await closeControl(server); // last: who asked for a stop waits for this
  }
}

/** The workspace, sharing the machine's turns; it gives them back when it closes. */
function openWithTurns(definition: Definition, options: RunOptions, onRemark: (remark: string) => void): Workspace {
  const turns = new MachineRegister({ folder: options.state, onRemark, ...registerTime(options.time) });
  const owner = { leaseMs: options.leaseMs, onWait: onRemark };
  try {
    const workspace = openWorkspace({ ...workspaceOptions(definition, options.workspace, turns), owner });
    for (const remark of workspace.remarks) onRemark(remark);
    return workspace;
  } catch (error) {
    turns.close(clockOf(options)());
    throw error;
  }
}

const clockOf = ({ time }: RunOptions): (() => number) => time?.now ?? crawlClock();

/** Somebody asked for a pause, and nobody has let it go on since. */
function stayPaused({ control }: CrawlStart, folder: string, onRemark: (remark: string) => void): void {
  control.pause();
  onRemark(`This crawl was paused (winnow pause) and stays so. Let it go on with: winnow resume -w ${folder}`);
}

/** Set in a callback, which the compiler cannot see. */
async function finishIndexing(indexing: Indexing | null, withinMs: number): Promise<void> {
  await indexing?.finish(withinMs);
}

async function closeControl(server: Promise<ControlServer> | null): Promise<void> {
  try {
    await (await server)?.close();
  } catch {
    // It never listened, which has been said.
  }
}
