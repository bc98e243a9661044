/** winnow portals effort: how much of the work is one portal's own: lines of its connector over all lines that harvest. */

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectorFiles, type LoadedConnector, listConnectors, SHIPPED_CONNECTORS } from '../../definition/connector/index.js';
import { counted } from '../../model/index.js';
import { widthOf } from '../lines.js';
import { printable, type Terminal, table } from '../terminal.js';
import { type ConnectorFlags, connectorFolders } from './connector-folders.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Parts without which no portal is harvested; the rest of the program serves crawls as well. */
const HARVESTING = ['definition/connector', 'definition/expressions', 'run/harvest', 'decide', 'formats/document-groups', 'follow/outbox'];

interface Effort {
  readonly portals: readonly { readonly id: string; readonly family: string | null; readonly own: number; readonly extended: number }[];
  readonly lines: {
    /** Of connectors: each serves one portal. */
    readonly connectors: number;
    readonly families: number;
    readonly harvesting: number;
    readonly program: number;
  };
  /** Portal-specific lines over all lines that harvest, and over all lines there are. */
  readonly share: { readonly ofHarvesting: number; readonly ofProgram: number };
}

export async function showEffort(flags: ConnectorFlags & { readonly json?: boolean }, terminal: Terminal): Promise<void> {
  const effort = await measureEffort(flags);
  terminal.print(flags.json ? JSON.stringify(effort, null, 2) : formatEffort(effort, widthOf(terminal)));
}

export async function measureEffort(flags: ConnectorFlags): Promise<Effort> {
  const folders = connectorFolders(flags);
  const loaded = (await listConnectors(folders)).flatMap((entry) => entry.loaded ?? []);
  const portals = loaded.map(portalOf);
  const families = (await connectorFiles([...(folders.folders ?? []), SHIPPED_CONNECTORS])).filter(({ name }) =>
    name.startsWith('families/'),
  );
  const connectors = sum(portals.map(({ own }) => own));
  const shared = sum(await Promise.all(families.map(({ file }) => linesOf(file, YAML_LINE))));
  const harvesting = sum(await Promise.all(HARVESTING.map((part) => linesBelow(part))));
  const program = await linesBelow('');
  const share = { ofHarvesting: connectors / (connectors + shared + harvesting), ofProgram: connectors / (connectors + shared + program) };
  return { portals, lines: { connectors, families: shared, harvesting, program }, share };
}

const portalOf = ({ connector, bases, lines }: LoadedConnector): Effort['portals'][number] => ({
  id: connector.id,
  family: bases[0] ? basename(bases[0], extname(bases[0])) : null,
  own: lines.own,
  extended: lines.extended,
});

/** A line that says something. */
const YAML_LINE = /^\s*[^\s#]/;
const CODE_LINE = /^\s*(?!\/\/|\/?\*)\S/;

/** Where the program runs from a package there is no source but what was made of it. */
async function linesBelow(part: string): Promise<number> {
  const [folder, ending] = existsSync(join(ROOT, 'src', 'cli')) ? (['src', '.ts'] as const) : (['dist', '.js'] as const);
  const entries = await readdir(join(ROOT, folder, part), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending) && !/\.(test|contract)\.ts$/.test(entry.name));
  const shown = files.filter(({ parentPath }) => !/[\\/](portal-web|demo-web|testing)\b/.test(parentPath));
  return sum(await Promise.all(shown.map((entry) => linesOf(join(entry.parentPath, entry.name), CODE_LINE))));
}

async function linesOf(file: string, says: RegExp): Promise<number> {
  return (await readFile(file, 'utf8')).split('\n').filter((line) => says.test(line)).length;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function formatEffort({ portals, lines, share }: Effort, width: number): string {
  const rows = portals.map(({ id, family, own, extended }) => [printable(id), own, extended, printable(family ?? '–')]);
  const words = [
    ['portal-specific', lines.connectors, `YAML of ${counted(portals.length, 'connector')}; no code`],
    ['families', lines.families, 'YAML that portals on the same software share'],
    ['harvesting', lines.harvesting, 'code that lists, reads, decides and packs'],
    ['the program', lines.program, 'all of it, tests and fixtures left out'],
  ];
  return [
    table([['portal', 'own lines', 'extended', 'family'], ...rows]),
    table(words)
      .split('\n')
      .map((line) => line.slice(0, width))
      .join('\n'),
    `Portal-specific lines are ${percent(share.ofHarvesting)} of all that harvest, ${percent(share.ofProgram)} of all lines.`,
  ].join('\n\n');
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
