/**
 * How the program speaks: colours and one live line on a terminal, plain lines when piped, JSON when asked.
 *
 * Results go to standard output; progress and remarks to standard error, so that results can be piped.
 */
import { stripVTControlCharacters, styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

export interface Terminal {
  /** A line of the result. */
  print(text: string): void;
  /** A remark that is no result. */
  remark(text: string): void;
  /** Replaces the live line; does nothing where there is no terminal. */
  live(text: string): void;
  style(style: Style, text: string): string;
  readonly isLive: boolean;
  readonly width: number;
}

export function openTerminal(
  out: NodeJS.WriteStream = process.stdout,
  err: NodeJS.WriteStream = process.stderr,
  env = process.env,
): Terminal {
  const coloured = Boolean(out.isTTY) && !env['NO_COLOR'];
  const isLive = Boolean(err.isTTY) && env['TERM'] !== 'dumb';
  let shown = false;
  const clear = () => {
    if (shown) err.write('\r\x1b[2K');
    shown = false;
  };
  return {
    isLive,
    get width() {
      return out.columns ?? 100;
    },
    style: (style, text) => (coloured ? styleText(style, text, { validateStream: false } as never) : text),
    print(text) {
      clear();
      out.write(`${text}\n`);
    },
    remark(text) {
      clear();
      err.write(`${text}\n`);
    },
    live(text) {
      if (!isLive) return;
      clear();
      err.write(cut(text, (err.columns ?? 100) - 1));
      shown = text !== '';
    },
  };
}

const cut = (text: string, width: number): string =>
  stripVTControlCharacters(text).length <= width ? text : `${text.slice(0, width - 1)}…`;

/** Columns that line up: numbers to the right, words to the left, the last column as long as it likes. */
export function table(rows: readonly (readonly (string | number)[])[], gap = '  '): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => stripVTControlCharacters(String(row[column] ?? '')).length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] as number, column === row.length - 1))
        .join(gap)
        .trimEnd(),
    )
    .join('\n');
}

function pad(cell: string | number, width: number, isLast: boolean): string {
  const text = String(cell);
  const missing = ' '.repeat(Math.max(0, width - stripVTControlCharacters(text).length));
  if (typeof cell === 'number') return missing + text;
  return isLast ? text : text + missing;
}

/** Text from outside may hold control characters that would move the cursor or worse. */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** A size at a glance: three digits and the unit people expect. */
export function shortSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)} ${UNITS[power]}`;
}
