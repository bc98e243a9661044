/** Terms as the engine makes and compares them. */
import { createHash } from 'node:crypto';
import type { BlankNode, Literal, NamedNode, Term as RdfTerm } from '@rdfjs/types';
import { DataFactory } from 'n3';
import type { Term } from '../../store/index.js';

export const XSD = 'http://www.w3.org/2001/XMLSchema#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const RDF_TYPE = `${RDF}type`;

/** Longer ones are somebody's joke. */
const LONGEST_KEPT = 200;
const datatypes = new Map<string, NamedNode>();

function datatypeNode(iri: string): NamedNode {
  let node = datatypes.get(iri);
  if (!node) {
    node = DataFactory.namedNode(iri);
    if (datatypes.size < 1000 && iri.length <= LONGEST_KEPT) datatypes.set(iri, node);
  }
  return node;
}

export const iri = (value: string): NamedNode => DataFactory.namedNode(value);
export const text = (value: string): Literal => DataFactory.literal(value);
export const languageText = (value: string, language: string): Literal => DataFactory.literal(value, language);
export const typed = (value: string, datatype: string): Literal => DataFactory.literal(value, datatypeNode(datatype));

export const TRUE = typed('true', `${XSD}boolean`);
export const FALSE = typed('false', `${XSD}boolean`);
export const boolean = (value: boolean): Literal => (value ? TRUE : FALSE);
export const integer = (value: number | bigint): Literal => typed(String(value), `${XSD}integer`);

/** Equal for equal terms and for no others. Language tags are equal whatever their case. */
export function termKey(term: Term): string {
  const key = fullKey(term);
  // Long texts would be kept once more for each set they are in.
  return key.length > LONGEST_KEY ? `#${createHash('sha256').update(key, 'utf16le').digest('base64')}` : key;
}

const LONGEST_KEY = 1024;

function fullKey(term: Term): string {
  if (term.termType === 'NamedNode') return `<${term.value}`;
  if (term.termType === 'BlankNode') return `_${term.value}`;
  const { value, language, datatype } = term;
  return language ? `@${language.toLowerCase()}"${value}` : `^${datatype.value}"${value}`;
}

export function sameTerm(a: Term, b: Term): boolean {
  if (a === b) return true;
  if (a.termType !== b.termType || a.value !== b.value) return false;
  if (a.termType !== 'Literal' || b.termType !== 'Literal') return true;
  return a.language.toLowerCase() === b.language.toLowerCase() && a.datatype.value === b.datatype.value;
}

export const isLiteral = (term: Term): term is Literal => term.termType === 'Literal';

/** True for literals without language and of no other type than string. */
export const isPlain = (term: Literal): boolean => term.language === '' && term.datatype.value === `${XSD}string`;

export const isConcrete = (term: RdfTerm): term is Term =>
  term.termType === 'NamedNode' || term.termType === 'BlankNode' || term.termType === 'Literal';

/** Told apart from the labels of all data and of all other processes. */
const OWN = `w${crypto.randomUUID().slice(0, 8)}x`;
let blanks = 0;

export const freshBlank = (): BlankNode => DataFactory.blankNode(`${OWN}${blanks++}`);
