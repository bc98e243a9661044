/** winnow report portals: the table of portals from finished runs, in all crawls below ./crawls or in those that are named. */
import { resolve } from 'node:path';
import { portalHealth, withReading } from '../../assembly/index.js';
import { type CompleteConnector, loadConnector } from '../../definition/connector/index.js';
import type { RunRow } from '../../store/index.js';
import { widthOf } from '../lines.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { connectorFolders } from './connector-folders.js';
import { crawlsBelow } from './crawls-below.js';
import { formatFigures, type PortalFigures } from './format-figures.js';

export interface PortalReportFlags {
  /** Null: every crawl below ./crawls. */
  readonly workspace: string | null;
  readonly run?: number;
  readonly json?: boolean;
}

export async function reportPortals(flags: PortalReportFlags, terminal: Terminal): Promise<void> {
  const folders = flags.workspace === null ? crawlsBelow('crawls') : [resolve(flags.workspace)];
  const rows: PortalFigures[] = [];
  for (const folder of folders) rows.push(...(await figuresIn(folder, flags.run)));
  if (rows.length === 0)
    throw new UsageError('No portal has been harvested here yet: winnow portals run ID does it, winnow portals list names them.');
  rows.sort(
    (one, other) => (one.number ?? Number.POSITIVE_INFINITY) - (other.number ?? Number.POSITIVE_INFINITY) || one.id.localeCompare(other.id),
  );
  terminal.print(flags.json ? JSON.stringify(rows, null, 2) : formatFigures(rows, widthOf(terminal)));
}

/** What the engine writes down of a harvest when it ends. */
interface Statistics {
  readonly harvest: string;
  readonly documents: number;
  readonly bytes: number;
  readonly requests: number;
  readonly elapsedMs: number;
  readonly routes?: readonly { readonly route: string; readonly outcome: string }[];
}

/** The last finished run of each portal in a workspace, or the one that is named. */
async function figuresIn(workspace: string, wanted?: number): Promise<PortalFigures[]> {
  const last = new Map<string, { run: RunRow; statistics: Statistics }>();
  for (const run of await runsIn(workspace)) {
    const statistics = statisticsOf(run);
    if (statistics && (wanted === undefined ? run.state === 'finished' : run.id === wanted))
      last.set(statistics.harvest, { run, statistics });
  }
  const health = await portalHealth({ workspace, connectors: connectorFolders({}) });
  const stateOf = (portal: string): string | null => health.find((each) => each.portal === portal)?.state ?? null;
  return Promise.all([...last.values()].map(({ run, statistics }) => figuresOf(run, statistics, workspace, stateOf(statistics.harvest))));
}

async function runsIn(workspace: string): Promise<RunRow[]> {
  try {
    return await withReading(workspace, ({ repository }) => repository.runs());
  } catch {
    return []; // a folder that is no workspace, or one of another format
  }
}

function statisticsOf({ statistics }: RunRow): Statistics | null {
  if (statistics === null) return null;
  const read = JSON.parse(statistics) as Partial<Statistics>;
  return typeof read.harvest === 'string' ? (read as Statistics) : null;
}

async function figuresOf(run: RunRow, statistics: Statistics, workspace: string, health: string | null): Promise<PortalFigures> {
  const { harvest: id, documents, bytes, requests, elapsedMs } = statistics;
  const connector = await loadConnector(id, connectorFolders({})).then(
    (loaded) => loaded.connector,
    () => null,
  );
  return {
    ...described(id, connector),
    tool: toolOf(statistics, connector),
    documents,
    bytes,
    requests,
    workspace,
    run: run.id,
    state: run.state,
    health,
    seconds: Math.max(run.elapsed, elapsedMs) / 1000,
  };
}

/** A connector that is gone leaves its figures behind. */
function described(id: string, connector: CompleteConnector | null) {
  if (!connector) return { number: null, id, title: id, url: '', content: [], formats: [], languages: [] };
  const { number = null, title, url = '', content, formats, languages } = connector;
  return { number, id, title, url, content, formats, languages };
}

const toolOf = ({ routes = [] }: Statistics, connector: CompleteConnector | null): string =>
  routes.at(-1)?.route ?? connector?.routes[0]?.approach ?? '–';
