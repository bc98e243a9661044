/** What a mail says: what happened, the numbers, and the command by which one looks at it or decides. */
import { counted } from '../../model/index.js';
import type { AnomalyNote } from '../../store/index.js';
import type { Notice } from './notice.js';
import type { RunReading } from './run-reading.js';

/** The rest is counted. */
const LISTED = 30;

export function subjectOf(notices: readonly Notice[]): string {
  const [first] = notices;
  if (!first) return 'nothing to tell';
  if ('anomaly' in first)
    return notices.length === 1
      ? `held back: ${oneLine(first.anomaly.kind)} at ${oneLine(first.anomaly.site)}`
      : `${counted(notices.length, 'anomaly', 'anomalies')} held back`;
  if ('failure' in first) return 'the crawl failed';
  if ('run' in first) return `run ${first.run.id} ${first.run.troubles.length ? 'needs a look' : first.run.state}`;
  return counted(notices.length, 'change');
}

export function linesOf(notices: readonly Notice[], crawl: string, workspace: string): string[] {
  const shown = notices.slice(0, LISTED).flatMap((notice) => [...paragraphOf(notice), '']);
  const rest = notices.length > LISTED ? [`… and ${notices.length - LISTED} more.`, ''] : [];
  return [`Crawl ${crawl}`, '', ...shown, ...rest, ...commandsFor(notices, workspace)];
}

function paragraphOf(notice: Notice): string[] {
  if ('anomaly' in notice) return anomalyLines(notice.anomaly);
  if ('run' in notice) return runLines(notice.run);
  if ('failure' in notice) return [`Failed at ${notice.failure.at}:`, `  ${oneLine(notice.failure.message)}`];
  return [`${notice.event} ${oneLine(notice.entry.identifier)} (${oneLine(notice.entry.reason)})`];
}

const anomalyLines = ({ id, run, site, kind, detail, documents, at }: AnomalyNote): string[] => [
  `Anomaly ${id}: ${oneLine(kind)} at ${oneLine(site)}`,
  `  ${oneLine(detail)}`,
  `  ${counted(documents, 'document')}, run ${run}, ${at}`,
  '  Nothing of it is in the journal yet; the documents stay as they were.',
];

function runLines(run: RunReading): string[] {
  const { Add, Upd, Del } = run.operations;
  return [
    `Run ${run.id} ${run.state}${run.reason ? `: ${oneLine(run.reason)}` : ''}`,
    ...run.troubles.map((trouble) => `  ! ${oneLine(trouble)}`),
    `  ${run.startedAt} to ${run.endedAt}`,
    `  ${counted(run.visited, 'visit')}, ${run.failed} failed, ${counted(run.pages, 'page')}`,
    `  ${Add} added, ${Upd} changed, ${Del} deleted, ${counted(run.anomalies, 'anomaly', 'anomalies')} open`,
  ];
}

function commandsFor(notices: readonly Notice[], workspace: string): string[] {
  const undecided = notices.some((notice) => 'anomaly' in notice || ('run' in notice && notice.run.anomalies > 0));
  const decide = [
    `  winnow anomalies -w ${workspace}                 what is held back`,
    `  winnow anomalies accept ID -w ${workspace}       or reject ID`,
  ];
  return ['Look closer:', `  winnow report -w ${workspace}`, ...(undecided ? ['Decide:', ...decide] : [])];
}

/** Words from the outside stay on their line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 500);
