/**
 * Finds the longest block two texts have in common: of equally long ones the earliest in the first text, then the
 * earliest in the second. Uses a suffix automaton of the second text in packed arrays: time and memory grow with the sum
 * of the lengths, not with their product.
 */

/** Where it starts in `a`, how long it is, and where it ends in `b`. */
export type CommonBlock = [start: number, length: number, end: number];

export function longestCommon(a: string, b: string): CommonBlock {
  return new SuffixAutomaton(b).longestIn(a);
}

const NONE = -1;

class SuffixAutomaton {
  readonly #length: Int32Array;
  readonly #link: Int32Array;
  /** Where the first occurrence of a state's blocks ends, exclusive. */
  readonly #end: Int32Array;
  /** The edges of a state form a list: most states have one edge, and only the first has many. */
  readonly #firstEdge: Int32Array;
  readonly #nextEdge: Int32Array;
  readonly #edgeCode: Uint16Array;
  readonly #edgeTo: Int32Array;
  #states = 1;
  #edges = 0;
  #last = 0;

  constructor(text: string) {
    const [states, edges] = [2 * text.length + 2, 3 * text.length + 4];
    this.#length = new Int32Array(states);
    this.#link = new Int32Array(states);
    this.#end = new Int32Array(states);
    this.#firstEdge = new Int32Array(states).fill(NONE);
    this.#nextEdge = new Int32Array(edges);
    this.#edgeCode = new Uint16Array(edges);
    this.#edgeTo = new Int32Array(edges);
    this.#link[0] = NONE;
    for (let at = 0; at < text.length; at++) this.#add(text.charCodeAt(at), at + 1);
  }

  longestIn(text: string): CommonBlock {
    let state = 0;
    let length = 0;
    let best: CommonBlock = [0, 0, 0];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      let edge = this.#edgeOf(state, code);
      while (edge === NONE && state !== 0) {
        state = this.#link[state] as number;
        length = this.#length[state] as number;
        edge = this.#edgeOf(state, code);
      }
      if (edge === NONE) continue;
      state = this.#edgeTo[edge] as number;
      length++;
      if (length > best[1]) best = [at - length + 1, length, this.#end[state] as number];
    }
    return best;
  }

  #edgeOf(state: number, code: number): number {
    let edge = this.#firstEdge[state] as number;
    while (edge !== NONE && this.#edgeCode[edge] !== code) edge = this.#nextEdge[edge] as number;
    return edge;
  }

  #addEdge(from: number, code: number, to: number): void {
    const edge = this.#edges++;
    this.#edgeCode[edge] = code;
    this.#edgeTo[edge] = to;
    this.#nextEdge[edge] = this.#firstEdge[from] as number;
    this.#firstEdge[from] = edge;
  }

  #add(code: number, end: number): void {
    const state = this.#states++;
    this.#length[state] = (this.#length[this.#last] as number) + 1;
    this.#end[state] = end;
    let before = this.#last;
    let edge: number = NONE;
    this.#last = state;
    for (; before !== NONE; before = this.#link[before] as number) {
      edge = this.#edgeOf(before, code);
      if (edge !== NONE) break;
      this.#addEdge(before, code, state);
    }
    if (before === NONE) return;
    const reached = this.#edgeTo[edge] as number;
    const fits = (this.#length[before] as number) + 1 === this.#length[reached];
    this.#link[state] = fits ? reached : this.#split(before, reached, code);
  }

  /** Splits a state whose shorter blocks also end here. */
  #split(before: number, reached: number, code: number): number {
    const clone = this.#states++;
    this.#length[clone] = (this.#length[before] as number) + 1;
    this.#link[clone] = this.#link[reached] as number;
    this.#end[clone] = this.#end[reached] as number;
    for (let edge = this.#firstEdge[reached] as number; edge !== NONE; edge = this.#nextEdge[edge] as number)
      this.#addEdge(clone, this.#edgeCode[edge] as number, this.#edgeTo[edge] as number);
    this.#link[reached] = clone;
    for (let state = before; state !== NONE; state = this.#link[state] as number) {
      const edge = this.#edgeOf(state, code);
      if (edge === NONE || this.#edgeTo[edge] !== reached) break;
      this.#edgeTo[edge] = clone;
    }
    return clone;
  }
}
