/** The page of reports: which there are, what they must be told, and the answer as a table. Complete without a script. */
import { REPORTS, type Report, reportOf } from '../../views/scutter/index.js';
import type { ReportAnswer } from '../api/reports.js';
import { frame, section, wideTable } from './frame.js';
import { escape, plural } from './text.js';

export interface ReportsView {
  readonly crawl: string;
  readonly report: string | null;
  readonly parameters: Readonly<Record<string, string>>;
  /** Null when nothing was asked; a sentence when it went wrong. */
  readonly answer: ReportAnswer | string | null;
}

const ROWS_SHOWN = 1000;

export function reportsPage(view: ReportsView): string {
  const { crawl, report } = view;
  const chosen = report === null ? null : reportOf(report);
  const name = encodeURIComponent(crawl);
  return frame({
    title: `${chosen ? `${chosen.title} · ` : ''}${crawl} · Winnow`,
    head: '',
    header: `<p class="brand"><a href="/?crawl=${name}">Winnow</a></p><h1>${escape(crawl)}</h1>`,
    main: `${chosen ? answerSection(view, chosen) : ''}${typeof view.answer === 'string' ? `<p class="quiet" role="alert">${escape(view.answer)}</p>` : ''}${section(
      'Reports',
      wideTable(
        ['Report', 'About'],
        REPORTS.map((each) => reportRow(each, crawl)),
      ),
    )}`,
    attributes: 'class="search"',
    footer: `<p>Questions over the record of the crawl and what its documents say, in SPARQL. The same: <code>winnow report</code></p><nav aria-label="More"><a href="/?crawl=${name}">Crawl</a> <a href="/search?crawl=${name}">Search</a> <a href="/docs">API</a></nav>`,
    script: null,
  });
}

const linkTo = (crawl: string, report: string, parameters: Readonly<Record<string, string>> = {}): string =>
  escape(`/reports?${new URLSearchParams({ crawl, report, ...parameters })}`);

function reportRow({ name, title, parameters }: Report, crawl: string): string {
  const needs = Object.values(parameters).join(', ');
  return `<tr><td><a href="${linkTo(crawl, name)}">${escape(name)}</a></td><td>${escape(title)}${needs ? ` (needs: ${escape(needs)})` : ''}</td></tr>`;
}

function answerSection(view: ReportsView, report: Report): string {
  return section(report.title, `${form(view, report)}${table(view)}`);
}

function form({ crawl, parameters }: ReportsView, report: Report): string {
  const inputs = Object.entries(report.parameters).map(
    ([name, words]) =>
      `<label for="p-${escape(name)}">${escape(words)}</label> <input id="p-${escape(name)}" name="${escape(name)}" value="${escape(parameters[name] ?? '')}" maxlength="8000" required>`,
  );
  if (inputs.length === 0) return '';
  return `<form action="/reports" class="box"><input type="hidden" name="crawl" value="${escape(crawl)}"><input type="hidden" name="report" value="${escape(report.name)}">${inputs.join('')}<button>Show</button></form>`;
}

function table({ answer, crawl }: ReportsView): string {
  if (answer === null || typeof answer === 'string') return '';
  const { variables, rows } = answer;
  const more = rows.length > ROWS_SHOWN ? `, of which the first ${ROWS_SHOWN} are shown` : '';
  const shown = rows.slice(0, ROWS_SHOWN).map((row) => `<tr>${variables.map((name) => cell(name, row[name], crawl)).join('')}</tr>`);
  return `<p class="quiet" role="status">${plural(rows.length, 'row')}${more}.</p>${rows.length ? wideTable(variables, shown) : ''}`;
}

/** A source leads to its history. */
function cell(name: string, term: { readonly type: string; readonly value: string } | undefined, crawl: string): string {
  const text = `<bdi>${escape(term?.value ?? '')}</bdi>`;
  const isSource = name === 'source' && term?.type === 'uri';
  return `<td>${isSource ? `<a href="${linkTo(crawl, 'history-of-resource', { source: term.value })}">${text}</a>` : text}</td>`;
}
