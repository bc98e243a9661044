/** The sections of a report, each from data to HTML; one with nothing to say is empty and leaves no trace on the page. */
import type { FullReport } from '../full-report.js';
import { barList, columnChart, shareBar } from './charts.js';
import { address, duration, milliseconds, moment, more, number, plural, section, size, table, text } from './markup.js';

const SITES = 15;
const BARS = 10;

export function cards({ summary, seconds, pagesPerSecond }: FullReport): string {
  const { Add, Upd, Del } = summary.operations;
  const { requisites } = summary;
  const failed = summary.fetches > 0 ? ` (${((100 * summary.failures) / summary.fetches).toFixed(1)} %)` : '';
  const list: [name: string, value: string, words: string][] = [
    ['Documents', number(summary.documents), plural(summary.sites.length, 'site', 'sites')],
    ['Changes', number(Add + Upd + Del), summary.heldBack ? `${number(summary.heldBack)} held back` : 'none held back'],
    ['Fetches', number(summary.fetches), `${number(summary.failures)} failed${failed}`],
    ...(requisites.fetches
      ? [['Requisites', number(requisites.fetches), `images, styles, scripts: ${size(requisites.bytes)}`] as [string, string, string]]
      : []),
    ['Transferred', size(summary.bytes), `archive: ${size(summary.archive.bytes)} in ${plural(summary.archive.files, 'file', 'files')}`],
    ['Time at work', duration(1000 * seconds), `${pagesPerSecond.toFixed(1)} pages a second`],
  ];
  const cells = list.map(([name, value, words]) => `<div class="card"><h2>${name}</h2><p class="value">${value}</p><p>${words}</p></div>`);
  return `<div class="cards">${cells.join('')}</div>`;
}

export function operations({ summary }: FullReport): string {
  const { Add, Upd, Del, None } = summary.operations;
  const shares = [
    { name: 'added', value: Add, colour: 'add' },
    { name: 'changed', value: Upd, colour: 'upd' },
    { name: 'deleted', value: Del, colour: 'del' },
    { name: 'unchanged', value: None, colour: 'none' },
  ];
  const remark = [
    summary.suspected
      ? `${plural(summary.suspected, 'document is', 'documents are')} suspected to be gone and visited again next time.`
      : '',
    summary.heldBack ? `${plural(summary.heldBack, 'change is', 'changes are')} held back: see anomalies.` : '',
  ];
  return section(
    'operations',
    'What changed',
    shareBar('Documents added, changed, deleted and unchanged', shares),
    remark.join(' ').trim(),
  );
}

export function overTime({ timeline }: FullReport): string {
  if (!timeline || timeline.buckets.length < 2) return '';
  const { buckets, from, to, width } = timeline;
  const axis = [from, (from + to) / 2, to].map((at) => clock(at, to - from));
  const requests = columnChart({
    label: 'Requests over time, failed ones apart',
    axis,
    columns: buckets.map(({ at, fetches, failures }) => ({
      title: `${moment(at)}: ${plural(fetches, 'request', 'requests')}, ${number(failures)} failed`,
      parts: [
        { value: fetches - failures, colour: 'main' },
        { value: failures, colour: 'del' },
      ],
    })),
  });
  const bytes = columnChart({
    label: 'Bytes over time',
    axis,
    format: size,
    columns: buckets.map(({ at, bytes: value }) => ({ title: `${moment(at)}: ${size(value)}`, parts: [{ value, colour: 'main' }] })),
  });
  const each = `Each column is ${width < 1000 ? `${width} ms` : duration(width)}; times are UTC.`;
  return section('pages', 'Requests over time', requests, `${each} Failed ones in red.`) + section('bytes', 'Bytes over time', bytes, each);
}

function clock(at: number, span: number): string {
  const iso = new Date(at).toISOString();
  if (span > 172_800_000) return iso.slice(0, 10);
  return span > 600_000 ? iso.slice(11, 16) : iso.slice(11, 19);
}

export function history({ history: runs }: FullReport): string {
  if (runs.length < 2) return '';
  const chart = columnChart({
    label: 'Documents added, changed and deleted in each run',
    atLeast: 12,
    names: runs.map(({ run }) => String(run)),
    columns: runs.map(({ run, startedAt, Add, Upd, Del }) => ({
      title: `Run ${run}, ${moment(startedAt)}: ${number(Add)} added, ${number(Upd)} changed, ${number(Del)} deleted`,
      parts: [
        { value: Add, colour: 'add' },
        { value: Upd, colour: 'upd' },
        { value: Del, colour: 'del' },
      ],
    })),
  });
  const rows = runs
    .slice(-8)
    .reverse()
    .map(({ run, startedAt, state, pages, fetches, bytes, Add, Upd, Del }) => [
      `Run ${run}, ${text(state)}`,
      moment(startedAt),
      ...[pages, Add, Upd, Del, fetches].map(number),
      size(bytes),
    ]);
  const columns = ['Pages', 'Added', 'Changed', 'Deleted', 'Fetches', 'Bytes'].map((head) => ({ head, as: 'number' as const }));
  return section(
    'history',
    'Runs',
    chart + table([{ head: 'Run' }, { head: 'Started (UTC)' }, ...columns], rows),
    'Added green, changed amber, deleted red.',
  ).replace('<section', '<section class="wide"');
}

