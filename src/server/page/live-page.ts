/**
 * The live page: how a crawl stands, made on the server so that it is complete without a script. The script then keeps
 * it up to date: it writes the elements marked data-figure anew, puts changes on top, and takes the parts marked
 * data-part from a fresh copy of the page.
 */
import type { AnomalyRow, DuplicateCluster, RunSummary, TrapListing } from '../../store/index.js';
import type { CrawlStatus } from '../crawls/index.js';
import { changeRow, type ShownEntry } from './change-row.js';
import { figureTexts } from './figures.js';
import { frame, section, wideTable } from './frame.js';
import { escape, number, plural } from './text.js';

export interface LiveView {
  /** Whether a run can be started from here. */
  readonly mayStart: boolean;
  readonly status: CrawlStatus;
  readonly summary: RunSummary | null;
  readonly changes: readonly ShownEntry[];
  readonly anomalies: readonly AnomalyRow[];
  /** Those that are paused. */
  readonly traps: readonly TrapListing[];
  /** The largest. */
  readonly clusters: readonly DuplicateCluster[];
}

export interface PageContext {
  /** Names of all crawls that are served. */
  readonly crawls: readonly string[];
  /** The one that is shown; null when there is none. */
  readonly crawl: string | null;
  /** Whether portals are served too. */
  readonly hasPortals: boolean;
}

const SITES_SHOWN = 100;
export const CHANGES_SHOWN = 25;

export function livePage(view: LiveView, context: PageContext): string {
  const { status } = view;
  const figures = figureTexts(status);
  return frame({
    title: `${status.name} · Winnow`,
    head: status.state === 'running' ? '<noscript><meta http-equiv="refresh" content="3"></noscript>' : '',
    header: header(
      status.name,
      `<p class="state ${status.state}" role="status" data-figure="state">${escape(figures['state'] ?? '')}</p>`,
      context,
    ),
    main: `${part('controls', controls(view))}${cards(figures)}${thisRun(figures)}
<div class="columns"><div>${changes(view)}</div><div>${part('held', anomalies(view.anomalies))}${part('failures', failures(view.summary))}${part('traps', traps(view))}${part('duplicates', duplicates(view))}${part('languages', languages(view.summary))}</div></div>
${part('sites', sites(view.summary))}`,
    attributes: `data-crawl="${escape(status.name)}" data-after="${status.sequence}" data-shown="${CHANGES_SHOWN}"`,
    footer: footer(status, context),
    script: '/live.js',
  });
}

/** When there is nothing to show: no crawl yet, or a workspace that cannot be read now. */
export function quietPage(message: string, context: PageContext): string {
  return frame({
    title: 'Winnow',
    head: '<meta http-equiv="refresh" content="2">',
    header: header(context.crawl ?? 'No crawl yet', '', context),
    main: `<p class="quiet" role="status">${escape(message)}</p>`,
    attributes: '',
    footer: `<p>${portalsLink(context)}<a href="/docs">API</a></p>`,
    script: null,
  });
}

function header(name: string, state: string, { crawls, crawl }: PageContext): string {
  return `<p class="brand"><a href="/">Winnow</a></p><h1>${escape(name)}</h1>${state}${choiceOf(crawls, crawl, '/')}`;
}

/** Which crawl is shown, where there are several. */
export function choiceOf(crawls: readonly string[], crawl: string | null, address: string): string {
  const options = crawls.map((each) => `<option${each === crawl ? ' selected' : ''}>${escape(each)}</option>`).join('');
  return crawls.length > 1
    ? `<form action="${address}" class="choice"><label for="crawl">Crawl</label> <select id="crawl" name="crawl">${options}</select> <button>Show</button></form>`
    : '';
}

const part = (name: string, inner: string): string => `<div data-part="${name}">${inner}</div>`;

