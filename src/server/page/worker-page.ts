/**
 * /portals/ID: the worker of a portal. Start, Cancel and Reset; its parameters, its trace, its results and how it is used.
 *
 * Made on the server so that all of it can be read without a script; the script makes tabs of the sections, does the asking
 * and keeps it up to date: it writes what events tell, and takes the parts marked data-part from a fresh copy of the page.
 */
import { TRACE_LEVELS, type TraceLine } from '../../run/workers/index.js';
import type { LastRun, PortalHealth, PortalWorker, WorkerView } from '../portals/index.js';
import { frame } from './frame.js';
import { clock, escape, number } from './text.js';
import { formSections } from './worker-form.js';
import { workerResults } from './worker-results.js';
import { stateClass, stateText, traceItem } from './worker-words.js';

export interface WorkerPageView {
  readonly portal: PortalWorker;
  readonly view: WorkerView;
  readonly lines: readonly TraceLine[];
  readonly last: LastRun | null;
  readonly health: PortalHealth | null;
  /** Name under which the crawl in its workspace is served; null: it is not. */
  readonly crawl: string | null;
}

const TABS = ['Parameters', 'Trace', 'Results', 'Usage'] as const;

export function workerPage(page: WorkerPageView): string {
  const { portal, view } = page;
  const panels = { Parameters: parameters(page), Trace: trace(page), Results: results(page), Usage: usage(page) };
  return frame({
    title: `${portal.title} · Winnow`,
    head: '',
    header: `<p class="brand"><a href="/">Winnow</a> <a href="/portals">Portals</a></p><h1>${escape(portal.title)}</h1><p class="state ${stateClass(view)}" role="status" data-worker="state">${escape(stateText(view))}</p>`,
    main: `${controls(view)}<div class="tabs" role="tablist" aria-label="Of this worker">${TABS.map(tab).join('')}</div>${TABS.map((name) => panel(name, panels[name])).join('')}`,
    attributes: `class="worker" data-portal="${escape(portal.id)}"`,
    footer: footer(page),
    script: '/worker.js',
  });
}

function controls({ state, progress, message, mayStart }: WorkerView): string {
  const button = (wish: string, isOpen: boolean) =>
    `<button type="button" data-wish="${wish.toLowerCase()}"${isOpen ? '' : ' disabled'}>${wish}</button>`;
  return `<section class="board" aria-label="Control"><p class="buttons" role="group" aria-label="Run">${button('Start', mayStart && state === 'WaitToStart')}${button('Cancel', state === 'Executing')}${button('Reset', state === 'Executed' || state === 'Cancelled')}</p>
<div class="progress"><label for="progress">Progress</label><progress id="progress" max="100" value="${progress}"></progress><output for="progress" data-worker="progress">${progress} %</output></div>
<p class="message" data-worker="message">${escape(message)}</p><p class="trouble" role="alert" data-worker="trouble" hidden></p>${mayStart ? '' : '<p class="note">Runs cannot be started from this server: it wants <code>winnow serve --allow-start</code>.</p>'}<noscript><p class="note">Starting a run, opening and saving need JavaScript; the API at <a href="/docs">/docs</a> does not.</p></noscript></section>`;
}

const tab = (name: string, index: number): string =>
  `<button type="button" role="tab" id="tab-${name}" aria-controls="panel-${name}" aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}">${name}</button>`;

const panel = (name: string, inner: string): string =>
  `<section class="panel" role="tabpanel" id="panel-${name}" aria-labelledby="tab-${name}" tabindex="-1"><h2>${name}</h2>${inner}</section>`;

function parameters({ portal, view }: WorkerPageView): string {
  const isOpen = view.state === 'WaitToStart';
  const confirm = portal.confirm === null ? '' : `<p class="note">To be confirmed with <b>accept</b>: ${escape(portal.confirm)}</p>`;
  return `<p class="buttons" role="group" aria-label="Parameters"><button type="button" data-wish="open"${isOpen ? '' : ' disabled'}>Open…</button><button type="button" data-wish="save">Save</button><input type="file" id="worker-file" accept=".xml,.config,text/xml,application/xml" hidden aria-hidden="true" tabindex="-1"></p>
<p class="note" data-worker="notes" role="status" hidden></p><p class="terms">${escape(portal.terms)}</p>${confirm}
<form id="parameters" novalidate><fieldset class="all"${isOpen ? '' : ' disabled'}><legend class="hidden">Parameters</legend><div data-part="form">${formSections(portal.form, view, portal.confirm !== null)}</div></fieldset></form>
<p class="note locked"${isOpen ? ' hidden' : ''} data-worker="locked">Parameters can be changed before a run: reset the worker first.</p>`;
}

function trace({ portal, lines }: WorkerPageView): string {
  const options = TRACE_LEVELS.map((level) => `<option${level === 'INFO' ? ' selected' : ''}>${level}</option>`).join('');
  const address = `/api/v1/portals/${encodeURIComponent(portal.id)}/trace?format=text&level=INFO`;
  return `<p class="buttons" role="group" aria-label="Trace"><label for="level">Level</label> <select id="level">${options}</select><button type="button" data-wish="clear">Clear</button><a class="button" data-worker="save-trace" href="${escape(address)}" download="${escape(portal.id)}.log">Save</a></p>
<ol class="trace" role="log" aria-label="Trace" tabindex="0">${lines.map(traceItem).join('')}</ol><p class="empty" data-worker="no-trace"${lines.length ? ' hidden' : ''}>No messages yet. They appear here during a run.</p>`;
}

function results({ portal, view, health }: WorkerPageView): string {
  const address = `/api/v1/portals/${encodeURIComponent(portal.id)}/results`;
  const save = view.results
    ? `<a class="button" href="${escape(address)}" download="${escape(portal.id)}-results.json">Save</a>`
    : '<button type="button" disabled>Save</button>';
  return `<div data-part="results"><p class="buttons" role="group" aria-label="Results">${save}</p>${workerResults(view.results)}${healthOf(health)}</div>`;
}

function healthOf(health: PortalHealth | null): string {
  if (!health) return '';
  const findings = health.findings.slice(0, 20).map((finding) => `<li>${escape(finding)}</li>`);
  return `<div class="health"><h3>Health: <span class="${health.state}">${health.state}</span></h3>${findings.length ? `<ul class="problems">${findings.join('')}</ul>` : ''}</div>`;
}

const usage = ({ portal: { usage: text } }: WorkerPageView): string => `<pre class="usage" tabindex="0">${escape(text)}</pre>`;

function footer({ portal, last, crawl }: WorkerPageView): string {
  const before = last
    ? `Last run in the workspace: ${last.run}, ${escape(last.state)}, ${escape(clock(last.startedAt).slice(0, 16))} UTC${last.documents === null ? '' : `, ${number(last.documents)} documents`}.`
    : 'No run is in the workspace yet.';
  const kept =
    crawl === null
      ? ''
      : `<a href="/?crawl=${encodeURIComponent(crawl)}">Workspace</a> <a href="/search?crawl=${encodeURIComponent(crawl)}">Search</a> `;
  const site = portal.url && /^https?:/.test(portal.url) ? `<a href="${escape(portal.url)}" rel="noreferrer">Site</a> ` : '';
  return `<p data-part="last">${before}</p><nav aria-label="More"><a href="/portals">Portals</a> ${site}${kept}<a href="/docs">API</a></nav>`;
}
