/** Settings files of the original as flags of ours: what the command line says itself comes first. */
import type { DefinitionInput } from '../../definition/index.js';
import { type LegacyConnection, readLegacySettings } from '../../document-groups/index.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

type DeliveryInput = NonNullable<DefinitionInput['deliver']>[number];

export interface Handing {
  readonly workspace?: string;
  readonly parallel?: string;
  readonly log?: string;
  readonly deliver?: readonly string[];
}

export interface Wanted<Flags> {
  readonly id: string;
  readonly flags: Flags;
  readonly deliver: DeliveryInput[];
}

/** Which portal, with which flags, and where its documents go. */
export async function withSettings<Flags extends Handing>(
  id: string | undefined,
  file: string | undefined,
  flags: Flags,
  terminal: Terminal,
): Promise<Wanted<Flags>> {
  const asked = (flags.deliver ?? []).map((to): DeliveryInput => ({ to }));
  if (file === undefined) return { id: idOf(id), flags, deliver: asked };
  const { crawler, workspace, parallel, log, language, connection, notes } = await readLegacySettings(file);
  for (const note of notes) terminal.remark(`${file}: ${printable(note)}`);
  if (language !== null) terminal.remark(`${file}: documents are in ${printable(language)}, says the file; the connector says it of each.`);
  const given = {
    ...(workspace === null ? {} : { workspace }),
    ...(parallel === null ? {} : { parallel: String(parallel) }),
    ...(log === null ? {} : { log }),
  };
  const deliver = asked.length > 0 || connection.address === undefined ? asked : [deliveryOf(connection.address, connection)];
  return { id: idOf(id ?? crawler ?? undefined), flags: { ...given, ...flags }, deliver };
}

function idOf(id: string | undefined): string {
  if (id === undefined)
    throw new UsageError('Name a portal, or give --settings a file with CrawlerName. winnow portals list shows them all.');
  return id;
}

function deliveryOf(to: string, { timeOuts = {}, encoding, maxMessage, cookies, proxy }: LegacyConnection): DeliveryInput {
  const timeouts = Object.fromEntries(Object.entries(timeOuts).map(([name, ms]) => [name, `${ms}ms`]));
  const address = proxy === 'system' ? systemProxy(to) : proxy;
  return {
    to,
    protocol: 'soap',
    timeouts,
    ...(encoding === undefined ? {} : { encoding }),
    ...(maxMessage === undefined ? {} : { maxAnswer: maxMessage }),
    ...(cookies === undefined ? {} : { cookies }),
    ...(address === undefined ? {} : { proxy: address }),
  };
}

/** What other programs of this machine use. */
function systemProxy(to: string): string | undefined {
  const name = new URL(to).protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const value = process.env[name] ?? process.env[name.toUpperCase()];
  return value === '' ? undefined : value;
}
