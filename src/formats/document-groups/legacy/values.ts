/** Values as .NET configurations write them. */
import { LegacySettingsError } from './settings-error.js';

const TIME_SPAN = /^(?:(\d{1,8})\.)?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,7}))?)?$/;
/** What is longer than this is meant as for ever. */
const LONGEST_MS = 24 * 86_400_000;

/** `00:10:00`, `1.00:00:00`, `00:00:01.5`, `infinite`: milliseconds. */
export function readTimeSpan(name: string, value: string): number {
  if (/^infinite$/i.test(value.trim())) return LONGEST_MS;
  const match = TIME_SPAN.exec(value.trim());
  if (!match) throw new LegacySettingsError(`${name}="${value}" is no time span: they are written as 00:10:00.`);
  const [, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = match;
  const ms =
    ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000 +
    Number(seconds) * 1000 +
    Number(fraction.slice(0, 3).padEnd(3, '0'));
  if (ms === 0) throw new LegacySettingsError(`${name}="${value}" leaves no time at all.`);
  return Math.min(ms, LONGEST_MS);
}

export function readNumber(name: string, value: string): number {
  if (!/^\d{1,18}$/.test(value.trim())) throw new LegacySettingsError(`${name}="${value}" is no whole number.`);
  return Number(value);
}

export function readFlag(name: string, value: string): boolean {
  if (!/^(true|false)$/i.test(value.trim())) throw new LegacySettingsError(`${name}="${value}" is neither true nor false.`);
  return value.trim().toLowerCase() === 'true';
}

/** What .NET takes for "no limit". */
export const isUnlimited = (size: number): boolean => size >= 2 ** 31 - 1;

export interface LocalPath {
  readonly path: string;
  readonly note: string | null;
}

/** A Windows path on another system is taken below the current folder, without its drive. */
export function readPath(name: string, value: string, platform: NodeJS.Platform = process.platform): LocalPath {
  const trimmed = value.trim();
  if (trimmed === '') throw new LegacySettingsError(`${name} is empty.`);
  if (platform === 'win32' || !/^[a-z]:[\\/]|^\\\\|\\/i.test(trimmed)) return { path: trimmed, note: null };
  const parts = trimmed.replace(/^[a-z]:/i, '').split(/[\\/]+/);
  const path = parts.filter((part) => part !== '' && part !== '.' && part !== '..').join('/') || '.';
  return { path, note: `${name}: ${trimmed} is a path of Windows; ${path}, below the current folder, is used instead.` };
}
