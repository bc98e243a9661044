/**
 * Listing: the steps of a connector as one pipeline. Each row of a step starts the next step with everything known so far;
 * the rows of the last step are the items. One request at a time, a page in memory at a time.
 *
 * A step that fails costs its turn, not the listing: what else there is still comes, but the list is not complete then.
 */

import { createHash } from 'node:crypto';
import type { Connector, Route, Step } from '../../../definition/connector/index.js';
import { counted } from '../../../model/index.js';
import type { Measures } from '../measure/measures.js';
import { type Asker, HarvestError, type Item, type JoinedRow, type Listing, type ListingEnd, type Values } from '../port.js';
import { NotThere } from './answers.js';
import { Findings } from './findings.js';
import { HowFar } from './how-far.js';
import { type Cursor, listingNames, lookupIn } from './names.js';
import { readTurn } from './read-turn.js';
import { type ArchiveMemory, type Prepared, prepare, type Room, type Turn } from './room.js';
import { filled } from './template.js';
import { turnsIn, windowsFor } from './turns.js';
import type { Window } from './windows.js';

export interface ListingOptions {
  readonly connector: Connector;
  /** What it says of the document comes before what the connector says. */
  readonly route?: Pick<Route, 'changes' | 'document'>;
  readonly steps: readonly Step[];
  readonly parameters: Values;
  readonly asker: Asker;
  /** From when on changes are asked for; null: everything is listed. */
  readonly cursor?: Cursor | null;
  /** ISO. */
  readonly today: string;
  /** Windows of the first step that end before this day were read by an earlier run. */
  readonly resumeAt?: string | null;
  /** Counts what expressions yield. */
  readonly measures?: Measures;
  /** Called when everything of a window of the first step has been taken. */
  onWindow?(window: Window): void | Promise<void>;
  /** Which archives were read; left out: none. */
  readonly archives?: ArchiveMemory | null;
}

/** Turns that fail one after the other before a step is given up: a portal that is down will not get up for the next window. */
const MAX_FAILURES = 3;

const NO_ITEM: Item = { fields: {}, path: [], row: null, answers: new Map(), stamp: null, sign: null };

export function openListing(options: ListingOptions): Listing {
  return new StepListing(options);
}

class StepListing implements Listing {
  readonly #options: ListingOptions;
  readonly #findings = new Findings();
  readonly #howFar = new HowFar();
  readonly #steps: readonly Prepared[];
  readonly #isChanges: boolean;
  readonly #listed = new Set<string>();
  readonly #joins = new Map<Prepared, ReadonlyMap<string, readonly JoinedRow[]>>();
  #isGivenUp = false;

  constructor(options: ListingOptions) {
    this.#options = options;
    this.#isChanges = options.route?.changes === options.steps && options.steps.length > 0;
    const prefix = this.#isChanges ? 'changes' : 'list';
    const room = roomOf(options, this.#findings, this.#howFar);
    this.#steps = options.steps.map((step, index) => prepare(step, `${prefix}[${index}]`, room));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const item of this.#rows(this.#steps, 0, NO_ITEM)) {
      if (this.#isListedAgain(item)) continue;
      this.#findings.rows++;
      yield item;
    }
    this.#checkSteps();
  }

  end(): ListingEnd {
    this.#measure(this.#steps);
    return this.#findings.end();
  }

  share(): number {
    return this.#howFar.share;
  }

  #measure(steps: readonly Prepared[]): void {
    for (const { rule, tally, branches, step } of steps) {
      this.#options.measures?.step(rule, tally);
      if (step.kind === 'directory' && step.delta !== undefined) this.#options.measures?.listsChanges();
      for (const branch of branches) this.#measure(branch);
    }
  }

