/** How a route is read this time: everything, or what changed since the last time. Pure. */
import type { CompleteRoute, Step } from '../../../definition/connector/index.js';
import { parseDuration } from '../../../definition/crawl/index.js';
import type { HarvestMemory } from './progress-file.js';

export interface RoutePlan {
  readonly mode: 'list' | 'changes';
  readonly steps: readonly Step[];
  readonly cursor: { readonly from: string; readonly until: string } | null;
  /** The day windows end at. */
  readonly today: string;
  readonly resumeAt: string | null;
  /** Why, in words. */
  readonly because: string;
}

export interface PlanOptions {
  /** ISO moment. */
  readonly now: string;
  /** The run that is continued; null: a new one. */
  readonly resumed: number | null;
  /** Everything is listed, whatever the cursor. */
  readonly isFull: boolean;
  /** Day of a snapshot that was imported: everything until then is known. */
  readonly since: string | null;
}

const FIRST_DAY = '1970-01-01';

export function planRoute(route: CompleteRoute, memory: HarvestMemory, options: PlanOptions): RoutePlan {
  const { now, resumed, isFull, since } = options;
  const { unfinished } = memory;
  const goesOn = unfinished !== null && unfinished.run === resumed && unfinished.route === route.name ? unfinished : null;
  const today = goesOn?.today ?? now;
  const mode = goesOn?.mode ?? modeOf(route, memory, options);
  const resumeAt = goesOn?.resumeAt ?? null;
  if (mode === 'list') return { mode, steps: route.list, cursor: null, today, resumeAt, because: reasonFor(route, memory, isFull) };
  const from = changesFrom(route, memory, since);
  const until = later(from, today.slice(0, 10));
  return { mode, steps: route.changes, cursor: { from, until }, today, resumeAt, because: `changes since ${from}` };
}

function changesFrom({ name, overlap }: CompleteRoute, { cursors }: HarvestMemory, since: string | null): string {
  const cursor = cursors[name];
  const first = since === null ? FIRST_DAY : daysOff(since, DAY_MS);
  return cursor === undefined ? first : later(first, daysOff(cursor, -(parseDuration(overlap) ?? 0)));
}

const later = (one: string, other: string): string => (one > other ? one : other);

/** With a snapshot nothing is listed: what it holds would be missing from no list, and asked for again by every one. */
function modeOf(route: CompleteRoute, { cursors, listed }: HarvestMemory, { now, isFull, since }: PlanOptions): RoutePlan['mode'] {
  if (route.changes.length === 0) return 'list';
  if (route.list.length === 0 || (since !== null && !isFull)) return 'changes';
  if (isFull || cursors[route.name] === undefined) return 'list';
  const last = listed[route.name];
  const isDue = last === undefined || Date.parse(now) - Date.parse(last) >= (parseDuration(route.sweep) ?? 0);
  return isDue ? 'list' : 'changes';
}

function reasonFor(route: CompleteRoute, { cursors }: HarvestMemory, isFull: boolean): string {
  if (isFull) return 'the whole list, as asked for';
  if (route.changes.length > 0 && cursors[route.name] !== undefined) return `the whole list, as every ${route.sweep}`;
  return 'the whole list';
}

const DAY_MS = 86_400_000;
const daysOff = (day: string, ms: number): string => new Date(Date.parse(day) + ms).toISOString().slice(0, 10);
