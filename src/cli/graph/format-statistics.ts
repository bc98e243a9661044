/** Figures of a graph as text. */

import { counted } from '../../model/index.js';
import type { GraphStatistics } from '../../views/graph/index.js';
import { type Line, section } from '../lines.js';
import { printable, type Terminal, table } from '../terminal.js';

export interface StatisticsShown {
  readonly title: string;
  readonly by: 'page' | 'site';
  readonly statistics: GraphStatistics;
  readonly closed: readonly string[];
  /** Every hub and every name, however many. */
  readonly all: boolean;
}

const LISTED = 10;
const BAR = 40;

export function formatStatistics(shown: StatisticsShown, terminal: Pick<Terminal, 'style'>): string {
  const { statistics, closed, all } = shown;
  const bold = (text: string): string => terminal.style('bold', text);
  return [
    section(shown.title, totals(shown), terminal, Number.POSITIVE_INFINITY),
    `${bold('Degrees')}\n${degreeTable(statistics)}`,
    `${bold(`Hubs: ${round(statistics.hubFactor)} times the mean degree or more`)}\n${hubTable(statistics, all)}`,
    listed(bold('Without outlinks'), statistics.withoutOutlinks, all),
    listed(bold('Sites closed by Disallow: /'), closed, all),
  ].join('\n\n');
}

function totals({ statistics: s, by }: StatisticsShown): Line[] {
  return [
    ['nodes', counted(s.nodes, by)],
    ['links', s.repeated > s.links ? `${s.links} (${s.repeated} with repetitions)` : String(s.links)],
    ['average degree', round(s.averageDegree)],
    ['largest degree', String(s.largestDegree)],
    ['connected parts', s.parts > 1 ? `${s.parts}, the largest with ${counted(s.largestPart, 'node')}` : String(s.parts)],
    [by === 'page' ? 'to themselves' : 'within sites', counted(s.selfLinks, 'more link')],
    ...(s.outside > 0 ? [['leading out', `${counted(s.outside, 'more link')}, to what was not visited`] as const] : []),
  ];
}

/** 0, 1, 2, 3-4, 5-8, 9-16, …: degrees of the Web spread so widely that steps have to double. */
function degreeTable({ degrees, nodes }: GraphStatistics): string {
  const steps = new Map<number, number>();
  for (const { degree, nodes: count } of degrees) {
    const upTo = degree <= 2 ? degree : 2 ** Math.ceil(Math.log2(degree));
    steps.set(upTo, (steps.get(upTo) ?? 0) + count);
  }
  const most = Math.max(1, ...steps.values());
  const rows = [...steps].map(([upTo, count]) => [
    `  ${upTo <= 2 ? upTo : `${upTo / 2 + 1}-${upTo}`}`,
    count,
    percent(count / nodes),
    '▇'.repeat(Math.max(1, Math.round((BAR * count) / most))),
  ]);
  return rows.length ? table([['  degree', 'nodes', '', ''], ...rows]) : '  none';
}

function hubTable({ hubs }: GraphStatistics, all: boolean): string {
  if (hubs.length === 0) return '  none; a smaller --hub-factor finds more';
  const shown = all ? hubs : hubs.slice(0, 2 * LISTED);
  const rows = shown.map(({ degree, share, in: coming, out, url }) => [`  ${degree}`, percent(share), coming, out, printable(url)]);
  const head = ['  degree', 'of all links', 'in', 'out', ''];
  return `${table([head, ...rows])}${more(hubs.length - shown.length)}`;
}

function listed(title: string, names: readonly string[], all: boolean): string {
  const shown = all ? names : names.slice(0, LISTED);
  return [`${title}  ${names.length}`, ...shown.map((name) => `  ${printable(name)}`)].join('\n') + more(names.length - shown.length);
}

const more = (count: number): string => (count > 0 ? `\n  … and ${count} more (--all lists them)` : '');
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
const round = (value: number): string => String(Math.round(100 * value) / 100);
