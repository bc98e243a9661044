/**
 * The link graph of a crawl in plain arrays: nodes are numbers from 0, their names and sites stand in tables beside.
 *
 * A link is counted once, however often a page repeats it; its weight says how often. Links of a node to itself are
 * counted apart and are no part of the adjacency: they lead nowhere.
 */
export interface Graph {
  readonly nodes: number;
  /** URLs, or origins where nodes are sites. */
  readonly names: readonly string[];
  readonly siteOf: Int32Array;
  readonly sites: readonly string[];
  /** Steps from the seed; -1 where that is not known. */
  readonly depth: Int32Array;
  readonly out: Adjacency;
  /** Links from a node to itself. */
  readonly selfLinks: number;
  /** Links that lead to what is no node of this graph. */
  readonly outside: number;
  /** Nodes that are no pages but lists of them. */
  readonly sitemaps?: ReadonlySet<number>;
}

/** The targets of node n stand from `start[n]` to before `start[n + 1]`. */
export interface Adjacency {
  readonly start: Int32Array;
  readonly target: Int32Array;
  readonly weight: Float32Array;
}

export const linksOf = (graph: Graph): number => graph.out.target.length;

/** Links that begin and links that end at each node. */
export function degreesOf({ nodes, out }: Pick<Graph, 'nodes' | 'out'>): { in: Int32Array; out: Int32Array; all: Int32Array } {
  const ends = { in: new Int32Array(nodes), out: new Int32Array(nodes), all: new Int32Array(nodes) };
  for (let node = 0; node < nodes; node++) ends.out[node] = (out.start[node + 1] as number) - (out.start[node] as number);
  for (const target of out.target) (ends.in[target] as number)++;
  for (let node = 0; node < nodes; node++) ends.all[node] = (ends.in[node] as number) + (ends.out[node] as number);
  return ends;
}

/** Each link seen from both ends, links to and fro as one with both weights: what layouts and communities work on. */
export function undirected({ nodes, out }: Pick<Graph, 'nodes' | 'out'>): Adjacency {
  const links = new LinkCollector(2 * out.target.length);
  for (let node = 0; node < nodes; node++)
    for (let at = out.start[node] as number; at < (out.start[node + 1] as number); at++) {
      links.add(node, out.target[at] as number, out.weight[at] as number);
      links.add(out.target[at] as number, node, out.weight[at] as number);
    }
  return links.merged(nodes).adjacency;
}

/** Takes links one by one, in any order, and merges those between the same two nodes. Time and room grow with the number of links. */
export class LinkCollector {
  #from: Int32Array<ArrayBufferLike>;
  #to: Int32Array<ArrayBufferLike>;
  #weight: Float32Array<ArrayBufferLike>;
  #count = 0;

  constructor(expected = 1024) {
    this.#from = new Int32Array(Math.max(16, expected));
    this.#to = new Int32Array(this.#from.length);
    this.#weight = new Float32Array(this.#from.length);
  }

  add(from: number, to: number, weight = 1): void {
    if (this.#count === this.#from.length) this.#grow();
    this.#from[this.#count] = from;
    this.#to[this.#count] = to;
    this.#weight[this.#count] = weight;
    this.#count++;
  }

  #grow(): void {
    const size = 2 * this.#from.length;
    const larger = <T extends Int32Array | Float32Array>(old: T, fresh: T): T => {
      fresh.set(old);
      return fresh;
    };
    this.#from = larger(this.#from, new Int32Array(size));
    this.#to = larger(this.#to, new Int32Array(size));
    this.#weight = larger(this.#weight, new Float32Array(size));
  }

  merged(nodes: number): { adjacency: Adjacency; selfLinks: number } {
    const { start, order } = this.#bySource(nodes);
    const target = new Int32Array(this.#count);
    const weight = new Float32Array(this.#count);
    const first = new Int32Array(nodes + 1);
    const place = new Int32Array(nodes).fill(-1); // where the link to this node stands among those of the current source
    let filled = 0;
    let selfLinks = 0;
    for (let node = 0; node < nodes; node++) {
      first[node] = filled;
      for (let at = start[node] as number; at < (start[node + 1] as number); at++) {
        const link = order[at] as number;
        const to = this.#to[link] as number;
        const known = place[to] as number;
        if (to === node) selfLinks += this.#weight[link] as number;
        else if (known >= (first[node] as number)) (weight[known] as number) += this.#weight[link] as number;
        else {
          place[to] = filled;
          target[filled] = to;
          weight[filled++] = this.#weight[link] as number;
        }
      }
    }
    first[nodes] = filled;
    return { adjacency: { start: first, target: target.slice(0, filled), weight: weight.slice(0, filled) }, selfLinks };
  }

  /** The numbers of all links, those of a source side by side in the order they came. */
  #bySource(nodes: number): { start: Int32Array; order: Int32Array } {
    const start = new Int32Array(nodes + 1);
    for (let link = 0; link < this.#count; link++) (start[(this.#from[link] as number) + 1] as number)++;
    for (let node = 0; node < nodes; node++) (start[node + 1] as number) += start[node] as number;
    const next = start.slice();
    const order = new Int32Array(this.#count);
    for (let link = 0; link < this.#count; link++) order[(next[this.#from[link] as number] as number)++] = link;
    return { start, order };
  }
}
