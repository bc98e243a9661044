/** From the original's configuration, plan and flags to a definition that can be crawled. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DefinitionInput, definitionFromInput, type FlagValues, type LoadedDefinition } from '../../definition/crawl/index.js';
import type { Registry } from '../../plugins/index.js';
import { type Configuration, readConfiguration, type ScutterProfile } from './configuration/configuration.js';
import { toDefinition } from './configuration/to-definition.js';
import { fetchOne } from './fetch-one.js';
import { importedSources } from './memory/import-memory.js';
import { ScutterError } from './read-fragment.js';
import { readPlan } from './read-plan.js';

/** The scutters that come with the program. */
export const SHIPPED_CONFIGURATION = new URL('../../../examples/scutter/scutters.rdf', import.meta.url);

export interface ScutterWish {
  /** File of the configuration; left out: the one that comes with the program. */
  readonly config?: string | undefined;
  readonly id: string;
  /** Files or URIs. */
  readonly plans: readonly string[];
  readonly freshen: boolean;
  readonly workspace?: string | undefined;
  /** Flags of the definition, which win over the configuration. */
  readonly flags: FlagValues;
}

export interface LoadedScutter {
  readonly loaded: LoadedDefinition;
  /** As a user would write it, without the flags. */
  readonly input: DefinitionInput;
  /** Folder that names of modules are relative to. */
  readonly folder: string;
  readonly workspace: string;
  readonly remarks: readonly string[];
}

/** Throws ScutterError, DefinitionError. */
export async function loadScutter(
  wish: ScutterWish,
  loadRegistry: (modules: readonly string[], folder: string) => Promise<Registry>,
): Promise<LoadedScutter> {
  const configuration = await readConfigurationFile(wish.config);
  const profile = configuration.scutter(wish.id);
  const folder = wish.config === undefined ? process.cwd() : dirname(resolve(wish.config));
  const workspace = resolve(wish.workspace ?? join('crawls', workspaceName(profile, wish.config)));
  const modules = [...profile.modules, ...[wish.flags['plugins'] ?? []].flat().map(String)];
  const registry = await loadRegistry(modules, folder);
  const context = { registry, ownFolder: workspace };
  const made = (urls: readonly string[]) => toDefinition(profile, { urls, freshen: wish.freshen }, context);
  const load = (input: DefinitionInput): Promise<LoadedDefinition> => definitionFromInput(input, { flags: wish.flags, directory: folder });
  const remarks: string[] = [];
  const { definition } = await load(made([]).definition); // how a plan on the web is to be asked for
  const plans = await Promise.all(wish.plans.map((plan) => planAt(plan, definition)));
  for (const { unusable } of plans) remarks.push(...unusable.map((url) => `The plan names ${url}, which cannot be fetched.`));
  const remembered = wish.freshen ? importedSources(workspace) : []; // what the crawl knows itself is visited anyway
  const whole = made([...new Set([...plans.flatMap(({ urls }) => urls), ...remembered])]);
  const { scutter = {}, ...rest } = whole.definition;
  const input = { ...rest, scutter: placed(scutter, wish.config === undefined ? workspace : folder) };
  return { loaded: await load(input), input, folder, workspace, remarks: [...whole.remarks, ...remarks] };
}

export async function readConfigurationFile(path: string | undefined): Promise<Configuration> {
  const file = path === undefined ? SHIPPED_CONFIGURATION : resolve(path);
  const bytes = await readFile(file).catch((cause: Error) => {
    throw new ScutterError(`The configuration ${path ?? String(file)} cannot be read: ${cause.message}`, { cause });
  });
  return readConfiguration({ bytes, name: path ?? 'the configuration that comes with the program' });
}

/** Scutters that share a memory share a workspace. */
function workspaceName({ id, memory }: ScutterProfile, config: string | undefined): string {
  const file = config === undefined ? 'scutter' : basename(config).replace(/\.\w+$/, '');
  return `${file}-${memory.kind === 'none' ? id : memory.id}`.replace(/[^\w.-]+/g, '-');
}

/** Files are named from where the configuration lies; of the shipped one, from the workspace. */
function placed(
  { memory, cache, ...rest }: NonNullable<DefinitionInput['scutter']>,
  folder: string,
): NonNullable<DefinitionInput['scutter']> {
  return {
    ...rest,
    ...(memory === undefined ? {} : { memory: resolve(folder, memory) }),
    ...(cache === undefined ? {} : { cache: resolve(folder, cache) }),
  };
}

async function planAt(plan: string, definition: LoadedDefinition['definition']): ReturnType<typeof readPlan> {
  if (/^https?:\/\//i.test(plan)) return readPlan({ ...(await fetchOne(plan, definition)), name: plan, base: plan });
  const path = resolve(plan.replace(/^file:(\/\/)?/i, ''));
  const bytes = await readFile(path).catch((cause: Error) => {
    throw new ScutterError(`The plan ${plan} cannot be read: ${cause.message}`, { cause });
  });
  return readPlan({ bytes, name: plan, base: pathToFileURL(path).href });
}
