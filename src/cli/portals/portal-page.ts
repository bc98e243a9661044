/** A page about a portal, made from its connector and its fixture: docs/portals/<id>.md. */
import { type DescribedConnector, type DescribedRoute, describeConnector, type LoadedConnector } from '../../definition/connector/index.js';
import type { PortalFixture } from '../../webs/portals/index.js';
import type { Line } from '../lines.js';
import { fieldMapping, placesByReading } from './field-mapping.js';
import { stateOf } from './list.js';
import { reuseLines } from './show.js';

export function portalPage(loaded: LoadedConnector, fixture: PortalFixture | null): string {
  const portal = describeConnector(loaded.connector);
  return [
    `# ${portal.title}`,
    `Made from the connector \`${portal.id}\` by \`npm run docs\`. Check the terms of the portal yourself before you harvest it.`,
    facts(portal, loaded),
    `## Re-use\n\n${pairs(reuseLines(loaded.connector.reuse))}`,
    parameters(portal),
    ...portal.routes.map((route) => routeSection(route, portal.routes.length > 1)),
    list('Quirks its fixture plays', fixture?.quirks ?? []),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
    .concat('\n');
}

const facts = (portal: DescribedConnector, { connector, lines }: LoadedConnector): string =>
  pairs([
    ['Number', portal.number === null ? '' : String(portal.number)],
    ['Address', portal.url ?? ''],
    ['Hosts', portal.hosts.join(', ')],
    ['Languages', portal.languages.join(', ')],
    ['Content', portal.content.join(', ')],
    ['Formats', portal.formats.join(', ')],
    ['Approach', [...new Set(portal.routes.map(({ approach }) => approach))].join(', ')],
    ['State', stateOf(connector)],
    ['Schedule', portal.schedule ?? ''],
    ['Older names', portal.names.map(code).join(', ')],
    ['Lines of YAML', `${lines.own}, and ${lines.extended} it extends`],
  ]);

function parameters({ parameters: all }: DescribedConnector): string {
  if (all.length === 0) return '';
  const rows = all.map(({ name, about, type, default: fallback, choices }) => [
    code(name),
    about,
    choices.length > 0 ? choices.map(code).join(', ') : type,
    fallback === null ? '' : code(fallback),
  ]);
  return `## Parameters\n\n${markdown(['Parameter', 'What it does', 'Value', 'Default'], rows)}`;
}

function routeSection(route: DescribedRoute, isNamed: boolean): string {
  const name = isNamed ? `: ${route.name}` : '';
  const files = route.files.map(({ role, from, accept }) => [role, code(from), accept.map(code).join(', ')]);
  return [
    `## Fields${name}`,
    markdown(['Field', 'Made of', 'Where it is read', 'How'], fieldMapping(route).flatMap(fieldRows)),
    `## Files${name}`,
    markdown(['Role', 'From', 'Accept'], files),
  ].join('\n\n');
}

const fieldRows = ({ field, template, sources }: ReturnType<typeof fieldMapping>[number]): string[][] =>
  sources.length === 0
    ? [[field, code(template), '', '']]
    : [...placesByReading(sources)].map(([words, places], at) => [
        at === 0 ? field : '',
        at === 0 ? code(template) : '',
        places.join('; '),
        words,
      ]);

const list = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `## ${title}\n\n${items.map((item) => `- ${item}`).join('\n')}`;

const pairs = (lines: readonly Line[]): string =>
  markdown(
    ['', ''],
    lines.filter(([, text]) => text !== ''),
  );

const markdown = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');

const code = (text: string): string => (text === '' ? '' : text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);
