/** A run's report for people: what came in, from where, what did not, and where it lies. */

import { formatDuration } from '../definition/crawl/index.js';
import { counted } from '../model/index.js';
import type { RunReport } from '../views/reports/index.js';
import { completenessSummary } from './format-completeness.js';
import { printable, shortSize, type Terminal, table } from './terminal.js';

const SITES_SHOWN = 15;

export function formatReport(report: RunReport, workspace: string, { style }: Pick<Terminal, 'style'>): string {
  const { summary } = report;
  const { Add, Upd, Del, None } = summary.operations;
  const sections = [
    style('bold', `${printable(report.name)}, run ${report.run}: ${stateWords(report)}`),
    table([
      ['documents', summary.documents, `${Add} new, ${Upd} changed, ${Del} deleted, ${None} unchanged${doubts(summary)}`],
      ...duplicateRow(summary),
      ...trapRow(summary),
      ['fetches', summary.fetches, `${shortSize(summary.bytes)}, ${summary.failures} failed`],
      ...requisiteRow(report),
      ['archive', summary.archive.files, `WARC ${summary.archive.files === 1 ? 'file' : 'files'}, ${shortSize(summary.archive.bytes)}`],
      ['time', '', `${formatDuration(1000 * Math.round(report.seconds))}, ${report.pagesPerSecond.toFixed(1)} pages a second`],
    ]),
    section('Set aside', asideRows(report), style),
    tailWords(report),
    section(
      'Rounds',
      report.rounds.map(({ level, visits }) => [visits, `at ${level} ${level === 1 ? 'hop' : 'hops'}`]),
      style,
    ),
    section('Workers', workerRows(report), style),
    section('Sites', siteRows(report), style),
    section(
      'Answers',
      summary.statuses.map(({ status, count }) => [count, String(status)]),
      style,
    ),
    section(
      'Types',
      summary.types.map(({ type, count, bytes }) => [count, type, shortSize(bytes)]),
      style,
    ),
    section(
      'Languages',
      summary.languages.map(({ language, count }) => [count, language]),
      style,
    ),
    section(
      'Not fetched',
      summary.errors.map(({ error, count, example }) => [count, error, `such as ${printable(example)}`]),
      style,
    ),
    section(
      'Left out',
      summary.rejections.map(({ filter, count, example }) => [count, filter, `such as ${printable(example)}`]),
      style,
    ),
    completenessSummary(report.completeness, style),
    whereToLook(workspace),
  ];
  return sections.filter((text) => text !== '').join('\n\n');
}

/** What is not sure, where there is any. */
function doubts({ suspected, heldBack }: RunReport['summary']): string {
  return `${suspected ? `, ${suspected} suspected to be gone` : ''}${heldBack ? `, ${heldBack} held back (winnow anomalies)` : ''}`;
}

/** How many say the same as others; with signatures, what finding them took as well. */
function duplicateRow({ duplicates }: RunReport['summary']): (string | number)[][] {
  const { documents, exact, texts, candidates, trueDuplicates, falseCandidates, saved, unsettled } = duplicates;
  if (texts === 0 && documents === 0) return [];
  const compared = `${counted(candidates, 'pair')} compared: ${trueDuplicates} alike, ${falseCandidates} not; ${counted(saved, 'comparison')} saved`;
  return [['duplicates', documents, `${exact} with the very same words; ${compared}${unsettled ? `, ${unsettled} unsettled` : ''}`]];
}

/** What showing pages as they were costs, apart from the pages. */
function requisiteRow({ summary, takesRequisites }: RunReport): (string | number)[][] {
  const { fetches, bytes, failures } = summary.requisites;
  if (fetches === 0) return [];
  const without = takesRequisites ? '; capture.requisites: false leaves them out' : '';
  return [['requisites', fetches, `of these: images, styles, scripts, ${shortSize(bytes)}, ${failures} failed${without}`]];
}

function trapRow({ traps }: RunReport['summary']): (string | number)[][] {
  return traps.paused ? [['traps', traps.paused, `paused, ${counted(traps.leftOut, 'URL')} left out (winnow traps)`]] : [];
}

function stateWords({ state, reason, partial }: RunReport): string {
  return `${state}${reason ? `, ${printable(reason)}` : ''}${partial ? ' (visited what was due, not everything)' : ''}`;
}

/** Sites in trouble: the gaps of the run. */
function asideRows({ summary }: RunReport): (string | number)[][] {
  const rows = summary.setAside
    .slice(0, SITES_SHOWN)
    .map(({ queued, site, reason }) => [queued, `left at ${printable(site)}`, printable(reason)]);
  const more = summary.setAside.length - SITES_SHOWN;
  return more > 0 ? [...rows, [more, 'more sites', '']] : rows;
}

/** Where a crawl spent its last minutes waiting, the user should know for whom. */
function tailWords({ tail }: RunReport): string {
  if (!tail) return '';
  const sites = tail.sites.map(
    ({ site, delay, visits }) => `  ${printable(site)}: ${counted(visits, 'visit')}, ${formatDuration(Math.round(delay))} apart`,
  );
  const [last, others] = [
    formatDuration(1000 * tail.seconds),
    tail.sites.length === 1 ? 'one site' : `${counted(tail.sites.length, 'site')}`,
  ];
  return `The last ${last} went by waiting politely for ${others}:\n${sites.join('\n')}`;
}

/** How evenly each level was shared out; who had which domain is in the JSON. */
function workerRows({ assignments = [] }: RunReport): (string | number)[][] {
  const levels = new Set(assignments.map(({ level }) => level));
  return [...levels].slice(0, SITES_SHOWN).map((level) => {
    const own = assignments.filter((assignment) => assignment.level === level);
    const workers = [...new Set(own.map(({ worker }) => worker))].toSorted((a, b) => a - b);
    const loads = workers.map((worker) => own.filter((each) => each.worker === worker).reduce((sum, { links }) => sum + links, 0));
    const late = own.filter((each) => each.late).length;
    const words = `${counted(own.length, 'domain')} among ${workers.length}${late ? `, ${late} met on the way` : ''}; links: ${loads.join(', ')}`;
    return [level === null ? 'all' : `level ${level}`, words];
  });
}

function siteRows({ summary }: RunReport): (string | number)[][] {
  const rows = summary.sites
    .slice(0, SITES_SHOWN)
    .map((site) => [site.documents, site.site, site.queued ? `${site.queued} left` : '', printable(site.robots)]);
  const more = summary.sites.length - SITES_SHOWN;
  return more > 0 ? [...rows, [more, 'more sites', '', '']] : rows;
}

function section(title: string, rows: readonly (readonly (string | number)[])[], style: Terminal['style']): string {
  return rows.length ? `${style('bold', title)}\n${table(rows).replace(/^/gm, '  ')}` : '';
}

const whereToLook = (workspace: string): string =>
  `Pages:    winnow export pages --workspace ${workspace}\nArchive:  winnow archive list --workspace ${workspace}\nDatabase: ${workspace}/core.db (views page and link)`;
