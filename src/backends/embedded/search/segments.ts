/**
 * The segments of an index as they are now: their columns in memory, their words on disk. A segment never changes but
 * for which of its documents are dead; it is replaced as a whole.
 */
import type { Sqlite } from '../database.js';
import { type Attributes, unpackAttributes } from './attributes.js';

export interface Segment {
  readonly id: number;
  readonly attributes: Attributes;
  /** A bit for each document that does not count any more; null when all do. */
  dead: Uint8Array | null;
  deadCount: number;
}

export interface Place {
  readonly segment: Segment;
  readonly at: number;
}

export class Segments {
  readonly #db: Sqlite;
  #list: Segment[] = [];
  /** Places in a segment by the number of the document there, for those that were asked. */
  readonly #orders = new WeakMap<Segment, Uint32Array>();
  #seen = -1;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  /** Looks whether another connection has changed something. */
  refresh(): boolean {
    const now = this.#db.pragma('data_version', { simple: true }) as number;
    if (now === this.#seen) return false;
    this.#seen = now;
    this.reload();
    return true;
  }

  /** Columns of segments that are known already are kept. */
  reload(): void {
    const known = new Map(this.#list.map((segment) => [segment.id, segment]));
    const rows = this.#db.prepare('SELECT id, dead FROM segment ORDER BY id').all() as { id: number; dead: Buffer | null }[];
    const columns = this.#db.prepare('SELECT attributes FROM segment WHERE id = ?').pluck();
    this.#list = rows.map(({ id, dead }) => {
      const segment = known.get(id) ?? { id, attributes: unpackAttributes(columns.get(id) as Buffer), dead: null, deadCount: 0 };
      segment.dead = dead ? Uint8Array.from(dead) : null;
      segment.deadCount = countBits(segment.dead);
      return segment;
    });
  }

  get all(): readonly Segment[] {
    return this.#list;
  }

  get documents(): number {
    return this.#list.reduce((sum, { attributes, deadCount }) => sum + attributes.count - deadCount, 0);
  }

  /** Where the document stands that counts; null when it is not in the index. */
  find(document: number): Place | null {
    for (let index = this.#list.length - 1; index >= 0; index--) {
      const segment = this.#list[index] as Segment;
      const at = this.#findIn(segment, document);
      if (at >= 0) return { segment, at };
    }
    return null;
  }

  /** Notes that the document there does not count any more. */
  bury({ segment, at }: Place): void {
    segment.dead ??= new Uint8Array((segment.attributes.count + 7) >> 3);
    segment.dead[at >> 3] = (segment.dead[at >> 3] as number) | (1 << (at & 7));
    segment.deadCount++;
  }

  #findIn(segment: Segment, document: number): number {
    const { document: documents } = segment.attributes;
    const order = this.#orderOf(segment);
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((documents[order[middle] as number] as number) < document) low = middle + 1;
      else high = middle;
    }
    for (; low < order.length && documents[order[low] as number] === document; low++)
      if (!isDead(segment, order[low] as number)) return order[low] as number;
    return -1;
  }

  #orderOf(segment: Segment): Uint32Array {
    const known = this.#orders.get(segment);
    if (known) return known;
    const { count, document } = segment.attributes;
    const order = Uint32Array.from({ length: count }, (_, at) => at).sort((a, b) => (document[a] as number) - (document[b] as number));
    this.#orders.set(segment, order);
    return order;
  }
}

export const isDead = ({ dead }: Segment, at: number): boolean => dead !== null && (((dead[at >> 3] as number) >> (at & 7)) & 1) === 1;

function countBits(bytes: Uint8Array | null): number {
  let count = 0;
  for (const byte of bytes ?? []) for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}
