/** Statements by subject and property, as small files of RDF are gone through. */
import type { Quad, Term } from '@rdfjs/types';
import { rdf } from './vocabulary.js';

/** A node that is no literal, told apart from others by its key. */
export type Node = string;

const keyOf = ({ termType, value }: Term): Node => (termType === 'BlankNode' ? `_:${value}` : value);

export class Statements {
  readonly #bySubject = new Map<Node, Map<string, Term[]>>();

  constructor(quads: Iterable<Quad>) {
    for (const { subject, predicate, object } of quads) {
      const properties = this.#bySubject.get(keyOf(subject)) ?? new Map<string, Term[]>();
      this.#bySubject.set(keyOf(subject), properties);
      properties.set(predicate.value, [...(properties.get(predicate.value) ?? []), object]);
    }
  }

  subjects(): IterableIterator<Node> {
    return this.#bySubject.keys();
  }

  /** False for a node that is only pointed at. */
  describes(node: Node): boolean {
    return this.#bySubject.has(node);
  }

  properties(node: Node): ReadonlyMap<string, readonly Term[]> {
    return this.#bySubject.get(node) ?? new Map<string, readonly Term[]>();
  }

  values(node: Node, property: string): readonly Term[] {
    return this.properties(node).get(property) ?? [];
  }

  /** Nodes a property leads to; literals among its values are left out. */
  nodes(node: Node, property: string): Node[] {
    return this.values(node, property)
      .filter(({ termType }) => termType !== 'Literal')
      .map(keyOf);
  }

  /** The first value as text, an IRI or what a literal says, white space folded; null when there is none. */
  text(node: Node, property: string): string | null {
    const [value] = this.values(node, property);
    return value === undefined ? null : value.value.replace(/\s+/g, ' ').trim();
  }

  hasType(node: Node, type: string): boolean {
    return this.values(node, rdf('type')).some(({ value }) => value === type);
  }

  /** Members in their order: of an rdf:Seq (or Bag) by number, of an RDF list along it; any other node is its own only member. */
  members(node: Node): Node[] {
    const numbered = [...this.properties(node)].flatMap(([property, values]) => {
      const number = MEMBER.exec(property)?.[1];
      return number === undefined ? [] : values.map((value) => ({ at: Number(number), key: keyOf(value) }));
    });
    if (numbered.length > 0) return numbered.sort((left, right) => left.at - right.at).map(({ key }) => key);
    if (this.values(node, rdf('first')).length > 0) return this.#list(node);
    return CONTAINERS.some((type) => this.hasType(node, type)) || node === rdf('nil') ? [] : [node];
  }

  /** A list that leads back into itself ends there. */
  #list(start: Node): Node[] {
    const seen = new Set<Node>();
    const found: Node[] = [];
    for (let node: Node | undefined = start; node !== undefined && !seen.has(node); [node] = this.nodes(node, rdf('rest'))) {
      seen.add(node);
      found.push(...this.nodes(node, rdf('first')));
    }
    return found;
  }
}

const MEMBER = /^http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#_(\d+)$/;
const CONTAINERS = ['Seq', 'Bag', 'Alt'].map(rdf);
