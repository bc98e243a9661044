/** Quads as they are found, up to as many as are wanted. Being full ends a reader by an error that it must pass on. */
import type { Quad } from '@rdfjs/types';

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
    if (isPlain(quad)) this.quads.push(quad);
    else this.#leftOut++;
  }
}

/** Also no variables and formulas, as N3 has them. */
function isPlain({ subject, predicate, object, graph }: Quad): boolean {
  return NODES.has(subject.termType) && predicate.termType === 'NamedNode' && VALUES.has(object.termType) && GRAPHS.has(graph.termType);
}

const NODES: ReadonlySet<string> = new Set(['NamedNode', 'BlankNode']);
const VALUES: ReadonlySet<string> = new Set([...NODES, 'Literal']);
const GRAPHS: ReadonlySet<string> = new Set([...NODES, 'DefaultGraph']);