export const statuses = ({ summary }: FullReport): string =>
  section(
    'answers',
    'Answers',
    barList(
      summary.statuses.slice(0, BARS).map(({ status, count }) => ({
        name: `${status} ${STATUS_WORDS[status] ?? ''}`.trim(),
        value: count,
        colour: status >= 400 ? 'del' : status >= 300 ? 'none' : 'main',
        more: share(count, summary.fetches),
      })),
    ),
  );

const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: 'OK',
  301: 'moved',
  302: 'found elsewhere',
  304: 'not modified',
  307: 'redirect',
  308: 'moved',
  401: 'login wanted',
  403: 'forbidden',
  404: 'not found',
  410: 'gone',
  429: 'too many requests',
  500: 'server error',
  502: 'bad gateway',
  503: 'unavailable',
};

export const types = ({ summary }: FullReport): string =>
  section(
    'types',
    'Types',
    barList(summary.types.slice(0, BARS).map(({ type, count, bytes }) => ({ name: type, value: count, more: size(bytes) }))),
  );

export function languages({ summary }: FullReport): string {
  const total = summary.languages.reduce((sum, { count }) => sum + count, 0);
  const rows = summary.languages.slice(0, BARS).map(({ language, count }) => ({ name: language, value: count, more: share(count, total) }));
  return section('languages', 'Languages', barList(rows));
}

export function responseTimes({ responseTimes: { steps, median, slowest95 } }: FullReport): string {
  const name = (upTo: number | null): string => (upTo === null ? '>10 s' : upTo < 1000 ? `${upTo}` : `${upTo / 1000} s`);
  const chart = columnChart({
    label: 'How long answers took to begin',
    names: steps.map(({ upTo }) => name(upTo)),
    columns: steps.map(({ upTo, count }) => ({
      title: `${upTo === null ? 'longer' : `up to ${milliseconds(upTo)}`}: ${plural(count, 'answer', 'answers')}`,
      parts: [{ value: count, colour: upTo === null || upTo > 2000 ? 'upd' : 'main' }],
    })),
  });
  const remark =
    median === null || slowest95 === null
      ? ''
      : `Half began within ${milliseconds(median)}, 95 % within ${milliseconds(slowest95)}. Columns in milliseconds.`;
  return section('response-times', 'Response times', chart, remark);
}

export function sites({ summary }: FullReport): string {
  const largest = [...summary.sites].sort((a, b) => b.documents - a.documents || b.fetches - a.fetches);
  const rows = largest
    .slice(0, SITES)
    .map((site) => [
      `<bdi>${text(site.site)}</bdi>${site.robots ? `<small>robots.txt: ${text(site.robots.replace(/^robots\.txt /, ''), 120)}</small>` : ''}`,
      number(site.documents),
      number(site.fetches),
      site.failures ? `<span class="bad">${number(site.failures)}</span>` : '0',
      size(site.bytes),
      number(site.queued),
    ]);
  const columns = ['Documents', 'Fetches', 'Failed', 'Bytes', 'Queued'].map((head) => ({ head, as: 'number' as const }));
  return wide(
    section(
      'sites',
      'Largest sites',
      table([{ head: 'Site', as: 'words' }, ...columns], rows) + more(summary.sites.length - SITES, 'sites'),
    ),
  );
}

export function failures({ failures: kinds }: FullReport): string {
  const rows = kinds.map(({ what, count, examples }) => [
    /^\d+$/.test(what) ? `${what} ${STATUS_WORDS[Number(what)] ?? ''}` : text(what),
    number(count),
    examples.map(address).join('<br>'),
  ]);
  return wide(
    section('failures', 'Not fetched', table([{ head: 'Why' }, { head: 'Times', as: 'number' }, { head: 'Such as', as: 'address' }], rows)),
  );
}

/** Sites in trouble: the gaps of the run. */
export function setAside({ summary }: FullReport): string {
  const rows = summary.setAside
    .slice(0, SITES)
    .map(({ site, queued, reason, at }) => [`<bdi>${text(site)}</bdi>`, number(queued), moment(at), text(reason)]);
  const columns = [{ head: 'Site' }, { head: 'URLs left', as: 'number' as const }, { head: 'Since (UTC)' }, { head: 'Why' }];
  const remark = 'These sites were in trouble and were set aside. What is left there waits for the next run; nothing of it counts as gone.';
  return wide(section('set-aside', 'Set aside', table(columns, rows), remark));
}

