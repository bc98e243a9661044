/**
 * Pace records: Crawl-delay, Request-rate and Visit-time. None is part of RFC 9309; all are in use.
 * Values that cannot be read say nothing, they never stop a site from being visited.
 */
import type { Field } from './lines.js';

/** Part of the day in UTC, `HH:MM`; may run over midnight. */
export interface DayTime {
  readonly from: string;
  readonly to: string;
}

export interface RequestRate {
  readonly requests: number;
  readonly seconds: number;
  /** Null: the whole day. */
  readonly during: DayTime | null;
}

export type Pace =
  | { readonly kind: 'crawl-delay'; readonly seconds: number }
  | { readonly kind: 'request-rate'; readonly rate: RequestRate }
  | { readonly kind: 'visit-time'; readonly time: DayTime };

/** Null for fields of another kind; a pace field with an unreadable value is null too. */
export function paceOf(field: Field, value: string): Pace | null {
  if (field === 'crawl-delay') return wrap(readSeconds(value), (seconds) => ({ kind: 'crawl-delay', seconds }));
  if (field === 'request-rate') return wrap(readRate(value), (rate) => ({ kind: 'request-rate', rate }));
  if (field === 'visit-time') return wrap(readDayTime(value), (time) => ({ kind: 'visit-time', time }));
  return null;
}

const wrap = <In, Out>(value: In | null, make: (value: In) => Out): Out | null => (value === null ? null : make(value));

/** `10`, `0.5`, `10s`, `10 sec`. */
function readSeconds(value: string): number | null {
  const match = /^(\d{1,9}(?:[.,]\d{1,9})?|\.\d{1,9})(?:\s|s|$)/i.exec(value);
  return match ? Number((match[1] ?? '').replace(',', '.')) : null;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `1/10s`, `100/15m`, `1/60`, `1/10s 1820-1940`. */
function readRate(value: string): RequestRate | null {
  const match = /^(\d{1,9})\s{0,9}\/\s{0,9}(\d{1,9})\s{0,9}([smhd]?)(?:\s+(\d{4}.*))?$/i.exec(value);
  if (!match) return null;
  const [, requests = '', amount = '', unit = '', during] = match;
  const seconds = Number(amount) * (UNIT_SECONDS[unit.toLowerCase()] ?? 1);
  if (Number(requests) === 0) return null;
  return { requests: Number(requests), seconds, during: during ? readDayTime(during) : null };
}

/** `0200-0630`, `0200 0630`. */
function readDayTime(value: string): DayTime | null {
  const match = /^([01]\d|2[0-4])([0-5]\d)\s{0,9}[-\s]\s{0,9}([01]\d|2[0-4])([0-5]\d)$/.exec(value);
  return match ? { from: `${match[1]}:${match[2]}`, to: `${match[3]}:${match[4]}` } : null;
}