/** What can be asked of it now. Shown by the script, which does the asking. */
function controls({ status: { state, statistics }, mayStart }: LiveView): string {
  const isAtWork = statistics !== null;
  const wishes = [
    ...(state === 'running' && isAtWork ? [['pause', 'Pause']] : []),
    ...(state === 'paused' && isAtWork ? [['go-on', 'Go on']] : []),
    ...(isAtWork ? [['stop', 'Stop']] : []),
    ...(!isAtWork && mayStart && state !== 'none' ? [['start', 'Start']] : []),
  ];
  const buttons = wishes.map(([wish, words]) => `<button type="button" data-do="${wish}">${words}</button>`);
  return `<p class="controls" role="group" aria-label="Control">${buttons.join(' ')}</p>`;
}

const CARDS = [
  ['documents', 'Documents'],
  ['rate', 'Pages a second'],
  ['queue', 'Queue'],
  ['archive', 'Archive'],
  ['time', 'Time'],
] as const;

export function cards(figures: Readonly<Record<string, string>>): string {
  const card = (name: string, title: string) =>
    `<div><h3>${title}</h3><p class="value" data-figure="${name}">${escape(figures[name] ?? '')}</p>${name === 'rate' ? SPARK : ''}<p class="more" data-figure="${name}More">${escape(figures[`${name}More`] ?? '')}</p></div>`;
  return `<section aria-label="In numbers"><h2 class="hidden">In numbers</h2><div class="cards">${CARDS.map(([name, title]) => card(name, title)).join('')}</div></section>`;
}

/** Drawn by the script. */
const SPARK = '<svg class="spark" viewBox="0 0 120 24" preserveAspectRatio="none" aria-hidden="true"><polyline points=""/></svg>';

const OPERATIONS = [
  ['Add', 'new'],
  ['Upd', 'changed'],
  ['Del', 'deleted'],
  ['None', 'unchanged'],
  ['waiting', 'waiting'],
  ['suspected', 'suspected'],
  ['held', 'held back'],
] as const;

function thisRun(figures: Readonly<Record<string, string>>): string {
  const cells = OPERATIONS.map(
    ([name, words]) =>
      `<div class="${name}"><dt>${words}</dt><dd data-figure="${name}"${figures[name] === '0' ? ' class="zero"' : ''}>${escape(figures[name] ?? '')}</dd></div>`,
  );
  return section('This run', `<dl class="run">${cells.join('')}</dl>`);
}

function changes({ changes: entries, status }: LiveView): string {
  const rows = entries.map((entry) => changeRow(entry, status.name)).join('');
  return section(
    'Newest changes',
    `<div class="wide"><table class="changes"><thead><tr><th scope="col">Change</th><th scope="col">Document</th><th scope="col">Why</th><th scope="col" class="when">Time</th></tr></thead><tbody id="changes">${rows}</tbody></table></div><p class="empty"${rows ? ' hidden' : ''}>Nothing has changed yet.</p>`,
  );
}

function failures(summary: RunSummary | null): string {
  const { errors = [], rejections = [], statuses = [] } = summary ?? {};
  const rows = [
    ...errors.map(({ error, count, example }) => [failureWords(error), count, example] as const),
    ...statuses.filter(({ status }) => status >= 400).map(({ status, count }) => [`answered ${status}`, count, ''] as const),
    ...rejections.map(({ filter, count, example }) => [`left out by ${filter}`, count, example] as const),
  ].map(
    ([what, count, example]) =>
      `<tr><td class="what">${escape(what)}${example ? `<span class="url"><bdi>${escape(example)}</bdi></span>` : ''}</td><td class="n">${number(count)}</td></tr>`,
  );
  return rows.length ? section('Not fetched, and why', wideTable(['Why', 'URLs'], rows)) : '';
}

