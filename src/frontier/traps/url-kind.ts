/**
 * The kind of a URL, as far as traps are concerned: its shape, the part of the site it belongs to, the month it names, and
 * whether it carries an identifier that may be new on every page.
 */
import { urlTemplate } from '../../model/index.js';

export interface UrlKind {
  /** Shape: see urlTemplate. */
  readonly pattern: string;
  /** First segment of the path: pages below it that lead to each other keep each other going. */
  readonly family: string;
  /** Months since the year 0; null when it names none. */
  readonly month: number | null;
  /** It has a session id or the like. */
  readonly opaque: boolean;
}

/** Longer patterns are cut: they are keys in memory. */
const LONGEST_PATTERN = 200;

export function kindOfUrl(url: string): UrlKind {
  const path = pathOf(url);
  return { pattern: urlTemplate(url).slice(0, LONGEST_PATTERN), family: familyOf(path), month: monthIn(path), opaque: OPAQUE.test(path) };
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start < 0 ? '/' : url.slice(start);
}

function familyOf(path: string): string {
  const end = /[/?#]/.exec(path.slice(1))?.index;
  return end === undefined ? path : path.slice(0, end + 1);
}

/** Eight or more letters and digits, both of them, that are no word with a number behind it. */
const OPAQUE = /(?:[/=-])(?=[0-9a-z]*\d)(?=[0-9a-z]*[a-z\d])(?:[0-9a-f]{8,}|(?=[a-z]*\d+[a-z]+\d*[a-z])[0-9a-z]{10,})(?=[/&?#;.]|$)/i;

/** /2026/3, /2026-03-14, /20260314, ?year=2026&month=3, in this order. */
const MONTHS: readonly RegExp[] = [
  /[/=_-]([12]\d{3})[/._-](\d{1,2})(?=[/._?&=-]|$)/,
  /[/=]([12]\d{3})(\d{2})(?:\d{2})?(?=[/.?&]|$)/,
  /[?&](?:year|y|yr|jahr|leto|annee|anno)=([12]\d{3})[^?&]*(?:[?&][^?&]*){0,9}?[?&](?:month|m|mon|monat|mesec|mois|mese)=(\d{1,2})/i,
];

function monthIn(path: string): number | null {
  for (const form of MONTHS) {
    const [, year, month] = form.exec(path) ?? [];
    if (month !== undefined && Number(month) >= 1 && Number(month) <= 12) return Number(year) * 12 + Number(month) - 1;
  }
  return null;
}

export const monthOf = (now: number): number => new Date(now).getUTCFullYear() * 12 + new Date(now).getUTCMonth();
