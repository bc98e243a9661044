/**
 * The one page of the server so far: how a crawl stands, made from its report.
 *
 * Plain HTML without script: everything on it comes from the network and is escaped; the policy header forbids the rest.
 */
import type { RunReport } from '../deliver/index.js';

export interface PageRow {
  readonly url: string;
  readonly title: string | null;
  readonly language: string | null;
  readonly site: string;
}

export interface LivePage {
  readonly report: RunReport | null;
  readonly pages: readonly PageRow[];
  readonly workspace: string;
}

export function reportPage({ report, pages, workspace }: LivePage): string {
  const running = !report || report.state === 'running';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${running ? '<meta http-equiv="refresh" content="1">' : ''}<title>${escape(report?.name ?? 'Winnow')} · Winnow</title><style>${STYLE}</style></head>
<body><header><p class="brand">Winnow</p><h1>${escape(report?.name ?? 'starting')}</h1>${report ? `<p class="state ${report.state}">${escape(stateOf(report))}</p>` : ''}</header>
<main>${report ? body(report, pages) : '<p>The crawl is starting.</p>'}</main>
<footer><p>Workspace <code>${escape(workspace)}</code> · <a href="/report.json">report.json</a></p></footer></body></html>`;
}

function body(report: RunReport, pages: readonly PageRow[]): string {
  return [
    cards(report),
    sites(report),
    shares(
      'Languages',
      report.summary.languages.map(({ language, count }) => [language, count]),
    ),
    notFetched(report),
    latest(pages),
  ].join('\n');
}

function cards({ summary, seconds, pagesPerSecond }: RunReport): string {
  const { Add, Upd, Del, None } = summary.operations;
  const cells: [string, string, string][] = [
    [
      'Documents',
      number(summary.documents),
      `${number(Add)} new · ${number(Upd)} changed · ${number(Del)} deleted · ${number(None)} unchanged`,
    ],
    ['Fetches', number(summary.fetches), `${number(summary.failures)} failed`],
    ['Archive', megabytes(summary.archive.bytes), `${summary.archive.files} WARC ${summary.archive.files === 1 ? 'file' : 'files'}`],
    ['Time', `${Math.round(seconds)} s`, pagesPerSecond ? `${pagesPerSecond.toFixed(1)} pages a second` : 'running'],
  ];
  return `<section class="cards">${cells.map(([name, value, more]) => `<div><h2>${name}</h2><p class="value">${value}</p><p class="more">${more}</p></div>`).join('')}</section>`;
}

function sites({ summary }: RunReport): string {
  const rows = summary.sites.map(
    (site) =>
      `<tr><td><bdi>${escape(site.site)}</bdi></td><td class="n">${number(site.documents)}</td><td class="n">${number(site.fetches)}</td><td class="n">${number(site.queued)}</td><td>${escape(site.robots)}</td></tr>`,
  );
  return section(
    'Sites',
    `<div class="wide"><table><thead><tr><th>Site</th><th class="n">Documents</th><th class="n">Fetches</th><th class="n">Queued</th><th>robots.txt</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`,
  );
}

function shares(title: string, counts: readonly (readonly [string, number])[]): string {
  const most = Math.max(1, ...counts.map(([, count]) => count));
  const bars = counts.map(
    ([name, count]) => `<li><span>${escape(name)}</span><meter min="0" max="${most}" value="${count}"></meter><b>${number(count)}</b></li>`,
  );
  return bars.length ? section(title, `<ul class="bars">${bars.join('')}</ul>`) : '';
}

function notFetched({ summary }: RunReport): string {
  const rows = [
    ...summary.errors.map(({ error, count, example }) => [error, count, example] as const),
    ...summary.rejections.map(({ filter, count, example }) => [`left out by ${filter}`, count, example] as const),
  ];
  const items = rows.map(
    ([what, count, example]) =>
      `<tr><td>${escape(what)}</td><td class="n">${number(count)}</td><td class="url"><bdi>${escape(example)}</bdi></td></tr>`,
  );
  return items.length
    ? section(
        'Not fetched',
        `<div class="wide"><table><thead><tr><th>Why</th><th class="n">URLs</th><th>Such as</th></tr></thead><tbody>${items.join('')}</tbody></table></div>`,
      )
    : '';
}

function latest(pages: readonly PageRow[]): string {
  const rows = pages.map(
    ({ url, title, language }) =>
      `<tr><td dir="auto">${escape(title ?? '(no title)')}</td><td>${escape(language ?? '')}</td><td class="url"><bdi>${escape(url)}</bdi></td></tr>`,
  );
  return rows.length ? section('Newest pages', `<div class="wide"><table><tbody>${rows.join('')}</tbody></table></div>`) : '';
}

const section = (title: string, inner: string): string => `<section><h2>${title}</h2>${inner}</section>`;
const stateOf = ({ run, state, reason }: RunReport): string => `Run ${run}: ${state}${reason ? `, ${reason}` : ''}`;
const number = (value: number): string => value.toLocaleString('en');
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

const STYLE = `
:root{color-scheme:light dark;--ink:#1d2733;--dim:#5b6776;--line:#dfe4ea;--paper:#fbfaf7;--card:#fff;--accent:#9a6a00}
@media (prefers-color-scheme:dark){:root{--ink:#e7ebf0;--dim:#9aa6b4;--line:#2c3540;--paper:#12171d;--card:#19202a;--accent:#e3b04b}}
*{box-sizing:border-box}body{margin:0 auto;max-width:72rem;padding:1.5rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem;border-bottom:2px solid var(--accent);margin-bottom:1.5rem}
.brand{margin:0;font-weight:700;color:var(--accent);letter-spacing:.04em}h1{margin:0;font-size:1.6rem}.state{margin:0 0 .3rem;color:var(--dim)}
h2{font-size:1rem;margin:2rem 0 .5rem}.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:1rem}
.cards div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1rem}.cards h2{margin:0;color:var(--dim);font-weight:500}
.value{margin:.2rem 0;font-size:1.9rem;font-weight:650;font-variant-numeric:tabular-nums}.more{margin:0;color:var(--dim);font-size:.9rem}
.wide{overflow-x:auto;border:1px solid var(--line);border-radius:.5rem;background:var(--card)}table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{padding:.4rem .75rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}tr:last-child td{border-bottom:0}th{color:var(--dim);font-weight:500}
td:not(.url):not([dir]){white-space:nowrap}.n{text-align:right;font-variant-numeric:tabular-nums}.url{color:var(--dim);word-break:break-all}
.bars{list-style:none;margin:0;padding:0;display:grid;gap:.3rem}.bars li{display:grid;grid-template-columns:5rem 1fr 4rem;gap:.75rem;align-items:center}.bars meter{width:100%;height:.9rem}.bars b{text-align:right;font-weight:500;font-variant-numeric:tabular-nums}
footer{margin-top:2.5rem;color:var(--dim);font-size:.9rem}a{color:var(--accent)}code{word-break:break-all}`;
