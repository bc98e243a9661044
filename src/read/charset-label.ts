/**
 * Names of encodings as they are written, to the names of the Encoding Standard.
 *
 * Besides the standard's own labels, the spellings other software writes into pages and headers.
 */
import { normalizeEncoding } from '@exodus/bytes/encoding.js';

const SPELLINGS: Readonly<Record<string, string>> = {
  'latin-1': 'windows-1252',
  'latin-2': 'iso-8859-2',
  'iso-latin-1': 'windows-1252',
  ansi: 'windows-1252',
  utf_8: 'utf-8',
  'utf-8-sig': 'utf-8',
  utf8mb4: 'utf-8',
  'cp-1250': 'windows-1250',
  'cp-1251': 'windows-1251',
  'cp-1252': 'windows-1252',
  'win-1250': 'windows-1250',
  'win-1251': 'windows-1251',
  'win-1252': 'windows-1252',
  win1250: 'windows-1250',
  win1251: 'windows-1251',
  win1252: 'windows-1252',
  'shift-jis-2004': 'shift_jis',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
};

/** WHATWG name in lower case; null for an unknown label. */
export function charsetOfLabel(label: string): string | null {
  return normalizeEncoding(label) ?? SPELLINGS[label.trim().toLowerCase().slice(0, 20)] ?? null;
}