/** FETCH_CONNECT_FAILED reads as connect failed. */
const failureWords = (code: string): string =>
  code
    .replace(/^FETCH_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();

function anomalies(list: readonly AnomalyRow[]): string {
  const rows = list.map(
    ({ site, kind, detail, documents }) =>
      `<tr><td class="what"><bdi>${escape(site)}</bdi><span class="url">${escape(kind)}: ${escape(detail)}</span></td><td class="n">${number(documents)}</td></tr>`,
  );
  return rows.length ? section('Held back', wideTable(['Site', 'Documents'], rows)) : '';
}

function traps({ traps: list, summary }: LiveView): string {
  const rows = list.map(
    ({ site, pattern, reason, fetched }) =>
      `<tr><td class="what"><bdi>${escape(site + pattern)}</bdi><span class="url">${escape(reason)}</span></td><td class="n">${number(fetched)}</td></tr>`,
  );
  const leftOut = `<p class="empty">${plural(summary?.traps.leftOut ?? 0, 'URL')} left out: <code>winnow traps</code></p>`;
  return rows.length ? section('Traps', wideTable(['Kind of URL, paused', 'Fetches'], rows) + leftOut) : '';
}

function duplicates({ clusters, summary, status }: LiveView): string {
  const document = (id: number): string => escape(`/api/v1/crawls/${encodeURIComponent(status.name)}/documents/${id}`);
  const rows = clusters.map(
    ({ document: id, url, title, copies }) =>
      `<tr><td class="what"><a href="${document(id)}">${escape(title || '(no title)')}</a><span class="url"><bdi>${escape(url)}</bdi></span></td><td class="n">${number(copies)}</td></tr>`,
  );
  const { documents = 0, exact = 0 } = summary?.duplicates ?? {};
  const all = `<p class="empty">${plural(documents, 'document')} in all, ${number(exact)} with the very same words</p>`;
  return rows.length ? section('Near-duplicates', wideTable(['Original', 'Copies'], rows) + all) : '';
}

function languages(summary: RunSummary | null): string {
  const counts = summary?.languages.slice(0, 8) ?? [];
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const bars = counts.map(
    ({ language, count }) =>
      `<li><span>${escape(language)}</span><meter min="0" max="${most}" value="${count}">${number(count)}</meter><b>${number(count)}</b></li>`,
  );
  return bars.length ? section('Languages', `<ul class="bars">${bars.join('')}</ul>`) : '';
}

function sites(summary: RunSummary | null): string {
  const all = summary?.sites ?? [];
  const rows = all
    .slice(0, SITES_SHOWN)
    .map(
      (site) =>
        `<tr><th scope="row"><bdi>${escape(site.site)}</bdi></th><td class="n">${number(site.documents)}</td><td class="n">${number(site.fetches)}</td><td class="n">${number(site.failures)}</td><td class="n">${number(site.queued)}</td><td class="robots">${escape(site.robots.replace(/^robots\.txt /, ''))}</td></tr>`,
    );
  const more = all.length > SITES_SHOWN ? `<p class="empty">And ${number(all.length - SITES_SHOWN)} more.</p>` : '';
  return rows.length
    ? section('Sites', wideTable(['Site', 'Documents', 'Fetches', 'Failed', 'Queued', 'robots.txt'], rows, 'sites') + more)
    : '';
}

const portalsLink = ({ hasPortals }: PageContext): string => (hasPortals ? '<a href="/portals">Portals</a> ' : '');

function footer({ name, workspace }: CrawlStatus, context: PageContext): string {
  const api = `/api/v1/crawls/${encodeURIComponent(name)}`;
  return `<p>Workspace <code>${escape(workspace)}</code></p>
<nav aria-label="More">${portalsLink(context)}<a href="/search?crawl=${encodeURIComponent(name)}">Search</a> <a href="/reports?crawl=${encodeURIComponent(name)}">Reports</a> <a href="/tables?crawl=${encodeURIComponent(name)}">Tables</a> <a href="/docs">API</a> <a href="${escape(api)}/journal">Journal</a> <a href="${escape(api)}/documents">Documents</a> <a href="${escape(api)}/reports/latest">Report</a> <a href="/metrics">Metrics</a></nav>`;
}
