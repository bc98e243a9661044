/**
 * One turn of a step: its pages read to the end, its rows counted and checked, its window split where the portal cuts lists.
 *
 * Where a window can be split the rows are held until it is known that the list was not cut: those of one window at most.
 */

import type { WindowRule } from '../../../definition/connector/index.js';
import { counted } from '../../../model/index.js';
import { HarvestError, type Item, type Values } from '../port.js';
import type { Loop } from './how-far.js';
import { pagesOf } from './kinds/index.js';
import { digestOf, type Found, type Page } from './page.js';
import type { Prepared, Turn } from './room.js';
import { type Window, windowNames, windowsOf } from './windows.js';

type Split = WindowRule['split'][number];

/** Rows of the list are more than it shows. */
class Cut extends Error {}

export async function* readTurn(prepared: Prepared, turn: Turn, window: Window | null): AsyncGenerator<Item> {
  yield* readPart(prepared, turn, window, prepared.step.windows?.split ?? []);
}

async function* readPart(prepared: Prepared, turn: Turn, window: Window | null, splits: readonly Split[]): AsyncGenerator<Item> {
  const part = new Part(prepared, splits.length > 0);
  try {
    for await (const page of pagesOf(prepared, turn)) {
      yield* part.take(page);
      if (part.isOver) break;
    }
    yield* part.finish();
  } catch (error) {
    if (!isCut(error) || splits.length === 0) throw error;
    part.leave();
    for (const finer of finerParts(turn, window, splits)) yield* readPart(prepared, finer.turn, finer.window, splits.slice(1));
  }
}

/** A limit of the portal is met by asking for less. */
const isCut = (error: unknown): boolean => error instanceof Cut || (error instanceof HarvestError && error.kind === 'limit');

interface Finer {
  readonly turn: Turn;
  readonly window: Window | null;
}

function* finerParts(turn: Turn, window: Window | null, [split]: readonly Split[]): Generator<Finer> {
  const withNames = (names: Values): Turn => ({ ...turn, names: { ...turn.names, ...names } });
  if (split === undefined) return;
  if (typeof split === 'object') {
    for (const value of split.values) yield { turn: withNames({ [split.over]: [value] }), window };
  } else if (window === null) yield { turn, window };
  else for (const finer of windowsOf(split, window.from, window.until)) yield { turn: withNames(windowNames(finer)), window: finer };
}

class Part {
  readonly #prepared: Prepared;
  readonly #canSplit: boolean;
  readonly #held: Item[] = [];
  readonly #pages = new Set<string>();
  readonly #depth: number;
  readonly #loop: Loop;
  #rows = 0;
  #announced: number | null = null;
  #isCounted = true;
  #url = '';
  /** Set where the portal repeats itself, or goes on with what is known. */
  isOver = false;

  constructor(prepared: Prepared, canSplit: boolean) {
    this.#prepared = prepared;
    this.#canSplit = canSplit;
    this.#depth = prepared.room.howFar.depth;
    this.#loop = prepared.room.howFar.enter(0);
  }

  /** What was read is read again in finer parts. */
  leave(): void {
    this.#prepared.room.howFar.leave(this.#depth);
  }

