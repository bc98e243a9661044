/**
 * The writing side of the embedded search: a consumer of the journal with search.db as its own file.
 *
 * The whole of `apply` is one transaction that takes the right to write first, without waiting: two processes that index
 * the same workspace do no work twice, the second one just learns that it is being done. Each batch becomes a segment;
 * when eight of about the same size have gathered, they become one, so a document is written anew but a few times.
 */
import { SearchBusy, type SearchDocument, type SearchIndex, type SearchSource } from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { cutLog } from '../sums/index.js';
import { mergeSegments } from './merge-segments.js';
import { Names } from './names.js';
import { emptyTables, foldLargeLog, openToIndex } from './search-file.js';
import { SegmentBuilder } from './segment-builder.js';
import { type Segment, Segments } from './segments.js';

/** Segments of a size that are allowed beside each other. */
const FAN = 8;
/** Share of dead documents above which a segment is written anew without them. */
const TOO_DEAD = 0.3;
/** Free pages that may stay; more, and they are given back. */
const FREE_PAGES = 512;

/** `waitMs`: how long another process may be at it before SearchBusy is thrown. */
export function openSearchIndex(file: string, source: SearchSource, waitMs = 0): SearchIndex {
  return new SqliteSearchIndex(openToIndex(file, waitMs), source);
}

class SqliteSearchIndex implements SearchIndex {
  readonly name = 'search';
  readonly #db: Sqlite;
  readonly #source: SearchSource;
  readonly #names: Names;
  readonly #segments: Segments;
  readonly #builder: SegmentBuilder;

  constructor(db: Sqlite, source: SearchSource) {
    this.#db = db;
    this.#source = source;
    this.#names = new Names(db);
    this.#segments = new Segments(db);
    this.#builder = new SegmentBuilder(this.#names);
  }

  position(): { at: number; mark: string | null } {
    return this.#db.prepare("SELECT position AS at, mark FROM cursor WHERE list = 'journal'").get() as { at: number; mark: string | null };
  }

  apply(batch: Parameters<SearchIndex['apply']>[0]): void {
    this.#alone(() => {
      const { at } = this.position();
      if (at >= batch.through) return;
      if (at !== batch.after) throw new SearchBusy(`Another process has indexed up to entry ${at} in the meantime.`);
      for (const document of new Set(batch.items.map((entry) => entry.document))) this.#take(document);
      if (this.#builder.documents > 0) this.#writeSegment();
      this.#saveDead();
      this.#mergeWhereDue();
      this.#db
        .prepare("UPDATE cursor SET position = ?, mark = ?, applied = applied + ?, moved = ? WHERE list = 'journal'")
        .run(batch.through, batch.mark, batch.items.length, Date.now());
    });
    this.#giveBackSpace();
    foldLargeLog(this.#db);
  }

  erase(): void {
    this.#alone(() => {
      for (const { attributes } of this.#segments.all) attributes.document.forEach((document) => this.#buryIfGone(document));
      this.#saveDead();
      for (const segment of this.#segments.all.filter(({ deadCount }) => deadCount > 0)) this.#merge([segment]);
      dropUnusedNames(this.#db, this.#segments);
    });
    this.#names.reset();
    this.#db.exec('VACUUM');
    cutLog(this.#db);
  }

  clear(): void {
    this.#alone(() => emptyTables(this.#db));
    this.#names.reset();
    this.#segments.reload();
  }

  close(): void {
    this.#db.close();
  }

  /** By (document, version): what is in the index already stays. */
  #take(document: number): void {
    const now = this.#source.read(document);
    const place = this.#segments.find(document);
    if (place && now && place.segment.attributes.version[place.at] === now.version) return;
    if (place) this.#segments.bury(place);
    if (now) this.#add(now);
  }

  #add(document: SearchDocument): void {
    this.#builder.add(document);
    if (this.#builder.isFull) this.#writeSegment();
  }

  #buryIfGone(document: number): void {
    if (this.#source.isThere(document)) return;
    const place = this.#segments.find(document);
    if (place) this.#segments.bury(place);
  }

  #writeSegment(): void {
    this.#builder.write(this.#db, this.#nextId());
  }

  #nextId(): number {
    const { lastInsertRowid } = this.#db.prepare("INSERT INTO segment (documents, attributes) VALUES (0, x'')").run();
    this.#db.prepare('DELETE FROM segment WHERE id = ?').run(lastInsertRowid);
    return Number(lastInsertRowid);
  }

  #saveDead(): void {
    const save = this.#db.prepare('UPDATE segment SET dead = ? WHERE id = ? AND dead IS NOT ?');
    for (const { id, dead } of this.#segments.all) if (dead) save.run(dead, id, dead);
    this.#segments.reload();
  }

  #mergeWhereDue(): void {
    for (const segment of this.#segments.all) if (segment.deadCount > segment.attributes.count * TOO_DEAD) this.#merge([segment]);
    for (let due = this.#dueLevel(); due; due = this.#dueLevel()) this.#merge(due);
  }

  /** Segments of about the same size of which there are too many. */
  #dueLevel(): Segment[] | undefined {
    const levels = new Map<number, Segment[]>();
    for (const segment of this.#segments.all) {
      const level = Math.floor(Math.log(segment.attributes.count + 1) / Math.log(FAN));
      const same = levels.get(level) ?? [];
      same.push(segment);
      levels.set(level, same);
    }
    return [...levels.values()].find(({ length }) => length >= FAN);
  }

  #merge(segments: readonly Segment[]): void {
    mergeSegments(this.#db, segments, this.#nextId());
    this.#segments.reload();
  }

  #giveBackSpace(): void {
    const free = this.#db.pragma('freelist_count', { simple: true }) as number;
    const pages = this.#db.pragma('page_count', { simple: true }) as number;
    if (free > FREE_PAGES && free > pages / 5) this.#db.pragma('incremental_vacuum');
  }

  /** In one transaction, as the only one that writes. What memory holds is put right when it fails. */
  #alone(work: () => void): void {
    begin(this.#db);
    try {
      this.#segments.refresh();
      this.#names.refresh();
      work();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      this.#builder.discard();
      this.#names.reset();
      this.#segments.reload();
      throw error;
    }
  }
}

function begin(db: Sqlite): void {
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw error;
    throw new SearchBusy('Another process is indexing this workspace.');
  }
}

/** A site of which nothing is left must not be remembered either; its number stays taken. */
function dropUnusedNames(db: Sqlite, segments: Segments): void {
  const used = new Set(segments.all.flatMap(({ attributes }) => [...new Set(attributes.site)]));
  const names = db.prepare("SELECT number FROM name WHERE kind = 'site'").pluck().all() as number[];
  const drop = db.prepare("UPDATE name SET value = '' WHERE kind = 'site' AND number = ?");
  for (const number of names) if (!used.has(number)) drop.run(number);
}
