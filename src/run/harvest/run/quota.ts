/**
 * How many documents may still be had, by the re-use record of a portal. Pure: time and usage are parameters.
 *
 * Periods are days, ISO weeks and months of UTC. What counts is a document that was asked for, whatever came of it.
 */
import type { Reuse } from '../../../definition/connector/index.js';

/** Day (2026-11-17) → documents. */
export type Usage = Readonly<Record<string, number>>;

export interface QuotaState {
  readonly left: number;
  /** Which limit is the nearest, in words. */
  readonly limit: string;
  /** When there is more again; null: with the next run. */
  readonly again: string | null;
}

const DAY = 86_400_000;

/** Null where there is no limit. */
export function quotaState(quota: Reuse['quota'], usage: Usage, thisRun: number, today: string): QuotaState | null {
  const states = [
    limitOf(quota.run, thisRun, 'run', null),
    limitOf(quota.day, used(usage, today, today), 'day', dayAfter(today)),
    limitOf(quota.week, used(usage, mondayOf(today), today), 'week', later(mondayOf(today), 7)),
    limitOf(quota.month, used(usage, `${today.slice(0, 7)}-01`, today), 'month', firstOfNextMonth(today)),
  ].filter((state) => state !== null);
  return states.sort((one, other) => one.left - other.left || (one.again ?? '').localeCompare(other.again ?? ''))[0] ?? null;
}

function limitOf(most: number | undefined, count: number, period: string, again: string | null): QuotaState | null {
  return most === undefined ? null : { left: Math.max(0, most - count), limit: `${most} documents a ${period}`, again };
}

const used = (usage: Usage, from: string, until: string): number =>
  Object.entries(usage).reduce((sum, [day, count]) => (day >= from && day <= until ? sum + count : sum), 0);

const later = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

const dayAfter = (day: string): string => later(day, 1);

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return later(day, -((weekday + 6) % 7));
}

const firstOfNextMonth = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1)).toISOString().slice(0, 10);

/** Only what a period can still reach is remembered. */
export const recentUsage = (usage: Usage, today: string): Usage =>
  Object.fromEntries(Object.entries(usage).filter(([day]) => day >= later(today, -40)));
