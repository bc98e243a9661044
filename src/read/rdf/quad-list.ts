/** Quads as they are found, up to as many as are wanted. Being full ends a reader by an error that it must pass on. */
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';

export class TooManyQuads extends Error {
  override readonly name = 'TooManyQuads';
}

export class QuadList {
  readonly quads: Quad[] = [];
  readonly most: number;
  #leftOut = 0;

  constructor(most: number) {
    this.most = most;
  }

  /** Statements about statements, which RDF 1.1 does not have. */
  get leftOut(): number {
    return this.#leftOut;
  }

  add(quad: Quad): void {
    if (this.quads.length >= this.most) throw new TooManyQuads();
    if (isPlain(quad)) this.quads.push(withoutEmptyLanguage(quad));
    else this.#leftOut++;
  }
}

/** Also no variables and formulas, as N3 has them. */
function isPlain({ subject, predicate, object, graph }: Quad): boolean {
  return NODES.has(subject.termType) && predicate.termType === 'NamedNode' && VALUES.has(object.termType) && GRAPHS.has(graph.termType);
}

const LANGUAGE_STRING = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString';

/** `lang=""` says that there is no language: some parsers then make a text in a language without a name, which no line of N-Quads can say. */
function withoutEmptyLanguage(quad: Quad): Quad {
  const { subject, predicate, object, graph } = quad;
  if (object.termType !== 'Literal' || object.language || object.datatype.value !== LANGUAGE_STRING) return quad;
  return DataFactory.quad(subject as never, predicate as never, DataFactory.literal(object.value), graph as never) as unknown as Quad;
}

const NODES: ReadonlySet<string> = new Set(['NamedNode', 'BlankNode']);
const VALUES: ReadonlySet<string> = new Set([...NODES, 'Literal']);
const GRAPHS: ReadonlySet<string> = new Set([...NODES, 'DefaultGraph']);
