/** Tables for people: aligned text for terminals, Markdown for documents. Long names are shortened by the query's prefixes. */
import type { Term } from '../../../store/index.js';
import type { QueryResult } from '../query.js';
import { isPlain, XSD } from '../terms.js';

type Bindings = Extract<QueryResult, { kind: 'bindings' }>;

/** Rows that are looked at to find the widths; later ones may be wider. */
const ROWS_MEASURED = 1000;
const CHARACTERS_MEASURED = 500_000;
const WIDEST = 100;

export function* textTable({ variables, rows, prefixes }: Bindings): Iterable<string> {
  const measured: string[][] = [];
  let widths: number[] | null = null;
  let characters = 0;
  const begin = function* (): Iterable<string> {
    widths = variables.map((name, column) =>
      Math.min(WIDEST, Math.max(name.length, ...measured.map((cells) => cells[column]?.length ?? 0))),
    );
    yield aligned([...variables], widths);
    yield aligned(
      widths.map((width) => '─'.repeat(width)),
      widths,
    );
    for (const cells of measured) yield aligned(cells, widths);
  };
  for (const row of rows) {
    const cells = variables.map((name) => shownTerm(row[name], prefixes));
    if (widths) yield aligned(cells, widths);
    else {
      characters += cells.reduce((sum, cell) => sum + cell.length, 0);
      if (measured.push(cells) === ROWS_MEASURED || characters > CHARACTERS_MEASURED) yield* begin();
    }
  }
  if (!widths) yield* begin();
}

const aligned = (cells: readonly string[], widths: readonly number[]): string =>
  `${cells
    .map((cell, column) => cell.padEnd(widths[column] as number))
    .join('  ')
    .trimEnd()}\n`;

export function* markdownTable({ variables, rows, prefixes }: Bindings): Iterable<string> {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  yield line(variables) + line(variables.map(() => '---'));
  for (const row of rows) yield line(variables.map((name) => shownTerm(row[name], prefixes).replaceAll('|', '\\|').replaceAll('<', '\\<')));
}

const NUMBERS = /#(integer|decimal|double|float|boolean|int|long)$/;

function shownTerm(term: Term | undefined, prefixes: Readonly<Record<string, string>>): string {
  if (!term) return '';
  if (term.termType === 'NamedNode') return shortened(term.value, prefixes) ?? harmless(term.value);
  if (term.termType === 'BlankNode') return `_:${term.value}`;
  const text = harmless(term.value);
  if (term.language) return `${text} @${term.language}`;
  const datatype = term.datatype.value;
  if (isPlain(term) || NUMBERS.test(datatype) || datatype === `${XSD}dateTime` || datatype === `${XSD}date`) return text;
  return `${text} ^^${shortened(datatype, prefixes) ?? datatype}`;
}

function shortened(iri: string, prefixes: Readonly<Record<string, string>>): string | null {
  for (const [prefix, start] of Object.entries(prefixes))
    if (start !== '' && iri.startsWith(start) && /^[\w.-]*$/.test(iri.slice(start.length))) return `${prefix}:${iri.slice(start.length)}`;
  return null;
}

/** Text from outside may hold characters that would move the cursor or break the table. */
const harmless = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (char) =>
    char === '\n' ? '↵' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
