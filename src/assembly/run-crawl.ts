/** One crawl from a loaded definition to its end, on the embedded back end: what `winnow crawl` and `npm start` call. */
import { join } from 'node:path';
import { hasKnowledge } from '../backends/index.js';
import type { Definition } from '../definition/crawl/index.js';
import { type Begun, type HookReport, withHooks } from '../follow/hooks/index.js';
import { type Indexing, indexCompanion, indexWhenIdle } from '../follow/search/index.js';
import { crawlClock, MachineRegister } from '../frontier/politeness/index.js';
import { compiledUrl } from '../platform/index.js';
import { ControlDoor, withKeptChanges } from '../run/control/index.js';
import { type CrawlEnd, crawl, type RunOptions } from '../run/crawl/index.js';
import { accompanied, type Companion } from '../run/lifecycle/index.js';
import type { Workspace } from '../store/index.js';
import { crawledContexts, indexArchive, saveAfterRun } from '../views/exports/index.js';
import { leaveBehind } from '../views/scutter/index.js';
import { companionsOf, type RunCompanions } from './companions.js';
import { registerTime } from './given-time.js';
import { HOOK_PARTS } from './hook-parts.js';
import { gatherKnowledge } from './knowledge/gather-knowledge.js';
import { openRenderer } from './open-renderer.js';
import { openWorkspace, withReading } from './open-workspace.js';
import { loadRegistry } from './registry.js';
import { retainAfterRun } from './retention.js';
import { writeMemory } from './scutter/ask-knowledge.js';
import { INDEXING } from './search/indexing.js';

/** How a crawl ended, and what came of its hooks. */
export interface CrawlRunEnd extends CrawlEnd {
  readonly hooks: readonly HookReport[];
}

/** How long the end of a run waits for the search index and for the knowledge. What is left is indexed next time. */
const INDEX_MS = 10_000;

export async function runCrawl(options: RunOptions): Promise<CrawlRunEnd> {
  const definition = await withKeptChanges(options.workspace, options.definition);
  const { folder, workspace, chain, state, stop, onRemark } = options;
  const inherited = { state, ...(stop ? { stop } : {}), ...(onRemark ? { onRemark } : {}) };
  const work = (begun: Begun): Promise<CrawlEnd> => crawlAndLeave(definition, noting(options, begun));
  const { end, hooks } = await withHooks({ definition, folder, workspace, chain, inherited }, HOOK_PARTS, work);
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
  const { onRemark } = options;
  const leaving = { reading: withReading, writeMemory: options.writeMemory ?? writeMemory, ...(onRemark ? { onRemark } : {}) };
  if (!end.idle) await leaveBehind(options.workspace, definition, leaving);
  if (end.state === 'finished') {
    // Only where somebody has asked before: who never does pays nothing.
    if (hasKnowledge(options.workspace)) await gatherKnowledge(options.workspace, INDEX_MS, onRemark ?? (() => {}));
    await saveAfterRun(options.workspace, definition, leaving);
    await retainAfterRun(options.workspace, definition, onRemark);
  }
  return end;
}

async function crawlOnce(definition: Definition, options: RunOptions): Promise<CrawlEnd> {
  const { folder, onRemark = () => {} } = options;
  const registry = await loadRegistry(definition.plugins, folder);
  const renderer = openRenderer(definition);
  const workspace = await openWithTurns(definition, options, onRemark);
  const doors = new ControlDoor(workspace.folder, onRemark);
  try {
    const { repository } = workspace;
    const contexts = definition.rdf.read === 'never' ? new Map<string, string>() : await crawledContexts(workspace);
    const archiveIndex = async (): Promise<void> => void (await indexArchive(repository.streams, join(workspace.folder, 'archive')));
    const { openings, reports } = companionsOf({ definition, folder, workspace, pagesOf: definition.name, onRemark });
    const end = await accompanied([...searchOf(definition, workspace, onRemark), ...openings], (begun) =>
      crawl({
        ...options,
        definition,
        onStart: (start) => {
          begun();
          doors.open(definition, start);
          options.onStart?.(start);
          doors.stayPaused(start);
        },
        beforeEnd: archiveIndex,
        clock: clockOf(options),
        ...(options.time ? { sleep: options.time.sleep } : {}),
        registry,
        workspace,
        readerThread: compiledUrl(import.meta.url, './reader-thread.js'),
        contexts,
        renderer,
        onRemark,
      }),
    );
    for (const remark of remarksOf(reports)) onRemark(remark);
    if (reports.conversions.some(({ stored }) => stored > 0)) await archiveIndex(); // what was made is in the archive too
    if (end.state === 'finished') await doors.forget();
    return end;
  } finally {
    await workspace.close();
    await doors.close(); // last: who asked for a stop waits for this
  }
}

function searchOf({ search }: Definition, { folder, repository }: Workspace, onRemark: (remark: string) => void): (() => Companion)[] {
  const begin = (): Indexing => indexWhenIdle(folder, () => repository.journal.last(), onRemark, INDEXING);
  return search.index ? [() => indexCompanion(begin, INDEX_MS)] : [];
}

function remarksOf({ conversions, deliveries }: RunCompanions['reports']): string[] {
  const converted = conversions.map(
    ({ name, stored, refused, waiting }) => `${name}: ${stored} converted, ${refused} refused, ${waiting} waiting.`,
  );
  return [
    ...converted,
    ...deliveries.map(({ name, sent, refused, waiting }) => `${name}: ${sent} sent, ${refused} refused, ${waiting} waiting.`),
  ];
}

/** The workspace, sharing the machine's turns; it gives them back when it closes. */
async function openWithTurns(definition: Definition, options: RunOptions, onRemark: (remark: string) => void): Promise<Workspace> {
  const turns = new MachineRegister({ folder: options.state, onRemark, ...registerTime(options.time) });
  const owner = { leaseMs: options.leaseMs, onWait: onRemark };
  try {
    const workspace = await openWorkspace(options.workspace, { definition, turns, owner });
    for (const remark of workspace.remarks) onRemark(remark);
    return workspace;
  } catch (error) {
    turns.close(clockOf(options)());
    throw error;
  }
}

const clockOf = ({ time }: RunOptions): (() => number) => time?.now ?? crawlClock();
