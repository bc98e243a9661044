/**
 * Notices: what is told to the outside, each at its place in the list it comes from.
 *
 * A list is the journal, the anomalies, the runs that ended, or the failures a process noted in its own file. Each is
 * followed with a cursor of its own, so nothing is lost over restarts and each list arrives in its order.
 */
import type { AnomalyNote, JournalEntry, Operation, Repository, RunNote, Slice } from '../../store/index.js';
import type { ReadAfter } from '../consumers/index.js';
import { type RunReading, readRun } from './run-reading.js';

/** What one may ask to be told of. */
export type Event = 'add' | 'upd' | 'del' | 'suspected' | 'anomaly' | 'run' | 'run-failed';

export type Notice =
  | { readonly at: number; readonly event: 'add' | 'upd' | 'del' | 'suspected'; readonly entry: JournalEntry }
  | { readonly at: number; readonly event: 'anomaly'; readonly anomaly: AnomalyNote }
  | { readonly at: number; readonly event: 'run' | 'run-failed'; readonly run: RunReading }
  | { readonly at: number; readonly event: 'run-failed'; readonly failure: { readonly message: string; readonly at: string } };

export interface NoticeList {
  readonly name: 'journal' | 'anomalies' | 'runs' | 'failures';
  readonly read: ReadAfter<Notice>;
  /** Where the list ends now. */
  end(): number;
}

const OPERATIONS: Readonly<Record<string, Operation>> = { add: 'Add', upd: 'Upd', del: 'Del', suspected: 'None' };
const EVENT_OF: Readonly<Record<Operation, 'add' | 'upd' | 'del' | 'suspected'>> = {
  Add: 'add',
  Upd: 'upd',
  Del: 'del',
  None: 'suspected',
};

/** The lists one has to follow to learn of these events. */
export function noticeLists(events: readonly Event[], repository: Repository): NoticeList[] {
  const operations = events.flatMap((event) => OPERATIONS[event] ?? []);
  const onRun = events.includes('run') ? 'all' : events.includes('run-failed') ? 'troubled' : null;
  return [
    ...(operations.length ? [entryList(operations, repository)] : []),
    ...(events.includes('anomaly') ? [anomalyList(repository)] : []),
    ...(onRun ? [runList(onRun, repository)] : []),
  ];
}

function entryList(operations: readonly Operation[], { journal }: Repository): NoticeList {
  const filter = operations.length < 4 ? { operations } : undefined;
  return {
    name: 'journal',
    read: (after, limit) =>
      mapped(journal.slice(after, limit, filter), (entry) => ({ at: entry.sequence, event: EVENT_OF[entry.operation], entry })),
    end: () => journal.last(),
  };
}

function anomalyList({ journal }: Repository): NoticeList {
  const read: ReadAfter<Notice> = (after, limit) =>
    mapped(journal.anomalies(after, limit), (anomaly) => ({ at: anomaly.id, event: 'anomaly', anomaly }));
  return { name: 'anomalies', read, end: () => endOf(read) };
}

/** A run that ended well is left out where only trouble is asked for; the cursor moves past it. */
function runList(which: 'all' | 'troubled', { journal }: Repository): NoticeList {
  const read: ReadAfter<Notice> = (after, limit) => {
    const slice = mapped(journal.endedRuns(after, limit), noticeOfRun);
    return which === 'all' ? slice : { ...slice, items: slice.items.filter(({ event }) => event === 'run-failed') };
  };
  return { name: 'runs', read, end: () => endOf(read) };
}

function noticeOfRun(note: RunNote): Notice {
  const run = readRun(note);
  return { at: Date.parse(note.endedAt), event: run.troubles.length ? 'run-failed' : 'run', run };
}

const mapped = <From, To>({ items, ...slice }: Slice<From>, change: (item: From) => To): Slice<To> => ({
  ...slice,
  items: items.map(change),
});

const PAGE = 1000;

/** These lists are short. */
function endOf(read: ReadAfter<Notice>): number {
  for (let at = 0; ; ) {
    const { through } = read(at, PAGE);
    if (through === at) return at;
    at = through;
  }
}
