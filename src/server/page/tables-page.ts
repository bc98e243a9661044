/** /tables: how a crawl stands, and the tables of its workspace and of the databases beside it. Complete without a script. */
import type { DatabaseState, TableFigures, TableRows } from '../../store/index.js';
import type { CrawlStatus } from '../crawls/index.js';
import { figureTexts } from './figures.js';
import { frame, section, wideTable } from './frame.js';
import { cards, choiceOf } from './live-page.js';
import { clock, escape, number, plural, size } from './text.js';

export interface TablesView {
  /** Names of all crawls. */
  readonly crawls: readonly string[];
  /** Null: there is none yet. A sentence: it cannot be read now. */
  readonly crawl: { readonly status: CrawlStatus; readonly tables: readonly TableFigures[] } | string | null;
  readonly databases: readonly DatabaseView[];
  readonly version: string;
}

type DatabaseView =
  | { readonly name: string; readonly state: DatabaseState; readonly tables: readonly TableFigures[] }
  | { readonly name: string; readonly error: { readonly message: string } };

export function tablesPage(view: TablesView): string {
  const { crawl, crawls, databases, version } = view;
  const shown = crawl !== null && typeof crawl !== 'string' ? crawl : null;
  const name = shown?.status.name ?? null;
  return frame({
    title: 'Tables · Winnow',
    // Whoever watches sees the tables grow; one that is over stays as it is.
    head: shown && shown.status.state !== 'running' ? '' : '<meta http-equiv="refresh" content="3">',
    header: `<p class="brand"><a href="/">Winnow</a></p><h1>Tables</h1>${stateOf(crawl)}${choiceOf(crawls, name, '/tables')}`,
    main: `${shown ? cards(figureTexts(shown.status)) : ''}${databases.map(databaseSection).join('')}${shown ? workspaceSection(shown) : ''}`,
    attributes: '',
    footer: `<p>Winnow ${escape(version)}. Only for looking: nothing can be changed from here.</p><nav aria-label="More"><a href="/${name === null ? '' : `?crawl=${encodeURIComponent(name)}`}">Crawl</a> <a href="/docs">API</a></nav>`,
    script: null,
  });
}

function stateOf(crawl: TablesView['crawl']): string {
  if (crawl === null) return '<p class="state" role="status">There is no crawl yet.</p>';
  if (typeof crawl === 'string') return `<p class="state" role="status">${escape(crawl)}</p>`;
  const { status } = crawl;
  return `<p class="state ${status.state}" role="status">${escape(`${status.name}, ${(figureTexts(status)['state'] ?? '').replace(/^\w/, (first) => first.toLowerCase())}`)}</p>`;
}

function databaseSection(database: DatabaseView): string {
  const title = `Database ${database.name}`;
  if ('error' in database) return section(title, `<p class="quiet" role="alert">${escape(database.error.message)}</p>`);
  const { product, bytes, connections, commits, startedAt } = database.state;
  const words = `${product}, ${size(bytes)}, ${plural(connections, 'connection')}, ${plural(commits, 'commit')}, up since ${clock(startedAt)}`;
  const rows = database.tables.map((table) => figuresRow(table, { database: database.name }));
  return section(title, `<p class="about">${escape(words)}</p>${tableOf(rows, ['Table', 'Rows', 'Size'])}`);
}

function workspaceSection({ status: { name, workspace }, tables }: { status: CrawlStatus; tables: readonly TableFigures[] }): string {
  const rows = tables.map((table) => figuresRow(table, { crawl: name }));
  return section(`Workspace ${name}`, `<p class="about"><code>${escape(workspace)}/core.db</code></p>${tableOf(rows, ['Table', 'Rows'])}`);
}

const tableOf = (rows: readonly string[], titles: readonly string[]): string =>
  rows.length ? wideTable(titles, rows, 'tables') : '<p class="empty">It has no tables yet.</p>';

type Place = { readonly crawl: string } | { readonly database: string };

const linkTo = (place: Place, table: string, after = 0): string =>
  escape(`/tables/rows?${new URLSearchParams({ ...place, table, ...(after > 0 ? { after: String(after) } : {}) })}`);

function figuresRow({ name, rows, isExact, bytes }: TableFigures, place: Place): string {
  const count = rows === null ? 'not counted' : `${isExact ? '' : 'about '}${number(rows)}`;
  const space = 'database' in place ? `<td class="n">${bytes === null ? '–' : size(bytes)}</td>` : '';
  return `<tr><th scope="row"><a href="${linkTo(place, name)}">${escape(name)}</a></th><td class="n">${count}</td>${space}</tr>`;
}

export interface RowsView {
  readonly place: Place;
  readonly table: string;
  readonly after: number;
  readonly limit: number;
  readonly found: TableRows;
}

export function rowsPage({ place, table, after, limit, found }: RowsView): string {
  const { columns, rows, next } = found;
  const back = 'crawl' in place ? `/tables?crawl=${encodeURIComponent(place.crawl)}` : '/tables';
  const where = 'crawl' in place ? `Workspace ${place.crawl}` : `Database ${place.database}`;
  const from = rows.length ? `rows ${number(after + 1)} to ${number(after + rows.length)}` : 'no rows';
  const earlier = after > 0 ? `<a href="${linkTo(place, table, Math.max(0, after - limit))}" rel="prev">Earlier rows</a> ` : '';
  const later = next === null ? '' : `<a href="${linkTo(place, table, next)}" rel="next">Further rows</a>`;
  return frame({
    title: `${table} · Winnow`,
    head: '',
    header: `<p class="brand"><a href="/">Winnow</a></p><h1>${escape(table)}</h1><p class="state" role="status">${escape(where)}, ${from}</p>`,
    main: `${rows.length ? wideTable(columns, rows.map(cellsOf), 'rows') : ''}<p class="pages">${earlier}${later}</p>`,
    attributes: '',
    footer: `<p>Long values are cut; bytes are told by their number.</p><nav aria-label="More"><a href="${escape(back)}">Tables</a> <a href="/docs">API</a></nav>`,
    script: null,
  });
}

const cellsOf = (row: readonly (string | null)[]): string =>
  `<tr>${row.map((value) => (value === null ? '<td class="null">–</td>' : `<td title="${escape(value)}"><bdi>${escape(value)}</bdi></td>`)).join('')}</tr>`;
