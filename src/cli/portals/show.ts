/** winnow portals show: everything a connector says, and what its fixture plays. */

import {
  type DescribedConnector,
  type DescribedRoute,
  describeConnector,
  describeForm,
  type LoadedConnector,
  type Reuse,
} from '../../definition/connector/index.js';
import { counted } from '../../model/index.js';
import { fixtureOf, type PortalFixture } from '../../webs/portals/index.js';
import { type Line, section, widthOf } from '../lines.js';
import { printable, type Terminal } from '../terminal.js';
import { type ConnectorFlags, connectorFolders } from './connector-folders.js';
import { fieldMapping, placesByReading } from './field-mapping.js';
import { stateOf } from './list.js';
import { namedPortal } from './named-portal.js';

interface ShowFlags extends ConnectorFlags {
  readonly json?: boolean;
  readonly form?: boolean;
}

export async function showPortal(id: string, flags: ShowFlags, terminal: Terminal): Promise<void> {
  const loaded = await namedPortal(id, connectorFolders(flags));
  if (flags.form) return terminal.print(JSON.stringify(describeForm(loaded.connector), null, 2));
  const described = describeConnector(loaded.connector);
  const fixture = await fixtureOf(described.id);
  if (flags.json)
    terminal.print(JSON.stringify({ ...described, file: loaded.file, lines: loaded.lines, quirks: fixture?.quirks ?? [] }, null, 2));
  else terminal.print(formatPortal(described, loaded, fixture, terminal));
}

function formatPortal(portal: DescribedConnector, loaded: LoadedConnector, fixture: PortalFixture | null, terminal: Terminal): string {
  const width = widthOf(terminal);
  const part = (title: string, lines: readonly Line[]) =>
    section(
      title,
      lines.map(([label, text]) => [printable(label), printable(text)]),
      terminal,
      width,
    );
  return [
    part(`${portal.title}${portal.number === null ? '' : `, portal ${portal.number}`}`, factsOf(portal, loaded)),
    part('Re-use', reuseLines(loaded.connector.reuse)),
    part('Parameters', portal.parameters.map(parameterLine)),
    ...portal.routes.flatMap((route) => routeSections(route, portal.routes.length > 1, part)),
    part(
      'Its fixture plays',
      (fixture?.quirks ?? []).map((quirk, at) => [String(at + 1), quirk]),
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

const factsOf = (portal: DescribedConnector, { file, lines, connector }: LoadedConnector): Line[] =>
  present([
    ['id', portal.id],
    ['address', portal.url ?? ''],
    ['hosts', portal.hosts.join(', ')],
    ['languages', portal.languages.join(', ')],
    ['content', portal.content.join(', ')],
    ['formats', portal.formats.join(', ')],
    ['state', stateOf(connector)],
    ['schedule', portal.schedule ?? ''],
    ['older names', portal.names.join(', ')],
    ['connector', `${file} (${lines.own} lines${lines.extended > 0 ? `, and ${lines.extended} it extends` : ''})`],
  ]);

export const reuseLines = (reuse: Reuse): Line[] =>
  present([
    ['terms', TERMS[reuse.terms]],
    ['because', reuse.because],
    ['licence', reuse.licence ?? ''],
    ['valid from', reuse.validFrom ?? ''],
    ['fees', reuse.fees ? `${reuse.fees.once} ${reuse.fees.currency} once, ${reuse.fees.yearly} ${reuse.fees.currency} a year` : ''],
    ['quota', quotaText(reuse.quota)],
    ['to confirm', reuse.confirm ?? ''],
    ['attribution', reuse.attribution ?? ''],
  ]);

export const TERMS: Readonly<Record<Reuse['terms'], string>> = {
  free: 'free: the portal says so',
  inferred: 'free, as the law is read',
  licence: 'a licence is needed',
  prohibited: 'prohibited: it is not harvested',
};

const quotaText = (quota: Reuse['quota']): string =>
  Object.entries(quota)
    .map(([period, most]) => `${counted(most, 'document')} a ${period}`)
    .join(', ');

const present = (lines: readonly Line[]): Line[] => lines.filter(([, text]) => text !== '');

function parameterLine({ name, about, type, default: fallback, choices, required }: DescribedConnector['parameters'][number]): Line {
  const notes = [
    choices.length > 0 ? choices.join(' | ') : type === 'text' ? '' : type,
    required && fallback === null ? 'needed' : '',
    fallback === null ? '' : `default: ${fallback}`,
  ];
  const said = notes.filter((note) => note !== '').join('; ');
  return [name, said === '' ? about : `${about} (${said})`];
}

type Part = (title: string, lines: readonly Line[]) => string;

function routeSections(route: DescribedRoute, isNamed: boolean, part: Part): string[] {
  const suffix = isNamed ? `, route ${route.name}` : '';
  const steps = present([
    ['approach', route.approach],
    ['because', route.because ?? ''],
    ['terms', isNamed ? TERMS[route.reuse.terms] : ''],
    ['to confirm', isNamed ? (route.reuse.confirm ?? '') : ''],
    ['lists', route.steps.join(' → ')],
    ['changes', route.changes.join(' → ')],
    ['key', route.key],
    ...route.files.map(({ role, from, accept }): Line => [`file, ${role}`, [from, ...accept].join(' · ')]),
  ]);
  return [part(`Harvest${suffix}`, steps), part(`Fields${suffix}`, fieldMapping(route).flatMap(fieldLines))];
}

const fieldLines = ({ field, template, sources }: ReturnType<typeof fieldMapping>[number]): Line[] =>
  sources.length === 0
    ? [[field, template]]
    : [...placesByReading(sources)].map(([words, places], at) => [at === 0 ? field : '', `${plain(words)}   ${places.join('; ')}`]);

/** A terminal needs no backticks. */
const plain = (words: string): string => words.replaceAll('`', '');
