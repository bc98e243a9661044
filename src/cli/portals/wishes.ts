/** What a run is to do, from flags and from the settings file of an older crawler; flags win. */
import { join, resolve } from 'node:path';
import type { CompleteConnector, GivenParameters } from '../../connector/index.js';
import type { DefinitionInput } from '../../definition/index.js';
import { type LegacyConnection, type LegacySettings, readLegacySettings } from '../../document-groups/index.js';
import { UsageError } from '../usage-error.js';
import { givenParameters } from './parameters.js';

export interface WishFlags extends Readonly<Record<string, unknown>> {
  readonly param?: readonly string[];
  readonly workspace?: string;
  readonly settings?: string;
  readonly deliver?: readonly string[];
  readonly parallel?: string;
  readonly log?: string;
  readonly today?: string;
}

export interface Wishes {
  readonly parameters: GivenParameters;
  readonly workspace: string;
  readonly parallel: number | null;
  readonly log: string | null;
  /** The moment it is taken to be; null: the moment it is. */
  readonly now: (() => Date) | null;
  readonly definition: Partial<DefinitionInput>;
  /** What of the settings was taken otherwise than written. */
  readonly notes: readonly string[];
}

export const settingsIn = async ({ settings }: WishFlags): Promise<LegacySettings | null> =>
  settings === undefined ? null : readLegacySettings(settings);

/** Which portal: named on the command line, or by the settings. */
export function portalWished(id: string | undefined, settings: LegacySettings | null): string {
  const name = id ?? settings?.crawler;
  if (!name) throw new UsageError('Name a portal, or a settings file that does (CrawlerName). winnow portals list shows them all.');
  return name;
}

export function wishesOf(connector: CompleteConnector, flags: WishFlags, settings: LegacySettings | null): Wishes {
  const { parameters, notes } = parametersOf(connector, flags, settings);
  const delivered = (flags.deliver ?? []).map((to) => ({ to }));
  const deliver = delivered.length > 0 ? delivered : deliveryOf(settings?.connection);
  return {
    parameters,
    workspace: flags.workspace ?? settings?.workspace ?? join('crawls', connector.id),
    parallel: flags.parallel === undefined ? (settings?.parallel ?? null) : numberOf(flags.parallel),
    log: flags.log === undefined ? (settings?.log ?? null) : resolve(flags.log),
    now: flags.today === undefined ? null : clockOn(flags.today),
    definition: deliver.length > 0 ? ({ deliver } as Partial<DefinitionInput>) : {},
    notes: [...(settings?.notes ?? []), ...notes],
  };
}

/** Language is a parameter where the portal has one of that name; else it has the languages it has. */
function parametersOf(connector: CompleteConnector, flags: WishFlags, settings: LegacySettings | null) {
  const given = givenParameters(connector, flags, flags.param);
  const language = settings?.language?.toLowerCase();
  if (!language) return { parameters: given, notes: [] };
  const name = Object.keys(connector.parameters).find((each) => /^languages?$/i.test(each));
  if (name && !(name in given)) return { parameters: { ...given, [name]: language }, notes: [] };
  const notes = connector.languages.includes(language)
    ? []
    : [`Language="${settings?.language}" is none of ${connector.title}: it has ${connector.languages.join(', ')}.`];
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

function numberOf(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new UsageError(`--parallel is a number of documents, from 1 on, not ${text}.`);
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
