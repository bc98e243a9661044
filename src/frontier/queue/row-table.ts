/**
 * What the frontier remembers of each row: how often it was queued, and its score. Two bytes a row, seven with scores.
 *
 * Rows are dense and begin at 1. Facts lie in chunks that are made when a row of theirs is first set; a crawl without
 * scores never makes one for scores. Turns are in shared memory, so that a thread which merges queues can tell stale
 * places from current ones without asking.
 */

/** Turn of a row that is not queued now. */
export const NOT_QUEUED = 0xffff;

/** Rows of a chunk. */
export const TURN_CHUNK = 65_536;

const DEEP = 0x7f;
const WANTED_AT_ONCE = 0x80;
const UNKNOWN = 0xff;

export class RowTable {
  readonly #turns: (Uint16Array<SharedArrayBuffer> | undefined)[] = [];
  readonly #scores: (Float32Array | undefined)[] = [];
  readonly #facts: (Uint8Array | undefined)[] = [];

  /** How often the row was queued, modulo what fits; NOT_QUEUED when it is not queued now. A place in a queue with another turn is stale. */
  turnOf(row: number): number {
    return this.#turns[row >>> 16]?.[row & 0xffff] ?? NOT_QUEUED;
  }

  setTurn(row: number, turn: number): void {
    const chunk = (this.#turns[row >>> 16] ??= new Uint16Array(new SharedArrayBuffer(2 * TURN_CHUNK)).fill(NOT_QUEUED));
    chunk[row & 0xffff] = turn;
  }

  /** NaN when the row has none. */
  scoreOf(row: number): number {
    return this.#scores[row >>> 16]?.[row & 0xffff] ?? Number.NaN;
  }

  setScore(row: number, score: number): void {
    const chunk = (this.#scores[row >>> 16] ??= new Float32Array(TURN_CHUNK).fill(Number.NaN));
    chunk[row & 0xffff] = score;
  }

  /** Depth up to DEEP and whether it is wanted at once, kept with scores for whoever orders anew; null when unknown. */
  factsOf(row: number): { readonly depth: number; readonly immediate: boolean } | null {
    const facts = this.#facts[row >>> 16]?.[row & 0xffff] ?? UNKNOWN;
    return facts === UNKNOWN ? null : { depth: facts & DEEP, immediate: (facts & WANTED_AT_ONCE) !== 0 };
  }

  /** A depth that does not fit is not kept: the row itself knows it. */
  setFacts(row: number, depth: number, immediate: boolean): void {
    const chunk = (this.#facts[row >>> 16] ??= new Uint8Array(TURN_CHUNK).fill(UNKNOWN));
    chunk[row & 0xffff] = depth >= DEEP ? UNKNOWN : depth | (immediate ? WANTED_AT_ONCE : 0);
  }

  /** Bytes held. */
  get bytes(): number {
    const held = (chunks: readonly (ArrayBufferView | undefined)[]): number =>
      chunks.reduce((sum, chunk) => sum + (chunk?.byteLength ?? 0), 0);
    return held(this.#turns) + held(this.#scores) + held(this.#facts);
  }

  /** The turns by chunk of TURN_CHUNK rows, as they are at any moment: others may read them from another thread. */
  get turnChunks(): readonly (SharedArrayBuffer | undefined)[] {
    return this.#turns.map((chunk) => chunk?.buffer);
  }
}
