/**
 * A run's report as one HTML page that needs nothing else: style and charts are inside it, there is no script, and its
 * own policy forbids the browser to fetch or run anything. It can be mailed, printed and kept.
 */
import type { FullReport } from '../full-report.js';
import { map } from './map-section.js';
import { moment, text } from './markup.js';
import { duplicates, traps } from './repetition-sections.js';
import {
  anomalies,
  cards,
  changes,
  completeness,
  failures,
  history,
  languages,
  operations,
  overTime,
  politeness,
  rejections,
  responseTimes,
  setAside,
  sites,
  statuses,
  types,
} from './sections.js';
import { STYLE } from './style.js';

export interface ReportExtras {
  /** Name and version of the program. */
  readonly software?: string | undefined;
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export function reportHtml(report: FullReport, extras: ReportExtras = {}): string {
  const grid = [
    anomalies(report),
    setAside(report),
    wide(operations(report)),
    overTime(report),
    history(report),
    map(report),
    completeness(report),
    statuses(report),
    types(report),
    languages(report),
    responseTimes(report),
    sites(report),
    failures(report),
    rejections(report),
    traps(report),
    duplicates(report),
    politeness(report),
    changes(report),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">
<title>${text(report.name)}, run ${report.run}</title><style>${STYLE}</style></head>
<body><div class="page">
${head(report)}
<main>${cards(report)}<div class="grid">${grid.join('\n')}</div></main>
<footer>${extras.software ? `Made by ${text(extras.software)}. ` : ''}All times are UTC. Titles and addresses are shown as the sites gave them.</footer>
</div></body></html>
`;
}

function head({ name, run, state, reason, startedAt, endedAt, profile }: FullReport): string {
  const facts = [
    `<span class="state ${state}">${state}</span>`,
    reason ? text(reason) : '',
    `Run ${run}`,
    `${moment(startedAt)}${endedAt ? ` to ${endedAt.slice(0, 10) === startedAt.slice(0, 10) ? endedAt.slice(11, 16) : moment(endedAt)}` : ''} UTC`,
    profile ? `profile ${text(profile)}` : '',
  ];
  const items = facts.filter((fact) => fact !== '').map((fact) => `<li>${fact}</li>`);
  return `<header><p class="brand">Winnow · crawl report</p><h1>${text(name)}</h1><ul class="facts">${items.join('')}</ul></header>`;
}

const wide = (html: string): string => html.replace('<section', '<section class="wide"');