  async *#rows(steps: readonly Prepared[], index: number, from: Item): AsyncGenerator<Item> {
    const prepared = steps[index];
    if (!prepared) return yield from;
    // What is gone is not asked for any more; steps that ask nothing say what it is called.
    if (from.sign && asks(prepared)) return yield* this.#rows(steps, index + 1, from);
    if (prepared.step.kind === 'join') return yield* this.#rows(steps, index + 1, await this.#joined(prepared, from));
    if (prepared.branches.length > 0) return yield* this.#branchRows(prepared, steps, index, from);
    const isFirst = prepared === this.#steps[0];
    for (const window of this.#counted([...windowsFor(prepared, from)])) {
      if (isFirst && this.#isDone(window)) continue;
      for (const turn of this.#counted([...turnsIn(prepared, from, window)])) {
        if (this.#isGivenUp) return;
        yield* this.#turnRows(steps, index, turn, window);
      }
      if (isFirst && window && !this.#isGivenUp) await this.#options.onWindow?.(window);
    }
  }

  /** The same, with a note of how many there are and at which it is. */
  *#counted<T>(turns: readonly T[]): Generator<T> {
    const { depth } = this.#howFar;
    const loop = this.#howFar.enter(turns.length);
    for (const turn of turns) {
      yield turn;
      this.#howFar.leave(depth + 1);
      loop.at++;
    }
    this.#howFar.leave(depth);
  }

  async *#branchRows({ branches }: Prepared, steps: readonly Prepared[], index: number, from: Item): AsyncGenerator<Item> {
    for (const branch of this.#counted(branches)) {
      for await (const item of this.#rows(branch, 0, from)) yield* this.#rows(steps, index + 1, item);
    }
  }

  /** The other list is read when the first item needs it. One that is not whole would look like rows that were taken away. */
  async #joined(prepared: Prepared, from: Item): Promise<Item> {
    const { rule, room, step } = prepared;
    const rows = this.#joins.get(prepared) ?? (await this.#readJoin(prepared));
    this.#joins.set(prepared, rows);
    if (this.#findings.isAt(`${rule}.with`)) throw new HarvestError('template', 'what is to be joined could not be read whole', { rule });
    const found = rows.get(this.#joinKey(prepared, from.fields) ?? '') ?? [];
    return { ...from, joined: new Map([...(from.joined ?? []), [step.name ?? room.connector.id ?? '', found]]) };
  }

  async #readJoin(prepared: Prepared): Promise<Map<string, JoinedRow[]>> {
    const { depth } = this.#howFar;
    const rows = new Map<string, JoinedRow[]>();
    for await (const { fields, path, row } of this.#rows(prepared.branches[0] ?? [], 0, NO_ITEM)) {
      const key = this.#joinKey(prepared, fields);
      if (key === null) continue;
      const known = rows.get(key);
      if (known) known.push({ fields, path, row });
      else rows.set(key, [{ fields, path, row }]);
    }
    this.#howFar.leave(depth);
    return rows;
  }

  #joinKey({ step, room }: Prepared, fields: Values): string | null {
    return step.kind === 'join' ? filled(step.on, lookupIn(room.connector, fields, room.names)) : null;
  }