export function rejections({ summary }: FullReport): string {
  const rows = summary.rejections.slice(0, SITES).map(({ filter, count, example }) => [text(filter), number(count), address(example)]);
  return wide(
    section('rejections', 'Left out', table([{ head: 'Rule' }, { head: 'URLs', as: 'number' }, { head: 'Such as', as: 'address' }], rows)),
  );
}

export function politeness({ politeness: { kept, requests, gaps, tooShort, worst } }: FullReport): string {
  if (requests === 0) return '';
  const verdict = kept
    ? `<p class="remark"><span class="good">Kept.</span> ${number(gaps)} pauses were owed between ${number(requests)} requests, and none was too short.</p>`
    : `<p class="remark"><span class="bad">Not kept.</span> ${number(tooShort)} of ${number(gaps)} pauses were too short.</p>`;
  const rows = worst.map((site) => [
    `<bdi>${text(site.site)}</bdi>`,
    number(site.requests),
    site.largestOwed === null ? '–' : milliseconds(site.largestOwed),
    site.smallestGap === null ? '–' : milliseconds(site.smallestGap),
    site.medianGap === null ? '–' : milliseconds(site.medianGap),
    number(site.atOnce),
  ]);
  const columns = ['Requests', 'Owed', 'Shortest', 'Median', 'At once'].map((head) => ({ head, as: 'number' as const }));
  return wide(section('politeness', 'Politeness', verdict + table([{ head: 'Site', as: 'words' }, ...columns], rows)));
}

export function changes({ changes: entries, summary }: FullReport): string {
  if (entries.length === 0) return '';
  const rows = entries.map((entry) => [
    `<span class="op ${entry.operation}">${entry.suspicion ? text(entry.suspicion, 12) : entry.operation}</span>`,
    `${text(entry.title ?? '', 160) || '<small>(no title)</small>'}<small>${address(entry.url)}</small>`,
    `${text(entry.reason, 160)}${entry.changed.length ? `<small>${text(entry.changed.join(', '))}</small>` : ''}${entry.evidence.length ? `<small>evidence: ${text(entry.evidence.join(', '))}</small>` : ''}`,
    moment(entry.at),
  ]);
  const { Add, Upd, Del } = summary.operations;
  const columns = [
    { head: 'What' },
    { head: 'Document', as: 'address' as const },
    { head: 'Why', as: 'words' as const },
    { head: 'When (UTC)' },
  ];
  return wide(
    section('changes', 'Newest changes', table(columns, rows) + more(Add + Upd + Del - entries.length, 'changes in the journal')),
  ).replace('class="wide"', 'class="wide long"');
}

export function anomalies({ anomalies: rows }: FullReport): string {
  const cells = rows.map((row) => [
    `${text(row.kind)}<small>${text(row.detail)}</small>`,
    `<bdi>${text(row.site)}</bdi>`,
    number(row.documents),
    number(row.run),
    row.state === 'open' ? '<span class="bad">open</span>' : text(row.state),
    moment(row.at),
  ]);
  const columns = [
    { head: 'What', as: 'words' as const },
    { head: 'Site', as: 'words' as const },
    { head: 'Documents', as: 'number' as const },
    { head: 'Run', as: 'number' as const },
    { head: 'State' },
    { head: 'When (UTC)' },
  ];
  return wide(
    section(
      'anomalies',
      'Anomalies',
      table(columns, cells),
      'What looked wrong about a whole site was held back until somebody decides: winnow anomalies.',
    ),
  );
}

/** Of the last run only: what is queued now says nothing about an earlier one. */
export function completeness({ completeness: statement }: FullReport): string {
  const statements = statement?.sites ?? [];
  const rows = statements.slice(0, SITES).map(({ site, state, documents, known, unfetched, limits }) => [
    `<bdi>${text(site)}</bdi>`,
    state === 'complete' ? '<span class="good">complete</span>' : text(state),
    number(documents),
    number(known),
    number(unfetched),
    limits
      .slice(0, 4)
      .map(({ by, urls, detail }) => `${text(detail || by)} (${plural(urls, 'URL', 'URLs')})`)
      .join('<br>'),
  ]);
  const columns = [
    { head: 'Site', as: 'words' as const },
    { head: 'State' },
    ...['Documents', 'Known', 'Not fetched'].map((head) => ({ head, as: 'number' as const })),
    { head: 'What kept it away', as: 'words' as const },
  ];
  return wide(
    section(
      'completeness',
      'Completeness',
      table(columns, rows) + more(statements.length - SITES, 'sites'),
      completenessInWords(statement),
    ),
  );
}

function completenessInWords(statement: FullReport['completeness']): string {
  if (!statement) return '';
  if (statement.complete) return 'Every known page in scope was fetched.';
  return `${plural(statement.unfetched, 'known page was', 'known pages were')} not fetched.`;
}

const wide = (html: string): string => html.replace('<section', '<section class="wide"');
const share = (part: number, whole: number): string =>
  whole > 0 ? `${((100 * part) / whole).toFixed(part / whole < 0.01 ? 1 : 0)} %` : '';
