/**
 * The writing side of knowledge.db.
 *
 * A transaction takes the right to write first, without waiting: of two processes that feed the same workspace, the second
 * just learns that it is being done. Terms that are in no statement any more are swept out when many may have gathered.
 */
import {
  type Bindings,
  type GraphScope,
  KnowledgeBusy,
  type KnowledgeFeed,
  type KnowledgeStore,
  type KnowledgeWriting,
  type Solutions,
  type TriplePattern,
} from '../../../store/index.js';
import type { Sqlite, Statement } from '../database.js';
import { openToWrite, type WritingOptions } from './knowledge-file.js';
import { SqliteQuadSource } from './quad-source.js';
import { QuadWriter } from './quad-writer.js';

export interface EmbeddedKnowledge extends KnowledgeStore {
  /** How far a feed has come; null before its first step. */
  cursorOf(feed: string): string | null;
}

export function openKnowledgeStore(file: string, options?: WritingOptions): EmbeddedKnowledge {
  return new SqliteKnowledgeStore(openToWrite(file, options));
}

/** Deleted statements after which unused terms are looked for. */
const SWEEP_AFTER = 200_000;

class SqliteKnowledgeStore implements EmbeddedKnowledge {
  readonly #db: Sqlite;
  readonly #source: SqliteQuadSource;
  readonly #writing: KnowledgeWriting;
  /** Says another number when another process has committed. */
  readonly #version: Statement;
  #seen = -1;

  constructor(db: Sqlite) {
    this.#db = db;
    this.#version = db.prepare('PRAGMA data_version').pluck();
    this.#source = new SqliteQuadSource(db);
    this.#writing = new QuadWriter(db, this.#source).writing();
  }

  solve(patterns: readonly TriplePattern[], scope: GraphScope, given?: Bindings): Solutions {
    this.#lookAround();
    return this.#source.solve(patterns, scope, given);
  }

  count(patterns: readonly TriplePattern[], scope: GraphScope): number | null {
    this.#lookAround();
    return this.#source.count(patterns, scope);
  }

  estimate(pattern: TriplePattern, scope: GraphScope): number {
    this.#lookAround();
    return this.#source.estimate(pattern, scope);
  }

  graphs(): Iterable<string> {
    return this.#source.graphs();
  }

  size(): number {
    return this.#source.statistics.size();
  }

  write<T>(change: (write: KnowledgeWriting) => T): T {
    return this.#alone(() => {
      const before = this.size();
      const result = change(this.#writing);
      const after = this.size();
      this.#source.statistics.save();
      this.#noteRemoved(before - after);
      return result;
    });
  }

  take(feed: KnowledgeFeed, signal?: AbortSignal): number {
    let steps = 0;
    this.#refuseStranger(feed);
    while (!signal?.aborted && this.#step(feed)) steps += 1;
    this.#sweepWhenDue();
    return steps;
  }

  cursorOf(feed: string): string | null {
    return (this.#db.prepare('SELECT cursor FROM feed WHERE name = ?').pluck().get(feed) as string | undefined) ?? null;
  }

  close(): void {
    this.#db.close();
  }

  #step(feed: KnowledgeFeed): boolean {
    return this.write((write) => {
      const next = feed.next(write, this.cursorOf(feed.name));
      if (next !== null) this.#db.prepare(MOVE).run({ name: feed.name, cursor: next, now: Date.now() });
      return next !== null;
    });
  }

  /** All of it came from a workspace that is not there any more: everything is read anew, by all feeds. */
  #refuseStranger(feed: KnowledgeFeed): void {
    const cursor = this.cursorOf(feed.name);
    if (cursor === null || feed.isOf(cursor)) return;
    this.#alone(() => {
      for (const table of ['quad', 'term', 'predicate', 'graph', 'feed']) this.#db.exec(`DELETE FROM ${table}`);
    });
    this.#forget();
  }

  #alone<T>(work: () => T): T {
    try {
      return this.#db
        .transaction(() => {
          this.#lookAround();
          return work();
        })
        .immediate();
    } catch (error) {
      this.#forget();
      if ((error as { code?: unknown }).code === 'SQLITE_BUSY')
        throw new KnowledgeBusy(`Another process is writing to ${this.#db.name}.`, { cause: error });
      throw error;
    }
  }

  #lookAround(): void {
    const now = this.#version.get() as number;
    if (now !== this.#seen) this.#forget();
    this.#seen = now;
  }

  #forget(): void {
    this.#source.dictionary.forget();
    this.#source.statistics.forget();
    this.#source.forgetPlans();
  }

  #noteRemoved(count: number): void {
    if (count > 0) this.#db.prepare(NOTE_REMOVED).run({ count });
  }

  #sweepWhenDue(): void {
    const removed = (this.#db.prepare("SELECT value FROM meta WHERE name = 'removed'").pluck().get() as number | undefined) ?? 0;
    if (removed > Math.max(SWEEP_AFTER, this.size() / 2)) this.#alone(() => this.#sweep());
  }

  #sweep(): void {
    this.#db.exec(SWEEP);
    this.#forget();
  }
}

const MOVE = `INSERT INTO feed (name, cursor, steps, moved) VALUES (@name, @cursor, 1, @now)
  ON CONFLICT (name) DO UPDATE SET cursor = @cursor, steps = steps + 1, moved = @now`;

const NOTE_REMOVED = "INSERT INTO meta (name, value) VALUES ('removed', @count) ON CONFLICT (name) DO UPDATE SET value = value + @count";

const SWEEP = `DELETE FROM term WHERE id NOT IN (SELECT s FROM quad UNION SELECT p FROM quad UNION SELECT o FROM quad UNION SELECT g FROM graph);
  DELETE FROM predicate WHERE quads = 0;
  DELETE FROM meta WHERE name = 'removed';`;
