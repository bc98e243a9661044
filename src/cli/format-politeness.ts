/** The proof of politeness for people: a verdict, the sites worst first, and the gaps that were too short. */

import { counted } from '../model/index.js';
import type { PolitenessReport, ShortGap, SitePoliteness } from '../views/reports/index.js';
import { printable, type Terminal, table } from './terminal.js';

const SITES_SHOWN = 20;
const EXAMPLES_SHOWN = 3;
const HEAD = ['site', 'requests', 'owed', 'smallest gap', 'median gap', 'too short', 'at once', 'at its address'];

export function formatPoliteness(report: PolitenessReport, { style }: Pick<Terminal, 'style'>, all: boolean): string {
  const shown = all ? report.sites : report.sites.slice(0, SITES_SHOWN);
  const more = report.sites.length - shown.length;
  return [
    shown.length ? table([HEAD.map((word) => style('bold', word)), ...shown.map(siteRow)]) : '',
    more > 0 ? `${more} more ${more === 1 ? 'site' : 'sites'}: --all shows them.` : '',
    ...examples(report).map(formatExample),
    style(report.kept ? 'green' : 'red', verdict(report)),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

const siteRow = (row: SitePoliteness): string[] => [
  printable(row.site),
  String(row.requests),
  seconds(row.largestOwed),
  seconds(row.smallestGap),
  seconds(row.medianGap),
  String(row.tooShort),
  String(row.atOnce),
  String(row.atOnceAtAddress),
];

const examples = ({ sites }: PolitenessReport): ShortGap[] => sites.flatMap(({ worst }) => worst ?? []).slice(0, EXAMPLES_SHOWN);

const formatExample = ({ before, endedAt, after, startedAt, gap, owed }: ShortGap): string =>
  `Too short: ${seconds(gap)} where ${seconds(owed)} were owed\n${table([
    ['  answer of', printable(before), `ended ${endedAt}`],
    ['  request for', printable(after), `began ${startedAt}`],
  ])}`;

function verdict({ kept, requests, gaps, tooShort, sites }: PolitenessReport): string {
  const asked = `${counted(requests, 'request')} to ${counted(sites.length, 'site')}`;
  if (gaps === 0) return `No pause was owed: ${asked}.`;
  return kept
    ? `Politeness was kept: ${asked}. None of ${counted(gaps, 'pause')} was shorter than owed.`
    : `Politeness was broken: ${asked}. ${tooShort} of ${counted(gaps, 'pause')} ${tooShort === 1 ? 'was' : 'were'} shorter than owed.`;
}

const seconds = (milliseconds: number | null): string => (milliseconds === null ? '-' : `${(milliseconds / 1000).toFixed(3)} s`);
