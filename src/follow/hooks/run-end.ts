/** The end of a run as hooks are told of it: by mail, as JSON, or in the environment of a program. */
import { counted } from '../../model/index.js';
import type { RunNote } from '../../store/index.js';
import { type RunReading, readRun } from '../notify/index.js';

export interface RunEnd extends Pick<RunReading, 'state' | 'startedAt' | 'endedAt' | 'documents' | 'failed' | 'operations' | 'troubles'> {
  readonly run: number;
  readonly crawl: string;
  /** Connector that was run; null: it was a crawl. */
  readonly portal: string | null;
  /** Folder of the workspace. */
  readonly workspace: string;
  readonly reason: string;
  /** It finished, or came to its quota, and there is nothing to look at. */
  readonly isSuccess: boolean;
  readonly anomalies: number;
}

export interface RunPlace {
  readonly crawl: string;
  readonly workspace: string;
}

/** `failure`: what broke the run off, where the workspace itself does not know. */
export function readRunEnd(note: RunNote, place: RunPlace, failure: string | null = null): RunEnd {
  const { id: run, state, startedAt, endedAt, documents, failed, operations, troubles, portal, reason, anomalies } = readRun(note);
  const told = failure === null ? troubles : [...new Set([...troubles, `it failed: ${failure}`])];
  return {
    ...place,
    run,
    portal,
    state: failure === null ? state : 'failed',
    reason: failure ?? reason ?? '',
    isSuccess: told.length === 0 && (state === 'finished' || isLimited(note)),
    startedAt,
    endedAt,
    documents,
    failed,
    operations,
    anomalies,
    troubles: told,
  };
}

/** A quota that ends a harvest leaves it to be continued, and is no failure. */
function isLimited({ state, statistics }: RunNote): boolean {
  return state === 'stopped' && (JSON.parse(statistics ?? '{}') as { isLimited?: boolean }).isLimited === true;
}

/** What it is called in a sentence. */
export const nameOf = ({ crawl, run }: RunEnd): string => `${oneLine(crawl)}: run ${run}`;

export function subjectOf(end: RunEnd): string {
  return `${nameOf(end)} ${end.state === 'finished' && !end.isSuccess ? 'needs a look' : end.state}`;
}

export function linesOf(end: RunEnd): string[] {
  const { Add, Upd, Del, None } = end.operations;
  return [
    `Run ${end.run} of ${oneLine(end.crawl)} ${end.state}${end.reason ? `: ${oneLine(end.reason)}` : ''}`,
    ...end.troubles.slice(0, MOST_TROUBLES).map((trouble) => `  ! ${oneLine(trouble)}`),
    '',
    `Success:        ${end.isSuccess ? 'yes' : 'no'}`,
    `Started:        ${end.startedAt}`,
    `Ended:          ${end.endedAt}`,
    `Documents:      ${end.documents}, ${end.failed} failed`,
    `Operations:     ${Add} added, ${Upd} changed, ${Del} deleted, ${None} unchanged`,
    ...(end.anomalies > 0 ? [`Held back:      ${counted(end.anomalies, 'anomaly', 'anomalies')}`] : []),
    '',
    'Look closer:',
    `  winnow report -w ${end.workspace}`,
  ];
}

const MOST_TROUBLES = 30;

/** For programs: texts only, one line each. */
export function variablesOf(end: RunEnd): Record<string, string> {
  const { Add, Upd, Del, None } = end.operations;
  const told = {
    ID: end.run,
    CRAWL: end.crawl,
    PORTAL: end.portal ?? '',
    WORKSPACE: end.workspace,
    STATE: end.state,
    SUCCESS: Number(end.isSuccess),
    REASON: oneLine(end.reason),
    STARTED: end.startedAt,
    ENDED: end.endedAt,
    DOCUMENTS: end.documents,
    FAILED: end.failed,
    ADDED: Add,
    CHANGED: Upd,
    DELETED: Del,
    UNCHANGED: None,
  };
  return Object.fromEntries(Object.entries(told).map(([name, value]) => [`WINNOW_RUN_${name}`, String(value)]));
}

/** Words from the outside stay on their line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 500);
