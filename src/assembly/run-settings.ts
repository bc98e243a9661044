/**
 * Settings of a run by their names, from flags, worker files and forms alike, as options of a harvest.
 *
 * One table says which they are (RUN_PARAMETERS), this says what they do; nobody else needs to know.
 */
import { join, resolve } from 'node:path';
import { type CompleteConnector, type GivenParameters, RUN_PARAMETERS, type RunParameter, resolveParameters } from '../connector/index.js';
import type { DefinitionInput } from '../definition/index.js';
import type { HarvestRunOptions } from './run-harvest.js';

/** Name → value, as texts or as forms have them. What is left out holds as the connector or the program says. */
export type RunSettings = Readonly<Partial<Record<RunParameter, GivenParameters[string]>>>;

export type SettledRun = Pick<HarvestRunOptions, 'workspace' | 'accepted' | 'downloadAll' | 'onlyNew' | 'full' | 'parallel'> & {
  readonly definition: Partial<DefinitionInput>;
};

/** Throws ParameterError with everything that is wrong. Folders are relative to `folder`. */
export function settleRun({ id }: Pick<CompleteConnector, 'id'>, settings: RunSettings, folder = process.cwd()): SettledRun {
  const values = resolveParameters(RUN_PARAMETERS, settings as GivenParameters);
  const one = (name: RunParameter): string | undefined => values[name]?.[0];
  const isSet = (name: RunParameter): boolean => one(name) === 'true';
  const parallel = one('parallel');
  return {
    workspace: resolve(folder, one('workspace') ?? join('crawls', id)),
    accepted: isSet('accept'),
    downloadAll: isSet('downloadAll'),
    onlyNew: isSet('onlyNew'),
    full: isSet('full'),
    ...(parallel === undefined ? {} : { parallel: Number(parallel) }),
    definition: definitionOf(values as Values),
  };
}

type Values = Readonly<Partial<Record<RunParameter, readonly string[]>>>;

const FOLDERS = ['packagesFolder', 'sentFolder', 'errorFolder'] as const;

function definitionOf(values: Values): Partial<DefinitionInput> {
  const folders = Object.fromEntries(FOLDERS.flatMap((name) => (values[name] ? [[name, values[name][0]]] : [])));
  const [onServiceUnavailable] = values.onServiceUnavailable ?? [];
  const deliver = (values.deliver ?? []).map((to) => ({ to, ...folders, ...(onServiceUnavailable ? { onServiceUnavailable } : {}) }));
  return deliver.length > 0 ? ({ deliver } as Partial<DefinitionInput>) : {};
}
