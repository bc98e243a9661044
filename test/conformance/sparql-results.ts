/** Results of queries as graphs, so that they can be compared whatever the names of their blank nodes are: a node for each row. */
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { SaxesParser } from 'saxes';

type AnyTerm = ReturnType<typeof DataFactory.literal> | ReturnType<typeof DataFactory.namedNode> | ReturnType<typeof DataFactory.blankNode>;
type Cells = Map<string, AnyTerm>;

const RS = 'http://www.w3.org/2001/sw/DataAccess/tests/result-set#';

export function readResults(results: string | readonly Quad[], format: string): Quad[] {
  if (typeof results !== 'string') return fromStatements(results);
  if (format === 'srj' || format === 'json') return fromJson(results);
  if (format === 'csv') return fromLines(results, ',', (cell) => DataFactory.literal(cell.startsWith('_:') ? 'blank' : cell));
  if (format === 'tsv') return fromLines(results, '\t', tsvTerm);
  return fromXml(results);
}

function graphOf(rows: readonly Cells[], isTrue: boolean | null): Quad[] {
  const quads = rows.flatMap((cells, index) => {
    const row = DataFactory.blankNode(`row${index}`);
    return [
      DataFactory.quad(row, DataFactory.namedNode('urn:is'), DataFactory.namedNode('urn:row')),
      ...[...cells].map(([name, term]) => DataFactory.quad(row, DataFactory.namedNode(`urn:variable:${name}`), canonical(term))),
    ];
  });
  if (isTrue !== null)
    quads.push(DataFactory.quad(DataFactory.namedNode('urn:it'), DataFactory.namedNode('urn:is'), DataFactory.literal(String(isTrue))));
  return quads as unknown as Quad[];
}

/** The suites compare numbers by value: 2.0 is 2.00, and 1E0 is 1.0E0. */
function canonical(term: AnyTerm): AnyTerm {
  if (term.termType !== 'Literal' || !/#(decimal|double|float)$/.test(term.datatype.value)) return term;
  const value = Number(term.value);
  return Number.isNaN(value) ? term : DataFactory.literal(String(value), term.datatype);
}

/** Statements that describe a result set; others are themselves the result. */
function fromStatements(quads: readonly Quad[]): Quad[] {
  const of = (subject: string, property: string) =>
    quads.filter((quad) => quad.subject.value === subject && quad.predicate.value === RS + property).map(({ object }) => object);
  const set = quads.find(({ object }) => object.value === `${RS}ResultSet`)?.subject.value;
  if (set === undefined) return [...quads];
  const [truth] = of(set, 'boolean');
  const rows = of(set, 'solution').map(
    (solution) =>
      new Map(
        of(solution.value, 'binding').map(({ value }) => [
          of(value, 'variable')[0]?.value ?? '',
          of(value, 'value')[0] as unknown as AnyTerm,
        ]),
      ),
  );
  return graphOf(rows, truth ? truth.value === 'true' : null);
}

interface JsonTerm {
  readonly type: string;
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

function fromJson(text: string): Quad[] {
  const { boolean, results } = JSON.parse(text) as { boolean?: boolean; results?: { bindings: Record<string, JsonTerm>[] } };
  const rows = results?.bindings.map((row) => new Map(Object.entries(row).map(([name, term]) => [name, jsonTerm(term)])));
  return graphOf(rows ?? [], boolean ?? null);
}

function jsonTerm({ type, value, datatype, 'xml:lang': language }: JsonTerm): AnyTerm {
  if (type === 'uri') return DataFactory.namedNode(value);
  if (type === 'bnode') return DataFactory.blankNode(`b${value}`);
  return DataFactory.literal(value, language ?? (datatype ? DataFactory.namedNode(datatype) : undefined));
}

function fromXml(text: string): Quad[] {
  const rows: Cells[] = [];
  let [truth, name, value]: [boolean | null, string, string] = [null, '', ''];
  let attributes: Record<string, string> = {};
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => {
    value = '';
    attributes = tag.attributes as Record<string, string>;
    if (tag.name === 'result') rows.push(new Map());
    if (tag.name === 'binding') name = attributes['name'] ?? '';
  });
  for (const kind of ['text', 'cdata'] as const) parser.on(kind, (chunk) => (value += chunk));
  parser.on('closetag', ({ name: tag }) => {
    if (tag === 'boolean') truth = value.trim() === 'true';
    if (!['uri', 'bnode', 'literal'].includes(tag)) return;
    const { datatype, 'xml:lang': language } = attributes;
    rows
      .at(-1)
      ?.set(name, jsonTerm({ type: tag, value, ...(datatype ? { datatype } : {}), ...(language ? { 'xml:lang': language } : {}) }));
  });
  parser.write(text).close();
  return graphOf(rows, truth);
}

function fromLines(text: string, separator: string, term: (cell: string) => AnyTerm): Quad[] {
  const [head = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const names = head.split(separator).map((name) => name.replace(/^\?/, ''));
  return graphOf(
    lines.map((line) => new Map(line.split(separator).flatMap((cell, index) => (cell === '' ? [] : [[names[index] ?? '', term(cell)]])))),
    null,
  );
}

function tsvTerm(cell: string): AnyTerm {
  if (cell.startsWith('<')) return DataFactory.namedNode(cell.slice(1, -1));
  if (cell.startsWith('_:')) return DataFactory.blankNode(`b${cell.slice(2)}`);
  const [, value = cell, language, datatype] = /^"(.*)"(?:@(.*)|\^\^<(.*)>)?$/.exec(cell) ?? [];
  if (!cell.startsWith('"')) return DataFactory.literal(String(Number(cell)), DataFactory.namedNode('urn:number'));
  return DataFactory.literal(value, language ?? (datatype ? DataFactory.namedNode(datatype) : undefined));
}
