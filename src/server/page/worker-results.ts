/** What a run came to, for people: the five figures every worker has, and what its report says beyond them. */
import type { WorkerResults } from '../../run/workers/index.js';
import { clock, duration, escape, number } from './text.js';

export function workerResults(results: WorkerResults | null): string {
  if (!results) return '<p class="empty">No run has ended yet.</p>';
  const { Success, Start, End, Duration, DownloadedDocs, Message, Report } = results;
  const rows = [
    ['Success', Success ? 'yes' : 'no'],
    ['Start', `${clock(Start)} UTC`],
    ['End', `${clock(End)} UTC`],
    ['Duration', Duration < 10 ? `${Duration.toFixed(1)} s` : duration(Duration)],
    ['Downloaded documents', number(DownloadedDocs)],
    ['Message', Message],
  ];
  return `<dl class="facts">${rows.map(([name = '', text = '']) => `<div><dt>${name}</dt><dd>${escape(text)}</dd></div>`).join('')}</dl>${operations(Report)}${problems(Report)}`;
}

interface Report {
  readonly operations?: Readonly<Record<string, number>>;
  readonly failed?: number;
  readonly problems?: readonly { readonly rule: string; readonly message: string }[];
}

const OPERATIONS = [
  ['Add', 'new'],
  ['Upd', 'changed'],
  ['Del', 'deleted'],
  ['None', 'unchanged'],
] as const;

function operations(report: unknown): string {
  const { operations: counts, failed = 0 } = (report ?? {}) as Report;
  if (!counts) return '';
  const cells = [...OPERATIONS.map(([name, words]) => [name, words, counts[name] ?? 0] as const), ['held', 'not had', failed] as const];
  return `<dl class="run">${cells.map(([name, words, count]) => `<div class="${name}"><dt>${words}</dt><dd${count === 0 ? ' class="zero"' : ''}>${number(count)}</dd></div>`).join('')}</dl>`;
}

function problems(report: unknown): string {
  const { problems: list = [] } = (report ?? {}) as Report;
  if (list.length === 0) return '';
  const rows = list.slice(0, 50).map(({ rule, message }) => `<li><code>${escape(rule)}</code> ${escape(message)}</li>`);
  return `<h3>Rules that failed: nothing was deleted</h3><ul class="problems">${rows.join('')}</ul>`;
}
