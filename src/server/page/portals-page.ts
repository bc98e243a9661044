/** /portals: every portal as a row, with its last run. Complete without a script. */
import type { PortalRow } from '../portals/index.js';
import { frame } from './frame.js';
import { clock, escape, number, plural } from './text.js';

const COLUMNS = [
  ['No', 'n'],
  ['Portal', ''],
  ['Country', 'country'],
  ['Language', 'language'],
  ['State', ''],
  ['Last run', ''],
  ['Documents', 'n documents'],
  ['Health', 'health'],
] as const;

export function portalsPage(rows: readonly PortalRow[], version: string): string {
  const heads = COLUMNS.map(([title, kind]) => `<th scope="col"${kind ? ` class="${kind}"` : ''}>${title}</th>`).join('');
  const busy = rows.filter(({ state }) => state === 'Executing').length;
  return frame({
    title: 'Portals · Winnow',
    head: busy > 0 ? '<meta http-equiv="refresh" content="5">' : '',
    header: `<p class="brand"><a href="/">Winnow</a></p><h1>Portals</h1><p class="state ${busy > 0 ? 'running' : ''}" role="status">${plural(rows.length, 'portal')}${busy > 0 ? `, ${number(busy)} running` : ''}</p>`,
    main: `<div class="wide" tabindex="0" role="region" aria-label="Portals"><table class="portals"><thead><tr>${heads}</tr></thead><tbody>${rows.map(rowOf).join('')}</tbody></table></div>`,
    attributes: '',
    footer: `<p>Winnow ${escape(version)}. Check the terms of each portal yourself.</p><nav aria-label="More"><a href="/">Crawls</a> <a href="/docs">API</a></nav>`,
    script: null,
  });
}

function rowOf({ id, number: position, title, country, languages, availability, state, progress, last, health }: PortalRow): string {
  const address = `/portals/${encodeURIComponent(id)}`;
  const stands = state === 'Executing' ? `running, ${progress} %` : availability;
  return `<tr><td class="n">${position ?? '–'}</td>
<td class="what"><a href="${escape(address)}">${escape(title)}</a><span class="url">${escape(id)}</span></td>
<td class="country">${escape(country ?? '–')}</td><td class="language">${escape(languages.join(' '))}</td>
<td><span class="stands ${state === 'Executing' ? 'running' : ''}">${escape(stands)}</span></td>
<td>${lastCell(last)}</td><td class="n documents">${last?.documents == null ? '–' : number(last.documents)}</td><td class="health">${healthCell(health)}</td></tr>`;
}

function lastCell(last: PortalRow['last']): string {
  if (!last) return '–';
  const words = last.isSuspicious ? 'suspicious' : last.state;
  return `<time datetime="${escape(last.startedAt)}" title="${escape(last.reason ?? '')}">${escape(clock(last.startedAt).slice(0, 16))}</time><span class="url ${last.isSuspicious || last.state === 'failed' ? 'bad' : ''}">${escape(words)}</span>`;
}

function healthCell(health: PortalRow['health']): string {
  if (!health) return '–';
  return `<span class="${health.state}" title="${escape(health.findings.slice(0, 5).join('\n'))}">${health.state}</span>`;
}
