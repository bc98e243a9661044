/** Rows and yes-or-no answers as text, in pieces as they come. */
import { guardFormula } from '../../../model/index.js';
import type { Term } from '../../../store/index.js';
import type { QueryResult, ResultRow } from '../query.js';
import { isPlain, XSD } from '../terms.js';
import type { RowFormat } from './media-types.js';
import { markdownTable, textTable } from './tables.js';
import { escapeXml } from './xml-text.js';

export type RowResult = Extract<QueryResult, { kind: 'bindings' | 'boolean' }>;
type Bindings = Extract<QueryResult, { kind: 'bindings' }>;

export function writeRows(result: RowResult, format: RowFormat, isGuarded = false): Iterable<string> {
  return result.kind === 'boolean' ? [writeBoolean(result.value, format)] : WRITERS[format](result, isGuarded);
}

const WRITERS: Readonly<Record<RowFormat, (result: Bindings, isGuarded: boolean) => Iterable<string>>> = {
  json: jsonRows,
  xml: xmlRows,
  csv: csvRows,
  tsv: tsvRows,
  table: textTable,
  markdown: markdownTable,
};

function writeBoolean(value: boolean, format: RowFormat): string {
  if (format === 'json') return `${JSON.stringify({ head: {}, boolean: value })}\n`;
  if (format === 'xml') return `${XML_HEAD}  <head/>\n  <boolean>${value}</boolean>\n</sparql>\n`;
  if (format === 'csv') return `${value}\r\n`;
  return `${value}\n`;
}

function* jsonRows({ variables, rows }: Bindings): Iterable<string> {
  yield `{"head":{"vars":${JSON.stringify(variables)}},"results":{"bindings":[`;
  let separator = '\n';
  for (const row of rows) {
    const cells = bound(variables, row).map(([name, term]) => `${JSON.stringify(name)}:${JSON.stringify(jsonTerm(term))}`);
    yield `${separator}{${cells.join(',')}}`;
    separator = ',\n';
  }
  yield '\n]}}\n';
}

function bound(variables: readonly string[], row: ResultRow): [string, Term][] {
  return variables.flatMap((name) => {
    const term = row[name];
    return term ? [[name, term] as [string, Term]] : [];
  });
}

function jsonTerm(term: Term): Record<string, string> {
  if (term.termType === 'NamedNode') return { type: 'uri', value: term.value };
  if (term.termType === 'BlankNode') return { type: 'bnode', value: term.value };
  if (term.language) return { type: 'literal', value: term.value, 'xml:lang': term.language };
  return isPlain(term) ? { type: 'literal', value: term.value } : { type: 'literal', value: term.value, datatype: term.datatype.value };
}

const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">\n';

function* xmlRows({ variables, rows }: Bindings): Iterable<string> {
  const names = variables.map((name) => `    <variable name="${escapeXml(name)}"/>\n`).join('');
  yield `${XML_HEAD}  <head>\n${names}  </head>\n  <results>\n`;
  for (const row of rows) {
    const cells = bound(variables, row).map(([name, term]) => `      <binding name="${escapeXml(name)}">${xmlTerm(term)}</binding>\n`);
    yield `    <result>\n${cells.join('')}    </result>\n`;
  }
  yield '  </results>\n</sparql>\n';
}

function xmlTerm(term: Term): string {
  const value = escapeXml(term.value);
  if (term.termType === 'NamedNode') return `<uri>${value}</uri>`;
  if (term.termType === 'BlankNode') return `<bnode>${value}</bnode>`;
  if (term.language) return `<literal xml:lang="${escapeXml(term.language)}">${value}</literal>`;
  return isPlain(term) ? `<literal>${value}</literal>` : `<literal datatype="${escapeXml(term.datatype.value)}">${value}</literal>`;
}

function* csvRows({ variables, rows }: Bindings, isGuarded: boolean): Iterable<string> {
  const textOf = isGuarded ? guardedText : csvText;
  yield `${variables.map(csvCell).join(',')}\r\n`;
  for (const row of rows) yield `${variables.map((name) => csvCell(textOf(row[name]))).join(',')}\r\n`;
}

/** A negative number is no formula. */
const guardedText = (term: Term | undefined): string => (term && isBare(term) ? term.value : guardFormula(csvText(term)));

function csvText(term: Term | undefined): string {
  if (!term) return '';
  return term.termType === 'BlankNode' ? `_:${term.value}` : term.value;
}

const csvCell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

function* tsvRows({ variables, rows }: Bindings): Iterable<string> {
  yield `${variables.map((name) => `?${name}`).join('\t')}\n`;
  for (const row of rows) yield `${variables.map((name) => tsvTerm(row[name])).join('\t')}\n`;
}

/** Numbers that Turtle knows without quotes are written so. */
const BARE: Readonly<Record<string, RegExp>> = {
  [`${XSD}integer`]: /^[+-]?\d+$/,
  [`${XSD}decimal`]: /^[+-]?\d*\.\d+$/,
  [`${XSD}double`]: /^[+-]?(\d+\.\d*|\.\d+|\d+)[eE][+-]?\d+$/,
};

const isBare = (term: Term): boolean => term.termType === 'Literal' && BARE[term.datatype.value]?.test(term.value) === true;

function tsvTerm(term: Term | undefined): string {
  if (!term) return '';
  if (term.termType === 'NamedNode') return `<${term.value.replace(/[\t\n\r]/g, encodeURIComponent)}>`;
  if (term.termType === 'BlankNode') return `_:${term.value}`;
  if (isBare(term)) return term.value;
  const text = `"${term.value.replace(/["\\\t\n\r]/g, (char) => ESCAPES[char] as string)}"`;
  if (term.language) return `${text}@${term.language}`;
  return isPlain(term) ? text : `${text}^^<${term.datatype.value}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
