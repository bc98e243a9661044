/**
 * Numbers of spreadsheets as their cells show them: `12.5%`, `€1,200.00`, `(300)`, `007`.
 *
 * A format has up to four sections: for positive, negative and zero values, and for texts. Dates are written in one form
 * whatever their format (serial-date.ts); fractions are written as decimal numbers.
 */
import { isDateFormat, serialDate } from './serial-date.js';

const BUILT_IN: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [37, '#,##0;(#,##0)'],
  [38, '#,##0;(#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;(#,##0.00)'],
  [48, '##0.0E+0'],
]);
const LONGEST_CODE = 300;
const MOST_DECIMALS = 30;
const MOST_KEPT = 5000;

interface Section {
  readonly tokens: readonly string[];
  /** `>=100`, when the section has a condition of its own. */
  readonly condition: string | null;
}

const kept = new Map<string, Section[]>();

/** `number` is the number of the format, `code` its definition in the file, if any. */
export function shownNumber(value: number, number: number, code: string | undefined, from1904: boolean): string {
  const format = (code ?? BUILT_IN.get(number) ?? '').slice(0, LONGEST_CODE);
  const duration = durationOf(value, format, number);
  const date = duration ?? (isDateFormat(number, code) ? serialDate(value, from1904) : null);
  if (date !== null) return date;
  const plain = String(Number(value.toPrecision(15)));
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21 || format === '') return plain;
  const sections = sectionsOf(format);
  const at = sectionFor(sections, value);
  const section = sections[at];
  if (!section) return plain;
  const bySign = at > 0 || section.condition !== null;
  const text = written(section.tokens, Math.abs(value), plain.replace(/^-/, ''));
  const minus = value < 0 && !(bySign && sections.length > 1) && /[1-9]/.test(text) ? '-' : '';
  return `${minus}${text}`.trim();
}

