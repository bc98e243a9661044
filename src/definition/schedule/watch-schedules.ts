/**
 * Starts jobs when they are due, for as long as it is let.
 *
 * A job has one reference: when it was last due or last started. From it its schedule tells the next moment, so times
 * that passed while nobody watched come to one run, not to many, and a job that is still going is never started again
 * beside itself. The clock is given, so that a year can go by in a test.
 */
import type { Schedule } from './parse-schedule.js';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after this time, or when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface JobEnd {
  /** in-use: another process works on it. idle: there was nothing to do. */
  readonly state: 'finished' | 'idle' | 'stopped' | 'paused' | 'failed' | 'in-use';
  readonly detail: string;
  readonly run?: number;
}

export interface Job {
  readonly name: string;
  readonly schedule: Schedule;
  /** When it last began; null: never, so it is due at once. */
  readonly lastAt: number | null;
  /** What it last began did not come to its end: that goes on first. */
  readonly unfinished: boolean;
  /** Never rejects. */
  run(signal: AbortSignal): Promise<JobEnd>;
}

export interface ScheduleEvent {
  readonly at: string;
  readonly event: 'watching' | 'started' | 'ended' | 'stopped';
  readonly job?: string;
  /** Why it was started: by its schedule, for the first time, or because it had not finished. */
  readonly because?: 'schedule' | 'missed' | 'first' | 'unfinished';
  readonly due?: string;
  readonly next?: string | null;
  readonly state?: JobEnd['state'];
  readonly detail?: string;
  readonly run?: number;
  readonly seconds?: number;
  readonly jobs?: readonly { readonly job: string; readonly schedule: string; readonly next: string }[];
}

export interface ScheduleOptions {
  readonly jobs: readonly Job[];
  readonly clock: Clock;
  /** Jobs at the same time. */
  readonly parallel: number;
  /** Ends jobs cleanly and then the watching. */
  readonly stop: AbortSignal;
  /** Only what is due now. */
  readonly once: boolean;
  readonly onEvent: (event: ScheduleEvent) => void;
}

/** Longest sleep: a machine that was suspended, or whose clock was set, is found out within it. */
const LONGEST_SLEEP_MS = 60_000;
/** What failed or was paused is tried again after this, or at its next moment if that is sooner. */
const TRY_AGAIN_MS = 3_600_000;
/** A moment that lies longer ago than this was missed. */
const MISSED_MS = 120_000;

interface Watched {
  readonly job: Job;
  dueAt: number;
  because: NonNullable<ScheduleEvent['because']>;
  running: Promise<void> | null;
}

/** Returns how each job that was started ended last. */
export async function watchSchedules(options: ScheduleOptions): Promise<Map<string, JobEnd>> {
  const { clock, stop, onEvent, once } = options;
  const ends = new Map<string, JobEnd>();
  const watched = options.jobs.map((job) => firstDue(job, clock.now()));
  onEvent({ at: iso(clock.now()), event: 'watching', jobs: watched.map(({ job, dueAt }) => described(job, dueAt)) });
  const onceDue = once ? new Set(watched.filter(({ dueAt }) => dueAt <= clock.now())) : null;
  while (!stop.aborted) {
    for (const each of dueNow(watched, clock.now(), options.parallel, onceDue)) {
      onceDue?.delete(each);
      each.running = start(each, options, ends);
    }
    const running = watched.flatMap((each) => (each.running ? [each.running] : []));
    if (onceDue?.size === 0 && running.length === 0) return ends;
    await pause(watched, running, options);
  }
  await Promise.all(watched.flatMap((each) => (each.running ? [each.running] : [])));
  onEvent({ at: iso(clock.now()), event: 'stopped' });
  return ends;
}

const iso = (at: number): string => new Date(at).toISOString();

const described = ({ name, schedule }: Job, dueAt: number) => ({ job: name, schedule: schedule.describe(), next: iso(dueAt) });

function firstDue(job: Job, now: number): Watched {
  const { lastAt, unfinished, schedule } = job;
  if (unfinished) return { job, dueAt: now, because: 'unfinished', running: null };
  if (lastAt === null) return { job, dueAt: now, because: 'first', running: null };
  return { job, dueAt: schedule.next(new Date(lastAt)).getTime(), because: 'schedule', running: null };
}

/** Those to start, longest due first. */
function dueNow(watched: readonly Watched[], now: number, parallel: number, only: ReadonlySet<Watched> | null): Watched[] {
  const free = parallel - watched.filter(({ running }) => running !== null).length;
  const due = watched.filter((each) => !each.running && each.dueAt <= now && (only === null || only.has(each)));
  return due.sort((left, right) => left.dueAt - right.dueAt).slice(0, Math.max(0, free));
}

async function start(each: Watched, { clock, stop, onEvent }: ScheduleOptions, ends: Map<string, JobEnd>): Promise<void> {
  const { job, dueAt } = each;
  const startedAt = clock.now();
  const because = each.because === 'schedule' && startedAt - dueAt > MISSED_MS ? 'missed' : each.because;
  onEvent({ at: iso(startedAt), event: 'started', job: job.name, because, due: iso(dueAt) });
  const end = await runUntil(job, stop);
  ends.set(job.name, end);
  const endedAt = clock.now();
  each.dueAt = nextDue(each, startedAt, endedAt, end);
  each.because = 'schedule';
  each.running = null;
  onEvent({
    at: iso(endedAt),
    event: 'ended',
    job: job.name,
    ...end,
    seconds: Math.round((endedAt - startedAt) / 100) / 10,
    next: stop.aborted ? null : iso(each.dueAt),
  });
}

/** Each run listens to a signal of its own: the one that ends the watch would gather listeners for years. */
async function runUntil(job: Job, stop: AbortSignal): Promise<JobEnd> {
  const own = new AbortController();
  const abort = (): void => own.abort();
  stop.addEventListener('abort', abort, { once: true });
  try {
    return await job.run(own.signal);
  } finally {
    stop.removeEventListener('abort', abort);
  }
}

/** Counted from the moment it was due, so that intervals do not drift; from its start when moments were missed. */
function nextDue({ job: { schedule }, dueAt }: Watched, startedAt: number, endedAt: number, { state }: JobEnd): number {
  const kept = schedule.next(new Date(dueAt)).getTime();
  const next = kept > startedAt ? kept : schedule.next(new Date(startedAt)).getTime();
  if (state === 'stopped') return Math.max(next, schedule.next(new Date(endedAt)).getTime());
  return state === 'failed' || state === 'paused' || state === 'in-use'
    ? Math.max(endedAt + 1000, Math.min(next, endedAt + TRY_AGAIN_MS))
    : next;
}

/** Until the next moment, the end of a job, or the stop. Where nothing more can be started, time does not matter. */
async function pause(
  watched: readonly Watched[],
  running: readonly Promise<void>[],
  { clock, stop, parallel }: ScheduleOptions,
): Promise<void> {
  const waking = new AbortController();
  const stopped = new Promise<void>((resolve) => waking.signal.addEventListener('abort', () => resolve(), { once: true }));
  const wake = (): void => waking.abort();
  stop.addEventListener('abort', wake, { once: true });
  const soonest = Math.min(...watched.filter((each) => !each.running).map(({ dueAt }) => dueAt));
  const ms = Math.max(0, Math.min(LONGEST_SLEEP_MS, soonest - clock.now()));
  const moment = running.length >= parallel ? [] : [clock.sleep(ms, waking.signal)];
  await Promise.race([stopped, ...moment, ...running]);
  wake();
  stop.removeEventListener('abort', wake);
}

export const systemClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    }),
};