  *take(page: Page): Generator<Item> {
    if (page.begins) this.#begin();
    this.#url = page.url;
    this.#announced = page.announced ?? this.#announced;
    this.#isCounted &&= !page.repeats;
    if (this.#isRepeated(page)) return;
    this.#count(page.found.length);
    this.#foresee(page.found.length);
    for (const found of page.found) {
      if (!this.#passes(found)) this.#loop.at++;
      else if (this.#holds()) this.#held.push(found.item);
      else yield* this.#counted(found.item);
    }
    if (this.#isPast(page)) this.#end();
  }

  /** Rows come newest first, and the last of the page is older than what is asked for. */
  #isPast({ found }: Page): boolean {
    const { step, room } = this.#prepared;
    const from = room.cursor?.from;
    const last = step.since === undefined ? undefined : found.at(-1)?.item.fields[step.since]?.[0];
    return from !== undefined && last !== undefined && last.slice(0, from.length) < from;
  }

  /** What is announced is all there is, not what was asked for. */
  #end(): void {
    this.isOver = true;
    this.#isCounted = false;
  }

  *finish(): Generator<Item> {
    const { step, rule, room } = this.#prepared;
    if (step.cap !== undefined && this.#rows >= step.cap) {
      room.findings.problem(`${rule}.cap`, `a list of ${counted(this.#rows, 'row')} was cut and cannot be split further (${this.#url})`);
    }
    // Fewer rows than there are, and a window that can be cut: it is asked for again in finer ones.
    if (this.#holds() && this.#isCounted && this.#rows < (this.#announced ?? 0)) throw new Cut();
    this.#checkCount();
    this.#loop.at = 0;
    this.#loop.of = this.#held.length;
    for (const item of this.#held) yield* this.#counted(item);
  }

  /** Where no number is announced nobody knows how many pages follow: one more is likely. */
  #foresee(rowsHere: number): void {
    const { kind, next } = this.#prepared.step;
    const likely = next || kind !== 'list' ? rowsHere : 0;
    this.#loop.of = Math.max(this.#announced ?? likely + this.#rows, this.#rows);
    this.#loop.at = this.#rows - rowsHere;
  }

  *#counted(item: Item): Generator<Item> {
    const { howFar } = this.#prepared.room;
    yield item;
    howFar.leave(this.#depth + 1);
    this.#loop.at++;
  }

  #begin(): void {
    this.#checkCount();
    this.#rows = 0;
    this.#announced = null;
    this.#isCounted = true;
  }

  #holds(): boolean {
    const { cap, count } = this.#prepared.step;
    return this.#canSplit && (cap !== undefined || count !== undefined);
  }

  #count(rows: number): void {
    const { step, rule, tally } = this.#prepared;
    this.#rows += rows;
    tally.rows += rows;
    if (tally.rows > step.maxRows)
      throw new HarvestError('template', `more than ${step.maxRows} rows`, { url: this.#url, rule: `${rule}.maxRows` });
    if (step.cap !== undefined && this.#canSplit && Math.max(this.#rows, this.#announced ?? 0) >= step.cap) throw new Cut();
  }

  /** The same rows a second time: a session that repeats itself, or numbers beyond the last page. */
  #isRepeated({ found, url }: Page): boolean {
    if (found.length === 0 || !this.#prepared.step.next) return false;
    const digest = digestOf(found);
    const isKnown = this.#pages.has(digest);
    this.#pages.add(digest);
    if (!isKnown) return false;
    this.isOver = true;
    if (this.#announced === null || this.#rows < this.#announced) {
      this.#prepared.room.findings.problem(`${this.#prepared.rule}.next`, `a page brings the rows of an earlier one again (${url})`);
    }
    return true;
  }

  #passes({ item, lacks, isWanted }: Found): boolean {
    const [lacking] = lacks;
    if (lacking !== undefined && isWanted) {
      this.#prepared.room.findings.problem(`${this.#prepared.rule}.fields.${lacking}`, `a row has no ${lacking} (${item.path.at(-1)})`);
    }
    return isWanted && lacking === undefined;
  }

  #checkCount(): void {
    const { step, rule, room } = this.#prepared;
    const where = `${rule}.count`;
    if (!this.#isCounted) return;
    if (this.#announced === null) {
      if (step.count !== undefined && this.#rows > 0) room.findings.problem(where, `no number of rows is announced (${this.#url})`);
    } else if (this.#announced !== this.#rows) {
      room.findings.problem(where, `${counted(this.#announced, 'row is', 'rows are')} announced, ${this.#rows} came (${this.#url})`);
    }
  }
}
