/** What a harvest brought, for people. */

import type { HarvestRunReport } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import { type Line, section } from '../lines.js';
import { printable, type Terminal } from '../terminal.js';
import { hoursAndMinutes, perSecond, volume } from './format-figures.js';

export function formatHarvest(report: HarvestRunReport, terminal: Pick<Terminal, 'style'>, width: number): string {
  const { title, run } = report;
  const parts = [
    section(`${printable(title)}${run === null ? '' : `, run ${run}`}`, factsOf(report), terminal, width),
    section('Rules that failed: nothing was deleted', report.problems.map(lineOf), terminal, width),
    section('Handed over', report.deliveries.map(deliveryLine), terminal, width),
    section('Converted', report.conversions.map(conversionLine), terminal, width),
    section('After the run', report.hooks.map(hookLine), terminal, width),
    section('Worth knowing', report.notes.slice(0, 10).map(lineOf), terminal, width),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function factsOf(report: HarvestRunReport): Line[] {
  const { operations, documents, failed, listed, requests, bytes, elapsedMs, mayGoOn, routes, suspected } = report;
  const { Add, Upd, Del, None } = operations;
  const lines: Line[] = [
    ['state', report.reason.startsWith('suspicious: ') ? printable(report.reason) : `${report.state}: ${printable(report.reason)}`],
    ['may go on', mayGoOn ?? ''],
    ['routes', routes.length > 1 ? routes.map(({ route, outcome }) => `${route}: ${printable(outcome)}`).join('; ') : ''],
    ['listed', report.mode === null ? '' : `${listed}${report.mode === 'changes' ? (listed === 1 ? ' change' : ' changes') : ''}`],
    ['documents', `${documents}: ${Add} new, ${Upd} changed, ${Del} deleted, ${None} unchanged`],
    ['not had', failed > 0 ? `${failed}` : ''],
    ['in doubt', suspected > 0 ? `${suspected}` : ''],
    ['volume', `${volume(bytes)} in ${counted(requests, 'request')}`],
    [
      'time',
      `${hoursAndMinutes(elapsedMs / 1000)} (${(elapsedMs / 1000).toFixed(1)} s), ${perSecond(documents, elapsedMs / 1000)} documents/s`,
    ],
  ];
  return lines.filter(([, text]) => text !== '');
}

function deliveryLine({ name, sent, refused, incomplete, waiting, failure }: HarvestRunReport['deliveries'][number]): Line {
  const counts = [
    `${sent} sent`,
    refused > 0 ? `${refused} refused` : '',
    incomplete > 0 ? `${incomplete} incomplete` : '',
    waiting > 0 ? `${waiting} waiting` : '',
    failure ?? '',
  ];
  return [printable(name), printable(counts.filter((count) => count !== '').join(', '))];
}

function conversionLine({ name, stored, refused, waiting, failure }: HarvestRunReport['conversions'][number]): Line {
  const counts = [`${stored} stored`, refused > 0 ? `${refused} refused` : '', waiting > 0 ? `${waiting} waiting` : '', failure ?? ''];
  return [printable(name), printable(counts.filter((count) => count !== '').join(', '))];
}

const hookLine = ({ hook, state, detail }: HarvestRunReport['hooks'][number]): Line => [printable(hook), printable(`${state}: ${detail}`)];

const lineOf = ({ rule, message }: { readonly rule: string; readonly message: string }): Line => [printable(rule), printable(message)];
