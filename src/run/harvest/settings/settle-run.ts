/**
 * Settings of a run by their names, from flags, worker files and forms alike, as options of a harvest.
 *
 * One table says which they are (RUN_PARAMETERS), this says what they do; nobody else needs to know.
 */
import { join, resolve } from 'node:path';
import {
  type CompleteConnector,
  type GivenParameters,
  nextHook,
  ParameterError,
  RUN_PARAMETERS,
  type RunParameter,
  resolveParameters,
} from '../../../definition/connector/index.js';
import type { DefinitionInput } from '../../../definition/crawl/index.js';
import type { HarvestRunOptions } from '../run-options.js';

/** Name → value, as texts or as forms have them. What is left out holds as the connector or the program says. */
export type RunSettings = Readonly<Partial<Record<RunParameter, GivenParameters[string]>>>;

export type SettledRun = Pick<HarvestRunOptions, 'workspace' | 'accepted' | 'downloadAll' | 'onlyNew' | 'full' | 'parallel'> & {
  /** What a definition would say of it. */
  readonly definition: Partial<DefinitionInput>;
};

type Values = Readonly<Partial<Record<RunParameter, readonly string[]>>>;

/** Throws ParameterError with everything that is wrong. Folders are relative to `folder`. */
export async function settleRun(
  { id }: Pick<CompleteConnector, 'id'>,
  settings: RunSettings,
  { folder = process.cwd(), connectors = [] }: { readonly folder?: string; readonly connectors?: readonly string[] } = {},
): Promise<SettledRun> {
  const values: Values = resolveParameters(RUN_PARAMETERS, settings as GivenParameters);
  const isSet = (name: RunParameter): boolean => values[name]?.[0] === 'true';
  const [parallel] = values.parallel ?? [];
  if (parallel !== undefined && !/^[1-9]\d{0,2}$/.test(parallel))
    throw new ParameterError([`parallel is a number of documents, from 1 on, not ${parallel}.`]);
  const [next] = values.next ?? [];
  return {
    workspace: resolve(folder, values.workspace?.[0] ?? join('crawls', id)),
    accepted: isSet('accept'),
    downloadAll: isSet('downloadAll'),
    onlyNew: isSet('onlyNew'),
    full: isSet('full'),
    ...(parallel === undefined ? {} : { parallel: Number(parallel) }),
    definition: {
      ...deliverOf(values),
      ...convertOf(values),
      ...(values.randomWait ? { politeness: { randomWait: values.randomWait[0] } } : {}),
      ...hooksOf([...mailOf(values), ...(next === undefined ? [] : [await nextHook(next, { folder, connectors })])]),
    } as Partial<DefinitionInput>,
  };
}

const FOLDERS = ['packagesFolder', 'sentFolder', 'errorFolder'] as const;

function deliverOf(values: Values): object {
  const folders = Object.fromEntries(FOLDERS.flatMap((name) => (values[name] ? [[name, values[name][0]]] : [])));
  const [onServiceUnavailable] = values.onServiceUnavailable ?? [];
  const deliver = (values.deliver ?? []).map((to) => ({ to, ...folders, ...(onServiceUnavailable ? { onServiceUnavailable } : {}) }));
  return deliver.length > 0 ? { deliver } : {};
}

function convertOf({ convert, convertFolder }: Values): object {
  if (!convert) return {};
  return { convert: [{ to: convert[0], ...(convertFolder ? { folder: convertFolder[0] } : {}) }] };
}

/** Subjects begin as those of the crawlers before did: people sort their mail by it. */
function mailOf({ mailTo, mailFrom, mailServer }: Values): object[] {
  if (!mailTo) return [];
  return [{ mail: [...mailTo], from: mailFrom?.[0] ?? mailTo[0], smtp: mailServer?.[0] ?? 'smtp://localhost:25', prefix: '[Crawler]: ' }];
}

const hooksOf = (afterRun: readonly object[]): object => (afterRun.length > 0 ? { afterRun } : {});
