/**
 * Held answers that wait to be replayed, first come first served, which is level by level from the seeds.
 *
 * Each resource comes at most once, so everything about an entry is kept in tables by its number; its address is read
 * from the database when its turn comes. The trail is text, and kept only where the scope asks for one.
 */
export interface QueuedReplay {
  readonly id: number;
  readonly depth: number;
  readonly redirects: number;
  readonly link: string;
  /** Number of the resource that leads here; 0: none. */
  readonly via: number;
  readonly trail: string | null;
}

export class ReplayQueue {
  readonly #ids: Uint32Array;
  readonly #depth: Uint16Array;
  readonly #redirects: Uint8Array;
  readonly #via: Uint32Array;
  readonly #link: Uint8Array;
  readonly #links: string[] = [];
  readonly #trails = new Map<number, string>();
  #first = 0;
  #end = 0;

  constructor(size: number) {
    this.#ids = new Uint32Array(size);
    this.#depth = new Uint16Array(size);
    this.#redirects = new Uint8Array(size);
    this.#via = new Uint32Array(size);
    this.#link = new Uint8Array(size);
  }

  /** How many have been put in so far. */
  get total(): number {
    return this.#end;
  }

  push({ id, depth, redirects, link, via, trail }: QueuedReplay): void {
    this.#ids[this.#end++] = id;
    this.#depth[id] = Math.min(depth, 0xffff);
    this.#redirects[id] = Math.min(redirects, 0xff);
    this.#via[id] = via;
    this.#link[id] = this.#numberOf(link);
    if (trail !== null) this.#trails.set(id, trail);
  }

  shift(): QueuedReplay | null {
    if (this.#first === this.#end) return null;
    const id = this.#ids[this.#first++] as number;
    const trail = this.#trails.get(id) ?? null;
    this.#trails.delete(id);
    const link = this.#links[this.#link[id] as number] as string;
    return { id, depth: this.#depth[id] as number, redirects: this.#redirects[id] as number, link, via: this.#via[id] as number, trail };
  }

  /** Kinds of link are few. */
  #numberOf(link: string): number {
    const known = this.#links.indexOf(link);
    return known >= 0 ? known : this.#links.push(link) - 1;
  }
}
