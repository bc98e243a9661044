/** What a run is to do: from flags, from a worker file, from the settings file of an older crawler; in this order. */
import { resolve } from 'node:path';
import { type CompleteConnector, type GivenParameters, RUN_PARAMETERS, translateOlder } from '../../definition/connector/index.js';
import type { DefinitionInput } from '../../definition/crawl/index.js';
import {
  type LegacyConnection,
  type LegacySettings,
  readLegacySettings,
  readWorkerFile,
  type WorkerFile,
} from '../../formats/document-groups/index.js';
import { type LogRules, logFileName, type RunSettings, readLogRules, type SettledRun, settleRun } from '../../run/harvest/index.js';
import { UsageError } from '../usage-error.js';
import { type ConnectorFlags, connectorFolders } from './connector-folders.js';
import { givenParameters } from './parameters.js';
import { typedSettings } from './run-flags.js';

export interface WishFlags extends ConnectorFlags, Readonly<Record<string, unknown>> {
  readonly param?: readonly string[];
  readonly settings?: string;
  readonly worker?: string;
  readonly log?: string;
  readonly logLevel?: string;
  readonly logParts?: string;
  readonly today?: string;
}

/** Files that say what a run is to do. */
export interface WishFiles {
  readonly settings: LegacySettings | null;
  readonly worker: WorkerFile | null;
}

export interface Wishes extends SettledRun {
  readonly parameters: GivenParameters;
  /** The settings of the run by name, as they came together. */
  readonly settings: RunSettings;
  readonly log: string | null;
  readonly logging: LogRules;
  /** The moment it is taken to be; null: the moment it is. */
  readonly now: (() => Date) | null;
  /** Folders where an older crawler may have left what it knew. */
  readonly memories: readonly string[];
  /** What of the files was taken otherwise than written. */
  readonly notes: readonly string[];
}

export const filesIn = async ({ settings, worker }: WishFlags): Promise<WishFiles> => ({
  settings: settings === undefined ? null : await readLegacySettings(settings),
  worker: worker === undefined ? null : await readWorkerFile(worker, { settings: Object.keys(RUN_PARAMETERS) }),
});

/** Which portal: named on the command line, or by a file. */
export function portalWished(id: string | undefined, { settings, worker }: WishFiles): string {
  const name = id ?? settings?.crawler ?? worker?.portal;
  if (!name)
    throw new UsageError('Name a portal, a worker file, or a settings file that does (CrawlerName). winnow portals list shows them all.');
  return name;
}

export async function wishesOf(connector: CompleteConnector, flags: WishFlags, { settings, worker }: WishFiles): Promise<Wishes> {
  const { parameters, notes } = parametersOf(connector, flags, { settings, worker });
  const { rules, notes: remarks } = readLogRules(flags.logLevel, flags.logParts);
  const named: RunSettings = { ...settingsOf(settings), ...worker?.settings, ...typedSettings(flags) };
  const settled = await settleRun(connector, named, { connectors: connectorFolders(flags).folders ?? [] });
  const deliver = named.deliver === undefined ? deliveryOf(settings?.connection) : [];
  const log = flags.log === undefined ? (settings?.log ?? null) : resolve(logFileName(flags.log, new Date()));
  return {
    ...settled,
    definition: deliver.length > 0 ? { ...settled.definition, deliver: deliver as DefinitionInput['deliver'] } : settled.definition,
    parameters,
    settings: named,
    log,
    logging: rules,
    now: flags.today === undefined ? null : clockOn(flags.today),
    memories: worker?.memories ?? [],
    notes: [...(settings?.notes ?? []), ...(worker?.notes ?? []), ...notes, ...remarks],
  };
}

const settingsOf = (settings: LegacySettings | null): RunSettings => ({
  ...(settings?.workspace ? { workspace: settings.workspace } : {}),
  ...(settings?.parallel ? { parallel: settings.parallel } : {}),
});

function parametersOf(connector: CompleteConnector, flags: WishFlags, { settings, worker }: WishFiles) {
  const older = translateOlder(connector.parameters, worker?.parameters ?? {});
  const typed = givenParameters(connector, flags, flags.param);
  const names = new Set(Object.keys(typed).map((name) => name.toLowerCase()));
  const rest = Object.entries(older.parameters).filter(([name]) => !names.has(name.toLowerCase()));
  const given = { ...Object.fromEntries(rest), ...typed };
  const { parameters, notes } = withLanguage(connector, given, settings?.language ?? null);
  return { parameters, notes: [...older.notes, ...notes] };
}

/** Language is a parameter where the portal has one of that name; else it has the languages it has. */
function withLanguage(connector: CompleteConnector, given: GivenParameters, said: string | null) {
  const language = said?.toLowerCase();
  if (!language) return { parameters: given, notes: [] };
  const name = Object.keys(connector.parameters).find((each) => /^languages?$/i.test(each));
  if (name && !(name in given)) return { parameters: { ...given, [name]: language }, notes: [] };
  const notes = connector.languages.includes(language)
    ? []
    : [`Language="${said}" is none of ${connector.title}: it has ${connector.languages.join(', ')}.`];
  return { parameters: given, notes };
}

/** The original spoke SOAP whatever its address looked like. */
function deliveryOf(connection: LegacyConnection | undefined): object[] {
  if (!connection?.address) return [];
  const { address: to, encoding, timeOuts, maxMessage, cookies, proxy } = connection;
  const timeouts = Object.fromEntries(Object.entries(timeOuts ?? {}).map(([name, ms]) => [name, `${ms}ms`]));
  const through = proxy === 'system' ? systemProxy(to) : proxy;
  return [
    {
      to,
      protocol: 'soap',
      timeouts,
      ...(encoding === undefined ? {} : { encoding }),
      ...(maxMessage === undefined ? {} : { maxAnswer: maxMessage }),
      ...(cookies === undefined ? {} : { cookies }),
      ...(through === undefined ? {} : { proxy: through }),
    },
  ];
}

/** What other programs of this machine use. */
function systemProxy(to: string): string | undefined {
  const name = new URL(to).protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  return (process.env[name] ?? process.env[name.toUpperCase()]) || undefined;
}

/** The time of day is what it is, and goes on: a run that lasts past midnight ends on the day after. */
function clockOn(today: string): () => Date {
  const day = /^\d{4}-\d\d-\d\d$/.test(today) ? new Date(`${today}T00:00:00Z`) : null;
  // The thirtieth of February would be taken for the second of March.
  if (!day || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== today)
    throw new UsageError(`--today is a day such as 2031-02-01, not ${today}.`);
  const ahead = day.getTime() - new Date().setUTCHours(0, 0, 0, 0);
  return () => new Date(Date.now() + ahead);
}