  async *#turnRows(steps: readonly Prepared[], index: number, turn: Turn, window: Window | null): AsyncGenerator<Item> {
    const prepared = steps[index] as Prepared;
    try {
      for await (const row of rowsOf(prepared, turn, window)) yield* this.#rows(steps, index + 1, row);
      prepared.tally.failures = 0;
    } catch (error) {
      const isFirst = prepared === this.#steps[0];
      if (error instanceof NotThere && !isFirst && prepared.room.keyOf(turn.item.fields) !== null) yield { ...turn.item, sign: 'doubt' };
      else this.#failed(error, prepared);
    }
  }

  /** A slip in the connector ends the listing; anything else costs this turn. */
  #failed(error: unknown, { rule, tally }: Prepared): void {
    if (error instanceof HarvestError && error.kind === 'definition') throw error;
    this.#findings.failure(error, rule);
    if (++tally.failures < MAX_FAILURES) return;
    this.#isGivenUp = true;
    this.#findings.problem(rule, `given up after ${MAX_FAILURES} failures one after the other`);
  }

  #isDone(window: Window | null): boolean {
    const { resumeAt } = this.#options;
    return window !== null && Boolean(resumeAt) && window.until < (resumeAt ?? '');
  }

  /** Overlapping windows and values name a document more than once. A change of sign is told all the same. */
  #isListedAgain({ fields, sign, edition }: Item): boolean {
    if (edition) return false; // archives that follow each other do, and the later one counts
    const key = this.#steps[0]?.room.keyOf(fields) ?? null;
    if (key === null) return false;
    const digest = createHash('sha1')
      .update(`${sign ?? ''} ${key}`)
      .digest('base64url')
      .slice(0, 12);
    if (this.#listed.has(digest)) return true;
    this.#listed.add(digest);
    return false;
  }

  /** Of branches one may well be empty; all of them say that something is wrong. */
  #checkSteps(steps = this.#steps, mayBeEmpty = this.#isChanges): void {
    for (const prepared of steps) {
      this.#checkStep(prepared, mayBeEmpty);
      const hasFound = prepared.branches.flat().some(({ tally }) => tally.answers > 0 && tally.rows > 0);
      for (const branch of prepared.branches) this.#checkSteps(branch, mayBeEmpty || hasFound);
    }
  }

  #checkStep({ step, rule, tally: { answers, rows, passedOver } }: Prepared, mayBeEmpty: boolean): void {
    const place = step.kind === 'walk' ? `${rule}.rows` : `${rule}.each`;
    const mayBeNone = mayBeEmpty || this.#findings.isPart;
    if (answers > 0 && rows === 0 && !mayBeNone && !this.#findings.isAt(rule))
      this.#findings.problem(place, `found nothing in ${counted(answers, 'answer')}`);
    else if (rows < step.least && answers > 0 && !this.#findings.isPart)
      this.#findings.problem(`${rule}.least`, `${counted(rows, 'row')} came, fewer than ${step.least}`);
    if (passedOver === 0) return;
    const what = `${counted(passedOver, 'row has', 'rows have')} no value for a name in the request`;
    if (answers === 0) this.#findings.problem(`${rule}.request`, what);
    else this.#findings.note(`${rule}.request`, what);
  }
}

/** Rows one by one, or where they belong together as the one item they make. */
async function* rowsOf(prepared: Prepared, turn: Turn, window: Window | null): AsyncGenerator<Item> {
  if (!prepared.step.together) return yield* readTurn(prepared, turn, window);
  const rows: Item[] = [];
  for await (const row of readTurn(prepared, turn, window)) rows.push(row);
  const [first] = rows;
  if (!first) return;
  const stamp = rows.every((row) => row.stamp !== null) ? rows.map((row) => row.stamp).join('\n') : null;
  yield { ...first, stamp, row: togetherOf(rows), fields: { ...first.fields, ...joinedFields(rows, turn.item.fields) } };
}

/** What the item had before stays as it was. */
function joinedFields(rows: readonly Item[], before: Values): Values {
  const names = new Set(rows.flatMap(({ fields }) => Object.keys(fields)));
  const values = (name: string): readonly string[] => [...new Set(rows.flatMap(({ fields }) => fields[name] ?? []))];
  return Object.fromEntries([...names].filter((name) => !Object.hasOwn(before, name)).map((name) => [name, values(name)]));
}

/** As JSON one list of all rows; else one after the other. */
function togetherOf(rows: readonly Item[]): Item['row'] {
  const written = rows.flatMap(({ row }) => row ?? []);
  const as = written[0]?.as;
  if (as === undefined) return null;
  const texts = written.map(({ text }) => text);
  return { as, text: as === 'json' ? `[${texts.join(',')}]` : texts.join('\n') };
}

/** Whether a step sends requests; branches are entered to see. */
const asks = ({ step, branches }: Prepared): boolean => (step.kind === 'list' ? step.request !== undefined : branches.length === 0);

function roomOf(options: ListingOptions, findings: Findings, howFar: HowFar): Room {
  const { connector, route, parameters, asker, cursor = null, today, archives = null, measures = null } = options;
  const names = listingNames(connector, parameters, today, cursor);
  const key = route?.document?.key ?? connector.document?.key;
  return {
    connector,
    names,
    asker,
    findings,
    howFar,
    measures,
    cursor,
    today,
    archives,
    keyOf: (fields) => (key === undefined ? null : filled(key, lookupIn(connector, fields, names))),
  };
}
