/** Terms as they come out of the store: plain values, made in thousands. */
import type { Term as AnyTerm, BlankNode, Literal, NamedNode } from '@rdfjs/types';
import type { Term } from '../../../store/index.js';

export const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string';
const LANG_STRING = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString';

class StoredName implements NamedNode {
  readonly termType = 'NamedNode';
  constructor(readonly value: string) {}
  equals(other: AnyTerm | null | undefined): boolean {
    return other?.termType === 'NamedNode' && other.value === this.value;
  }
}

class StoredBlank implements BlankNode {
  readonly termType = 'BlankNode';
  constructor(readonly value: string) {}
  equals(other: AnyTerm | null | undefined): boolean {
    return other?.termType === 'BlankNode' && other.value === this.value;
  }
}

class StoredLiteral implements Literal {
  readonly termType = 'Literal';
  constructor(
    readonly value: string,
    readonly language: string,
    readonly datatype: NamedNode,
  ) {}
  equals(other: AnyTerm | null | undefined): boolean {
    return (
      other?.termType === 'Literal' &&
      other.value === this.value &&
      other.language === this.language &&
      other.datatype.value === this.datatype.value
    );
  }
}

const STRING = new StoredName(XSD_STRING);
const LANGUAGE_STRING = new StoredName(LANG_STRING);

/**
 * A term as one text, told apart by its first character: `<iri`, `_label`, `"value`, `@language"value`, `^datatype"value`.
 * A quotation mark can stand in no language and in no IRI; one that does is escaped, so that the first one ends it.
 */
export function textOf(term: Term): string {
  switch (term.termType) {
    case 'NamedNode':
      return `<${term.value.toWellFormed()}`;
    case 'BlankNode':
      return `_${term.value}`;
    case 'Literal':
      return `${kindOf(term)}"${term.value.toWellFormed()}`;
  }
}

function kindOf({ language, datatype }: Literal): string {
  if (language) return `@${language.replaceAll('"', '')}`;
  return datatype.value === XSD_STRING ? '' : `^${datatype.value.toWellFormed().replaceAll('"', '%22')}`;
}

export function termOf(text: string): Term {
  switch (text[0]) {
    case '<':
      return new StoredName(text.slice(1));
    case '_':
      return new StoredBlank(text.slice(1));
    case '"':
      return new StoredLiteral(text.slice(1), '', STRING);
    default:
      return kindedLiteral(text, text.indexOf('"'));
  }
}

function kindedLiteral(text: string, end: number): Term {
  const [kind, value] = [text.slice(1, end), text.slice(end + 1)];
  return text[0] === '@' ? new StoredLiteral(value, kind, LANGUAGE_STRING) : new StoredLiteral(value, '', new StoredName(kind));
}
