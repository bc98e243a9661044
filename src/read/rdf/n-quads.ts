/** Quads as lines of N-Quads: one statement a line, blank nodes numbered in order of appearance, so that equal input gives equal lines. */
import type { Quad, Term } from '@rdfjs/types';

export function nQuadLines(quads: readonly Quad[]): string[] {
  const names = new Map<string, string>();
  const word = (term: Term): string => (term.termType === 'BlankNode' ? nameOf(term.value, names) : wordOf(term));
  return quads.map(({ subject, predicate, object, graph }) => {
    const where = graph.termType === 'DefaultGraph' ? '' : `${word(graph)} `;
    return `${word(subject)} ${word(predicate)} ${word(object)} ${where}.`;
  });
}

function nameOf(label: string, names: Map<string, string>): string {
  const known = names.get(label);
  if (known !== undefined) return known;
  const name = `_:b${names.size}`;
  names.set(label, name);
  return name;
}

function wordOf(term: Term): string {
  if (term.termType === 'NamedNode') return `<${term.value.replace(IRI_ESCAPED, numbered)}>`;
  if (term.termType !== 'Literal') throw new Error(`N-Quads cannot say ${term.termType}`);
  const text = `"${term.value.replace(TEXT_ESCAPED, escaped)}"`;
  if (term.language) return `${text}@${term.language}`;
  return term.datatype.value === XSD_STRING ? text : `${text}^^${wordOf(term.datatype)}`;
}

const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string';
// biome-ignore lint/suspicious/noControlCharactersInRegex: they may not stand in a line as they are
const TEXT_ESCAPED = /["\\\u0000-\u001f\u007f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const IRI_ESCAPED = /[\u0000-\u0020<>"{}|^`\\]/g;
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

const numbered = (character: string): string => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
const escaped = (character: string): string => SHORT[character] ?? numbered(character);
