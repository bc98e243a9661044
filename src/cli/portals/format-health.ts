/** Health as text: a table of portals, and below it what is wrong with each that is not well. */

import { counted } from '../../model/index.js';
import type { WorkspaceHealth } from '../../views/health/index.js';
import { flowText } from '../../views/health/index.js';
import { type Line, section } from '../lines.js';
import { printable, type Terminal } from '../terminal.js';
import { type Column, fittedTable } from './fitted-table.js';

const MOST_FINDINGS = 12;

export function formatHealth(
  found: readonly WorkspaceHealth[],
  patches: ReadonlyMap<WorkspaceHealth, string>,
  terminal: Pick<Terminal, 'style'>,
  width: number,
  isProposing: boolean,
): string {
  const ill = found.filter(({ findings }) => findings.length > 0);
  const parts = ill.flatMap((each) => [detail(each, terminal, width), proposal(each, patches.get(each), terminal, isProposing)]);
  return [fittedTable(COLUMNS, found, width), ...parts].filter((part) => part !== '').join('\n\n');
}

const COLUMNS: readonly Column<WorkspaceHealth>[] = [
  { head: 'Portal', cell: ({ portal }) => portal, rank: 0 },
  { head: 'Health', cell: ({ state }) => state, rank: 0 },
  { head: 'Run', cell: ({ run }) => run, rank: 0 },
  { head: 'When', cell: ({ at }) => at.slice(0, 16).replace('T', ' '), rank: 3 },
  { head: 'Listed', cell: ({ listed }) => listed.toLocaleString('en'), rank: 4 },
  { head: 'Last good', cell: ({ lastGood }) => (lastGood ? `run ${lastGood.run}, ${lastGood.at.slice(0, 10)}` : '–'), rank: 2 },
  { head: 'Held against', cell: ({ heldAgainst }) => heldAgainst, rank: 5 },
  {
    head: 'What',
    cell: ({ findings: [first] }) => (first ? printable(`${first.rule ?? first.about}: ${first.message}`) : ''),
    rank: 1,
    least: 20,
  },
];

function detail({ portal, findings }: WorkspaceHealth, { style }: Pick<Terminal, 'style'>, width: number): string {
  const lines = findings
    .slice(0, MOST_FINDINGS)
    .flatMap((finding): Line[] => [
      [finding.level, printable(finding.rule === null ? finding.message : `${finding.rule}: ${finding.message}`)],
      ...told(
        'expression',
        finding.expression === null ? null : `${flowText(finding.expression)}${finding.where ? `  (${finding.where})` : ''}`,
      ),
      ...told('last value', finding.lastValue),
      ...told('page then', finding.pageThen && place(finding.pageThen)),
      ...told('page now', finding.pageNow && place(finding.pageNow)),
    ]);
  const left = findings.length - MOST_FINDINGS;
  return section(portal, left > 0 ? [...lines, ['', `and ${left} more`]] : lines, { style }, width);
}

const told = (label: string, text: string | null): Line[] => (text === null ? [] : [[label, printable(text)]]);

const place = ({ url, at, run, record }: { url: string; at: string; run: number; record: string | null }): string =>
  `${url}  run ${run}, ${at.slice(0, 16).replace('T', ' ')}, ${record ?? 'not archived'}`;

function proposal(
  { portal, proposals }: WorkspaceHealth,
  patch: string | undefined,
  { style }: Pick<Terminal, 'style'>,
  isProposing: boolean,
): string {
  if (!isProposing) return '';
  if (patch === undefined || proposals.length === 0)
    return `${style('bold', `${portal}: no repair`)}\n  What is known of it is not found in its new pages, or all of it is still read.`;
  const lines = proposals.map(
    ({ rule, known, foundBefore, foundAfter, pages }) =>
      `  ${rule}: ${foundAfter} of ${known} known values are found again on ${counted(pages, 'page')}, ${foundBefore} without the change`,
  );
  return [style('bold', `${portal}: proposed repair`), ...lines, '', patch.trimEnd()].join('\n');
}
