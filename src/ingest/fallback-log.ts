/**
 * Where log rows wait while the store is away: a file of JSON lines, each synced before its call is answered.
 *
 * When the store is back the rows are written there, each under a key of its own, and the file is emptied. A crash in
 * between leaves rows in both places: their keys keep them from being written twice.
 */
import { randomUUID } from 'node:crypto';
import { open, stat, truncate } from 'node:fs/promises';
import type { NewLogRow } from '../store/index.js';
import type { GroupStore } from './port.js';

interface Waiting {
  readonly key: string;
  readonly row: NewLogRow;
}

export class FallbackLog {
  readonly #path: string;
  #isEmpty: Promise<boolean>;
  /** Appending and replaying take turns. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
    this.#isEmpty = lengthOf(path).then((length) => length === 0);
  }

  append(row: NewLogRow): Promise<void> {
    return this.#inTurn(async () => {
      const file = await open(this.#path, 'a', 0o600);
      try {
        // The line break first: what a crash left of a line before does not spoil this one.
        await file.appendFile(`\n${JSON.stringify({ key: randomUUID(), row } satisfies Waiting)}`);
        await file.sync();
      } finally {
        await file.close();
      }
      this.#isEmpty = Promise.resolve(false);
    });
  }

  /** Brings what waits to the store. Throws when the store is still away; nothing is lost then. */
  async replay(store: Pick<GroupStore, 'log'>): Promise<void> {
    if (await this.#isEmpty) return;
    await this.#inTurn(async () => {
      if (await this.#isEmpty) return;
      for await (const { key, row } of this.#waiting()) await store.log(row, key);
      await truncate(this.#path);
      this.#isEmpty = Promise.resolve(true);
    });
  }

  async *#waiting(): AsyncGenerator<Waiting> {
    const file = await open(this.#path);
    for await (const line of file.readLines()) {
      const waiting = parsed(line);
      if (waiting) yield waiting;
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#turn.then(work, work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}

/** Null for a line that a crash cut off: its call was never answered. */
function parsed(line: string): Waiting | null {
  try {
    return JSON.parse(line) as Waiting;
  } catch {
    return null;
  }
}

const lengthOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