/** Hours may exceed 24. */
function durationOf(value: number, format: string, number: number): string | null {
  const isLong = number === 46 || /\[(?:h+|m+|s+)\]/i.test(format);
  if (!isLong || !Number.isFinite(value) || value < 0 || value > 1e6) return null;
  const seconds = Math.round(value * 86_400);
  const two = (part: number): string => String(part).padStart(2, '0');
  const time = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}`;
  return number === 46 || /s/i.test(format) ? `${time}:${two(seconds % 60)}` : time;
}

function sectionFor(sections: readonly Section[], value: number): number {
  if (sections.some(({ condition }) => condition !== null)) {
    const at = sections.findIndex(({ condition }) => condition === null || holds(condition, value));
    return at < 0 ? 0 : at;
  }
  if (value < 0 && sections.length > 1) return 1;
  return value === 0 && sections.length > 2 ? 2 : 0;
}

function holds(condition: string, value: number): boolean {
  const [, sign = '', written = ''] = /^([<>=]{1,2})([^<>=].*)$/.exec(condition) ?? [];
  const bound = Number(written);
  if (sign === '<>') return value !== bound;
  return (sign.includes('=') && value === bound) || (sign.includes('<') && value < bound) || (sign.includes('>') && value > bound);
}

/** Literals, placeholders and marks. A literal begins with a quotation mark. */
const TOKEN = /"([^"]*)"?|[\\]([\s\S])|_[\s\S]|\*[\s\S]|\[([^[\]]*)\]|General|E[+-]|[\s\S]/giu;

function sectionsOf(format: string): Section[] {
  const known = kept.get(format);
  if (known) return known;
  const sections: { tokens: string[]; condition: string | null }[] = [{ tokens: [], condition: null }];
  for (const [token, quoted, escaped, bracket] of format.matchAll(TOKEN)) {
    const section = sections.at(-1);
    if (!section) break;
    if (token === ';') sections.push({ tokens: [], condition: null });
    else if (bracket !== undefined && /^[<>=]/.test(bracket)) section.condition = bracket;
    else section.tokens.push(...tokenOf(token, quoted ?? escaped, bracket));
  }
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(format, sections);
  return sections;
}

function tokenOf(token: string, literal: string | undefined, bracket: string | undefined): string[] {
  if (literal !== undefined) return [`"${literal}`];
  // `[$€-407]` is a currency, `[Red]` a colour.
  if (bracket !== undefined) return bracket.startsWith('$') ? [`"${/^\$([^-]*)/.exec(bracket)?.[1] ?? ''}`] : [];
  if (token.startsWith('*')) return [];
  if (token.startsWith('_')) return ['" '];
  return /^(?:[0#?.,%@]|General|E[+-])$/i.test(token) ? [token] : [`"${token}`];
}

const isDigit = (token: string | undefined): boolean => token === '0' || token === '#' || token === '?';

function written(tokens: readonly string[], value: number, plain: string): string {
  if (tokens.some((token) => /^general$/i.test(token)) || tokens.includes('@'))
    return tokens.map((token) => (token.startsWith('"') ? token.slice(1) : token === '.' || token === ',' ? '' : plain)).join('');
  if (tokens.includes('"/') && tokens.includes('?')) return plain;
  if (!tokens.some(isDigit)) return tokens.map((token) => (token.startsWith('"') ? token.slice(1) : token === '%' ? '%' : '')).join('');
  const exponent = tokens.findIndex((token) => /^e[+-]$/i.test(token));
  return exponent < 0 ? fixed(tokens, value) : scientific(tokens.slice(0, exponent), tokens.slice(exponent), value);
}

function scientific(front: readonly string[], back: readonly string[], value: number): string {
  const decimals = Math.min(front.slice(front.indexOf('.') + 1 || front.length).filter(isDigit).length, MOST_DECIMALS);
  const [digits = '', power = '0'] = value.toExponential(decimals).split('e');
  const least = back.filter((token) => token === '0').length;
  const sign = power.startsWith('-') ? '-' : back[0]?.endsWith('+') ? '+' : '';
  return `${digits}E${sign}${power.replace(/^[+-]/, '').padStart(least, '0')}`;
}

function fixed(tokens: readonly string[], value: number): string {
  const point = tokens.indexOf('.');
  const lastDigit = tokens.findLastIndex((token, at) => isDigit(token) && (point < 0 || at < point));
  const end = point < 0 ? tokens.length : point;
  const places = point < 0 ? [] : tokens.slice(point).filter(isDigit);
  const behind = [...tokens.slice(lastDigit + 1, end), ...(point < 0 ? [] : tokens.slice(tokens.findLastIndex(isDigit) + 1))];
  const thousands = behind.filter((token) => token === ',').length;
  const percents = tokens.filter((token) => token === '%').length;
  // Spreadsheets round the decimal digits as written: 1.005 becomes 1.01.
  const scaled = Number((value * 100 ** percents).toPrecision(15)) / 1000 ** thousands;
  const [whole = '0', decimals = ''] = rounded(scaled, Math.min(places.length, MOST_DECIMALS)).split('.');
  return wholePart(tokens.slice(0, end), lastDigit, whole) + decimalPart(tokens.slice(end), decimals);
}

function rounded(value: number, places: number): string {
  const shifted = Number(`${value}e${places}`);
  return shifted < 1e15 && Number.isFinite(shifted) ? Number(`${Math.round(shifted)}e-${places}`).toFixed(places) : value.toFixed(places);
}

/** From the right each placeholder takes a digit; the first takes the remaining ones. */
function wholePart(tokens: readonly string[], lastDigit: number, whole: string): string {
  const first = tokens.findIndex(isDigit);
  const isGrouped = tokens.some((token, at) => token === ',' && at > first && at < lastDigit);
  let left = whole === '0' ? '' : whole;
  let count = 0;
  let text = '';
  const put = (digit: string): void => {
    text = digit + (isGrouped && count > 0 && count % 3 === 0 ? ',' : '') + text;
    count++;
  };
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at] ?? '';
    if (isDigit(token)) {
      if (left !== '' || token === '0') put(left.at(-1) ?? '0');
      left = left.slice(0, -1);
      for (; at === first && left !== ''; left = left.slice(0, -1)) put(left.at(-1) ?? '');
    } else if (token.startsWith('"')) text = token.slice(1) + text;
    else if (token === '%') text = `%${text}`;
  }
  if (first < 0 && left !== '') return text + left;
  return text;
}

/** Trailing zeros are shown where the format has a zero. */
function decimalPart(tokens: readonly string[], decimals: string): string {
  const places = tokens.filter(isDigit);
  let shown = decimals.length;
  while (shown > 0 && decimals[shown - 1] === '0' && places[shown - 1] !== '0') shown--;
  let taken = 0;
  let text = '';
  for (const token of tokens) {
    if (token === '.') text += shown > 0 ? '.' : '';
    else if (isDigit(token)) text += taken < shown ? (decimals[taken++] ?? '') : '';
    else if (token.startsWith('"')) text += token.slice(1);
    else if (token === '%') text += '%';
  }
  return text;
}
