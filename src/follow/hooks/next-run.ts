/**
 * The next run as a hook: a definition or a portal, in a workspace beside the one that has ended.
 *
 * It is begun once. What was the last run of its workspace is noted before: when a kill comes in between, an unfinished run
 * goes on, and one that has finished since is not begun again. A chain that comes back to where it was ends there.
 */
import { dirname, join, resolve } from 'node:path';
import { loadConnector } from '../../definition/connector/index.js';
import { type Definition, isDefinitionFile, loadDefinition } from '../../definition/crawl/index.js';
import { exitOf, messageOf } from '../../model/index.js';
import type { Registry } from '../../plugins/index.js';
import { checkDefinition } from '../../run/crawl/index.js';
import { workerDefinition } from '../../run/harvest/index.js';
import type { LastRun } from '../../store/index.js';
import type { Hook, HookCall, HookOutcome } from './hook.js';

/** How the next run is found. */
export interface NextParts {
  loadRegistry(modules: readonly string[], folder: string): Promise<Registry>;
  /** Null where there is none yet. */
  lastRun(workspace: string): Promise<LastRun | null>;
}

export interface NextOptions extends NextParts {
  /** Folder that paths are relative to. */
  readonly folder: string;
  /** Folder of the workspace whose run has ended. */
  readonly workspace: string;
  /** Whose run has ended: portals are fetched from, told of and handed over as it says. */
  readonly definition: Definition;
  /** Workspaces that led here, this one included. */
  readonly chain: readonly string[];
  readonly start: StartNext;
  readonly onRemark: (remark: string) => void;
}

/** Runs a definition to its end, with its own hooks. */
export type StartNext = (next: NextRun) => Promise<RunOutcome>;

export interface RunOutcome {
  readonly state: string;
  readonly reason: string;
}

export interface NextRun {
  readonly definition: Definition;
  readonly folder: string;
  readonly workspace: string;
  readonly chain: readonly string[];
}

type NextWish = Extract<Definition['afterRun'][number], { next: unknown }>;

export function nextHook(wish: NextWish, name: string, options: NextOptions): Hook {
  return { name, when: wish.when, perform: (call) => perform(wish, options, call) };
}

async function perform(wish: NextWish, options: NextOptions, call: HookCall): Promise<HookOutcome> {
  const next = await nextOf(wish, options);
  const place = resolve(next.workspace);
  if (options.chain.includes(place))
    return { state: 'failed', detail: `${next.definition.name} has been run in this chain already: it is not begun a second time` };
  const last = await options.lastRun(place);
  const before = call.noted === null ? (last?.id ?? 0) : Number(call.noted);
  if (last && last.id > before && last.state === 'finished') return { state: 'done', detail: `run ${last.id} has finished meanwhile` };
  call.note(String(before));
  options.onRemark(`Next: ${next.definition.name} begins, in ${next.workspace}.`);
  return begin({ ...next, chain: [...options.chain, place] }, options);
}

async function begin(next: NextRun, { start }: NextOptions): Promise<HookOutcome> {
  const { name } = next.definition;
  try {
    const { state, reason } = await start(next);
    return { state: 'done', detail: `${name} ${state}: ${reason}` };
  } catch (error) {
    const detail = `${name}: ${messageOf(error)}`;
    return { state: exitOf(error) === 'inUse' ? 'again' : 'failed', detail };
  }
}

async function nextOf({ next, workspace }: NextWish, options: NextOptions): Promise<Omit<NextRun, 'chain'>> {
  if (typeof next === 'string' && /\.xml$/i.test(next)) {
    const worker = await workerDefinition(resolve(options.folder, next), options.folder);
    const definition = Object.freeze({ ...worker.definition, fetch: options.definition.fetch }); // of which such files say nothing
    return { definition, folder: options.folder, workspace: workspace ?? worker.workspace };
  }
  const found =
    typeof next === 'string' && isDefinitionFile(next) && !(await isConnector(resolve(options.folder, next)))
      ? await definitionIn(resolve(options.folder, next), options)
      : await portalNamed(typeof next === 'string' ? { portal: next } : next, options);
  const beside = join(dirname(options.workspace), found.definition.name);
  return { ...found, workspace: workspace ?? beside };
}

/** A connector of one's own is YAML too. */
async function isConnector(file: string): Promise<boolean> {
  return (
    /\.ya?ml$/.test(file) &&
    (await loadConnector(file, { folders: [] }).then(
      () => true,
      () => false,
    ))
  );
}

async function definitionIn(file: string, { loadRegistry }: NextParts): Promise<Pick<NextRun, 'definition' | 'folder'>> {
  const loaded = await loadDefinition({ file });
  const folder = dirname(loaded.file ?? file);
  checkDefinition(loaded, await loadRegistry(loaded.definition.plugins, folder));
  return { definition: loaded.definition, folder };
}

type NextPortal = Exclude<NextWish['next'], string>;

/** It is fetched, told of and handed over as the definition before it says; what follows that one does not follow it. */
async function portalNamed(
  { portal, ...said }: Pick<NextPortal, 'portal'> & Partial<NextPortal>,
  { definition, folder }: NextOptions,
): Promise<Pick<NextRun, 'definition' | 'folder'>> {
  const isFile = /\.ya?ml$/.test(portal);
  const { connector } = await loadConnector(isFile ? resolve(folder, portal) : portal, { folders: [resolve(folder, 'connectors')] });
  const { parameters = {}, accepted = false, downloadAll = false, onlyNew = false } = said;
  const own = { name: connector.id, portal: { id: portal, parameters, accepted, downloadAll, onlyNew }, afterRun: [], schedule: undefined };
  return { definition: Object.freeze({ ...definition, ...own }), folder };
}
