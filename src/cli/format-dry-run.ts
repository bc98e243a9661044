/** What a dry run found, for people: a sentence, then what would be fetched, left, and read otherwise, with examples. */

import { counted } from '../model/index.js';
import type { DryRunReport, Named } from '../run/dry-run/index.js';
import { folded, type Line, section } from './lines.js';
import { printable, type Terminal } from './terminal.js';

const SITES_SHOWN = 20;

export function formatDryRun(report: DryRunReport, terminal: Pick<Terminal, 'style'>, width: number): string {
  const { fetched, dropped, extracted, typed, lost, unreadable } = report;
  const part = (title: string, lines: readonly Line[]): string => section(title, lines, terminal, width);
  return [
    terminal.style('bold', `Dry run against the archive of ${printable(report.workspace)}, run ${report.run}`),
    folded(summary(report), width).join('\n'),
    part('Would have to be requested', fetched.toRequestBecause.flatMap(namedLines)),
    part('No longer fetched', dropped.because.flatMap(namedLines)),
    part('Refused links', report.refused.flatMap(namedLines)),
    part('Sites', siteLines(report)),
    part('Read otherwise', fieldLines(report)),
    part('Typed', [
      ['added', String(typed.Add)],
      ['changed', `${typed.Upd} that differ in title, text or metadata`],
      ['unchanged', String(typed.None)],
      ...(lost.count ? namedLines({ ...lost, name: 'no document any more' }) : []),
    ]),
    unreadable.count ? part('Could not be read', namedLines(unreadable)) : '',
    `${counted(extracted.compared, 'document')} compared. Nobody was asked and nothing was written. Budgets are not counted.`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function summary({ fetched, dropped, extracted, stopped }: DryRunReport): string {
  const parts = [
    `${fetched.held} held`,
    `${fetched.toRequest} to be requested`,
    `${dropped.pages} no longer fetched`,
    `${extracted.different} of ${counted(extracted.compared, 'document')} read otherwise`,
  ];
  return `${stopped ? 'Stopped before its end; so far: ' : ''}${parts.join(', ')}.`;
}

function namedLines({ name, count, examples }: Named): Line[] {
  return [[String(count), printable(name)], ...examples.map((example): Line => ['', `  ${printable(example)}`])];
}

function siteLines({ sites }: DryRunReport): Line[] {
  const shown = sites.slice(0, SITES_SHOWN).map(({ site, held, toRequest, dropped }): Line => {
    return [printable(site), `${held} held, ${toRequest} to be requested, ${dropped} no longer fetched`];
  });
  const more = sites.length - shown.length;
  return more > 0 ? [...shown, ['…', `${counted(more, 'more site')}; --json shows all`]] : shown;
}

function fieldLines({ extracted }: DryRunReport): Line[] {
  return extracted.fields.flatMap(({ field, count, examples }) => [
    [String(count), printable(field)] as Line,
    ...examples.flatMap(({ url, before, after }): Line[] => [
      ['', `  ${printable(url)}`],
      ['', `    ${quoted(before)} → ${quoted(after)}`],
    ]),
  ]);
}

const quoted = (text: string): string => (text === '' ? 'nothing' : `“${printable(text)}”`);
