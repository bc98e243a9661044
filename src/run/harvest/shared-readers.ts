/**
 * Reader threads that the harvests of one process share, as long as their definitions read alike.
 *
 * Portals that are watched together differ in whom they ask, not in how answers are read: forty of them come out with the
 * threads of one. Threads that do not start are not used again, and those nobody uses end when others begin.
 */

import type { Definition } from '../../definition/crawl/index.js';
import type { ReaderPool } from '../crawl/index.js';
import type { Readers } from './answer-keeper.js';

interface Shared {
  readonly pool: ReaderPool;
  users: number;
}

export class SharedReaders {
  readonly #pools = new Map<string, Shared>();
  readonly #openPool: (definition: Definition, folder: string) => ReaderPool;

  constructor(openPool: (definition: Definition, folder: string) => ReaderPool) {
    this.#openPool = openPool;
  }

  async lend<T>(definition: Definition, folder: string, work: (readers: Readers) => Promise<T>): Promise<T> {
    const key = JSON.stringify([folder, readingPart(definition)]);
    const shared = this.#pools.get(key) ?? this.#open(key, definition, folder);
    shared.users++;
    try {
      return await work(shared.pool);
    } finally {
      shared.users--;
      if (shared.pool.hasFailed && this.#pools.get(key) === shared) this.#pools.delete(key);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map(({ pool }) => pool.close()));
    this.#pools.clear();
  }

  #open(key: string, definition: Definition, folder: string): Shared {
    for (const [other, { pool, users }] of this.#pools) {
      if (users > 0) continue;
      this.#pools.delete(other);
      void pool.close();
    }
    const shared: Shared = { pool: this.#openPool(definition, folder), users: 0 };
    this.#pools.set(key, shared);
    return shared;
  }
}

/** Without what says whom to ask, when, and what becomes of it. */
function readingPart(definition: Definition): object {
  const { name: _name, seeds: _seeds, portal: _portal, schedule: _schedule, deliver: _deliver, fetch, ...reading } = definition;
  return { ...reading, fetch: { ...fetch, resolve: {} } };
}
