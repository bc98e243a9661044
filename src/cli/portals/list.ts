/** winnow portals list: which portals there are, in which languages, by which route and under which terms. */
import { type ConnectorEntry, listConnectors } from '../../definition/connector/index.js';
import { fixtureIds } from '../../webs/portals/index.js';
import { widthOf } from '../lines.js';
import { printable, type Terminal } from '../terminal.js';
import { type ConnectorFlags, connectorFolders } from './connector-folders.js';
import { type Column, fittedTable } from './fitted-table.js';
import { shortFormat } from './format-figures.js';

interface PortalRow {
  readonly number: number | null;
  readonly id: string;
  readonly title: string;
  readonly languages: readonly string[];
  readonly content: readonly string[];
  readonly formats: readonly string[];
  /** In the order they are tried. */
  readonly approach: readonly string[];
  readonly terms: string | null;
  readonly state: string;
  readonly hasFixture: boolean;
  /** Where it was seen to work: offline, on a fixture, or nowhere. No portal was asked while its connector was made. */
  readonly tried: 'offline' | 'never';
  readonly problem?: string;
}

export async function listPortals(flags: ConnectorFlags & { readonly json?: boolean }, terminal: Terminal): Promise<void> {
  const rows = (await listConnectors(connectorFolders(flags))).map(rowOf);
  if (flags.json) {
    terminal.print(JSON.stringify(rows, null, 2));
    return;
  }
  terminal.print(fittedTable(COLUMNS, rows, widthOf(terminal)));
  for (const { problem } of rows) if (problem) terminal.remark(terminal.style('yellow', printable(problem).replaceAll('\\u000a', '\n')));
  terminal.remark(`\n${rows.length} ${rows.length === 1 ? 'portal' : 'portals'}. winnow portals show ID says more of one.`);
  terminal.remark(neverLive(rows));
}

/** What nobody has seen may not be taken for granted. */
function neverLive(rows: readonly PortalRow[]): string {
  const played = rows.filter(({ tried }) => tried === 'offline').length;
  return `${played} were tried offline, on fixtures made after what is published of them; none was ever tried on the live portal. Before you rely on one: winnow portals run ID with a small range.`;
}

function rowOf({ id, loaded, error }: ConnectorEntry): PortalRow {
  const hasFixture = fixtureIds().includes(id);
  if (!loaded) {
    const empty = { number: null, title: '', languages: [], content: [], formats: [], approach: [], terms: null };
    return { id, ...empty, state: 'has problems', hasFixture, tried: triedAs(hasFixture), problem: error?.message ?? '' };
  }
  const { connector } = loaded;
  return {
    number: connector.number ?? null,
    id,
    title: connector.title,
    languages: connector.languages,
    content: connector.content,
    formats: connector.formats,
    approach: [...new Set(connector.routes.map(({ approach }) => approach))],
    terms: connector.reuse.terms,
    state: stateOf(connector),
    hasFixture,
    tried: triedAs(hasFixture),
  };
}

const triedAs = (hasFixture: boolean): PortalRow['tried'] => (hasFixture ? 'offline' : 'never');

type Portal = NonNullable<ConnectorEntry['loaded']>['connector'];

/** In words: what happens when it is run. */
export function stateOf({ mode, reuse, routes, copy }: Portal): string {
  if (mode === 'refused' || reuse.terms === 'prohibited') return 'refused';
  if (copy !== undefined) return 'needs a copy';
  if (routes[0]?.reuse.confirm) return 'needs --accept';
  return mode === 'complete' ? 'ready' : mode;
}

const COLUMNS: readonly Column<PortalRow>[] = [
  { head: 'no', cell: ({ number }) => number ?? '–', rank: 0 },
  { head: 'id', cell: ({ id }) => id, rank: 0 },
  { head: 'title', cell: ({ title }) => printable(title), rank: 0, least: 8 },
  { head: 'lang', cell: ({ languages }) => languages.join(' '), rank: 0 },
  { head: 'content', cell: ({ content }) => content.join(', '), rank: 2 },
  { head: 'formats', cell: ({ formats }) => formats.map(shortFormat).join(', '), rank: 3 },
  { head: 'approach', cell: ({ approach }) => approach.join(', '), rank: 1 },
  { head: 'terms', cell: ({ terms }) => terms ?? '–', rank: 0 },
  { head: 'tried', cell: ({ tried }) => tried, rank: 0 },
  { head: 'state', cell: ({ state }) => state, rank: 0 },
];
