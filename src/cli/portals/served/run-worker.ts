/** A run of a portal as the work of a worker: the same harvest that `winnow portals run` makes, told to a trace. */
import { type HarvestRunReport, loadRegistry, runHarvest } from '../../../assembly/index.js';
import type { CompleteConnector, GivenParameters, LoadedConnector } from '../../../definition/connector/index.js';
import { type Definition, type DefinitionInput, definitionFromInput } from '../../../definition/crawl/index.js';
import { stateFolder } from '../../../platform/index.js';
import { checkDefinition } from '../../../run/crawl/index.js';
import { settleRun } from '../../../run/harvest/index.js';
import type { Told, Work, WorkEnd } from '../../../run/workers/index.js';
import type { FormValues } from '../../../server/index.js';
import { withPlainTargets } from '../plain-targets.js';
import { said } from './worker-values.js';

/** Of the service: they hold for every run that is started from its pages. */
export interface FetchFlags {
  readonly contact?: string;
  readonly resolve?: readonly string[];
  readonly allowAddresses?: readonly string[];
}

export interface WorkOptions {
  /** Folder the service was started in. */
  readonly root: string;
  readonly flags: FetchFlags;
  /** Of connectors beside the shipped ones. */
  readonly folders: readonly string[];
}

export function workOf({ connector }: LoadedConnector, options: WorkOptions): Work<FormValues> {
  return async (values, told) => {
    const { definition, ...settled } = await plannedRun(connector, values, options);
    if (!definition.fetch.contact && !definition.fetch.userAgent)
      told.say('INFO', 'No contact is set, so site owners cannot reach you: winnow serve --contact you@example.org sets it.');
    const report = await runHarvest({
      ...settled,
      connector,
      connectors: options.folders,
      definition,
      folder: options.root,
      parameters: said(values.parameters) as GivenParameters,
      state: stateFolder(process.env),
      ...telling(told),
    });
    return endOf(report, told);
  };
}

/** What the values of a form make of a run. Throws where they make none. */
export async function plannedRun(connector: CompleteConnector, { run }: FormValues, { root, flags, folders }: WorkOptions) {
  const settled = await settleRun(connector, said(run), { folder: root, connectors: folders });
  return { ...settled, definition: await definitionOf(connector, settled.definition, flags) };
}

async function definitionOf(
  connector: CompleteConnector,
  input: Partial<DefinitionInput>,
  { contact, resolve, allowAddresses }: FetchFlags,
): Promise<Definition> {
  const seeds = [connector.url ?? 'https://portal.invalid/'];
  const loaded = await definitionFromInput(
    { name: connector.id, seeds, ...input },
    { flags: { contact, resolve, allowAddresses } as never },
  );
  checkDefinition(loaded, await loadRegistry(loaded.definition.plugins, process.cwd()));
  const { definition } = loaded;
  return Object.freeze({ ...definition, fetch: { ...definition.fetch, resolve: await withPlainTargets(definition.fetch.resolve) } });
}

/** The few things that matter at INFO, each document at VERBOSE, each request at DEBUG. */
function telling({ stop, say, done }: Told): Partial<Parameters<typeof runHarvest>[0]> {
  return {
    stop,
    onStart: ({ run, resumed }) => say('INFO', `${resumed ? 'Going on with' : 'Beginning'} run ${run}.`),
    onRemark: (text) => say('INFO', text),
    onDocument: ({ key, operation, reason, url }) => say('VERBOSE', `${operation} ${key} ${url}: ${reason}`),
    onExchange: ({ method, url, status, body, durationMs }) =>
      say('DEBUG', `${method} ${url} ${status}, ${body.length} bytes, ${Math.round(durationMs)} ms`),
    onProgress: ({ share }) => done(share),
  };
}

function endOf(report: HarvestRunReport, { say }: Told): WorkEnd {
  const failures = report.deliveries.flatMap(({ name, failure }) => (failure === null ? [] : [`${name}: ${failure}`]));
  for (const { rule, message } of report.problems) say('ERROR', `${rule}: ${message}`);
  for (const failure of failures) say('ERROR', `Not handed over: ${failure}`);
  for (const { rule, message } of report.notes) say('INFO', `${rule}: ${message}`);
  const { state, downloaded, isSuspicious } = report;
  return {
    isSuccess: (state === 'finished' || state === 'limited') && !isSuspicious && failures.length === 0,
    wasStopped: state === 'stopped',
    downloadedDocs: downloaded,
    message: [broughtBy(report), ...failures.map((failure) => `Not handed over: ${failure}.`)].join(' '),
    report,
  };
}

function broughtBy({ operations: { Add, Upd, Del, None }, failed, state, reason }: HarvestRunReport): string {
  const counts = [`${Add} new`, `${Upd} changed`, `${Del} deleted`, `${None} unchanged`, ...(failed > 0 ? [`${failed} not had`] : [])];
  return `${state === 'stopped' ? 'Stopped' : state === 'limited' ? 'Ended at a limit' : 'Finished'}: ${counts.join(', ')} (${reason}).`;
}
