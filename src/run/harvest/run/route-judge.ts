/**
 * When a route must end before its list does, and whether the list may be believed when it has been read.
 *
 * Counts what went wrong with documents, and judges; what a document lacks is found elsewhere. The first reason to halt is
 * the one that stays.
 */
import type { CompleteRoute } from '../../../definition/connector/index.js';
import type { RuleYield } from '../document/gathered.js';
import { lookupIn } from '../listing/names.js';
import { filled } from '../listing/template.js';
import type { ListingEnd, Values } from '../port.js';
import type { HarvestRoom, RuleProblem } from './room.js';
import type { RouteRoom } from './route-room.js';

/** Why a route ended before its list did. */
export interface Halt {
  readonly kind: 'limit' | 'unreachable' | 'repeats' | 'broken' | 'stopped';
  readonly rule: string;
  readonly message: string;
}

/** Documents one after the other that nobody answers for: then the portal is down, and more questions help nobody. */
const MOST_UNREACHABLE = 5;
/** Documents that lack what they must have, of those listed: more mean that the portal has changed. */
const MOST_BROKEN = 0.2;
/** Documents that are not there: some always are not, most never. */
const MOST_UNHAD = 0.5;

/** What a rule brought for all documents. */
interface Yielded {
  readonly documents: number;
  readonly isFilled: boolean;
  readonly isUnnamed: boolean;
  /** Of the first document. */
  readonly lack: string | null;
}

export class RouteJudge {
  readonly #room: HarvestRoom;
  readonly #quota: CompleteRoute['reuse']['quota'];
  /** Of the archive that is being read. */
  #archive = { rows: 0, broken: 0 };
  #halt: Halt | null = null;
  #unreachable = 0;
  #broken = 0;
  #firstBroken: RuleProblem | null = null;
  #unhad = 0;
  #firstUnhad: RuleProblem | null = null;
  #asked = 0;
  readonly #yields = new Map<string, Yielded>();
  #isWhole: boolean;

  constructor({ room, route, names, plan }: RouteRoom) {
    this.#isWhole = plan.mode === 'list';
    this.#room = room;
    this.#quota = quotaOf(route, room, names);
  }

  get halt(): Halt | null {
    return this.#halt;
  }

  stops(): boolean {
    if (this.#room.stop.aborted) this.#halt ??= { kind: 'stopped', rule: 'stop', message: 'stopped on request' };
    return this.#halt !== null;
  }

  /** Takes one document of the quota. */
  mayAsk(): boolean {
    const quota = this.#room.quota.take(this.#quota);
    if (quota === null) {
      this.#asked++;
      return true;
    }
    const again = quota.again === null ? 'with the next run' : `on ${quota.again}`;
    this.#halt ??= { kind: 'limit', rule: 'reuse.quota', message: `the limit of ${quota.limit} is reached; it may go on ${again}` };
    return false;
  }

  isReached(): void {
    this.#unreachable = 0;
  }

  isUnreachable(message: string): void {
    if (++this.#unreachable < MOST_UNREACHABLE) return;
    this.#halt ??= {
      kind: 'unreachable',
      rule: 'document.files',
      message: `${this.#unreachable} documents in a row could not be reached, the last one since ${message}`,
    };
  }

  isBroken(rule: string, message: string): void {
    this.#broken++;
    this.#archive.broken++;
    this.#room.remark(message);
    this.#firstBroken ??= { rule, message };
  }

  isUnhad(lack: RuleProblem): void {
    this.#unhad++;
    this.#firstUnhad ??= lack;
  }

  /** What each rule for files brought. */
  weigh(yields: readonly RuleYield[]): void {
    for (const { rule, lack, isUnnamed } of yields) {
      const known = this.#yields.get(rule) ?? { documents: 0, isFilled: false, isUnnamed: true, lack };
      const isFilled = known.isFilled || lack === null;
      this.#yields.set(rule, { ...known, documents: known.documents + 1, isFilled, isUnnamed: known.isUnnamed && isUnnamed });
    }
  }

  /** It was not looked at, so that nobody knows what its rules would have brought. */
  isSkipped(): void {
    this.#isWhole = false;
  }

  /** These documents have the same main file. */
  repeats(keys: readonly string[]): void {
    const message = `${keys.length} documents in a row have the same main file (${keys.join(', ')}): the portal repeats itself`;
    this.#halt = { kind: 'repeats', rule: 'guard.sameContent', message };
  }

  // ---- archives that follow each other

  isRow(): void {
    this.#archive.rows++;
  }

  /** Where too much of what was read so far is not as it must be, nothing more is believed. */
  judgeArchive(): void {
    const { rows, broken } = this.#archive;
    const isBroken = broken > Math.max(1, MOST_BROKEN * rows) || (broken > 0 && broken === rows);
    const [problem] = isBroken ? problemOf(this.#firstBroken, broken, 0, 'of an archive are not as they must be') : this.#problems();
    if (problem) this.#halt ??= { kind: 'broken', ...problem };
  }

  nextArchive(): void {
    this.#archive = { rows: 0, broken: 0 };
  }

  // ---- the list as a whole

  /** A list whose documents lack what they must have, or most of whose documents are not to be had, is not believed either. */
  judged(end: ListingEnd): ListingEnd {
    const known = this.#halt?.kind === 'broken' ? [] : this.#problems();
    const problems = known.length > 0 ? known : this.#idleRules();
    if (problems.length === 0 && this.#firstBroken) this.#room.note(this.#firstBroken);
    return problems.length === 0 ? end : { ...end, isComplete: false, problems: [...end.problems, ...problems] };
  }

  #problems(): RuleProblem[] {
    return [
      ...problemOf(this.#firstBroken, this.#broken, Math.max(1, MOST_BROKEN * this.#asked), 'are not as they must be'),
      ...problemOf(this.#firstUnhad, this.#unhad, Math.max(2, MOST_UNHAD * this.#asked), 'could not be had'),
    ];
  }

  /** Rules for files that brought nothing for any document of a whole list: they do not fit the portal, or no longer. */
  #idleRules(): RuleProblem[] {
    if (!this.#isWhole || this.#halt) return [];
    if (this.#unhad > 0 && this.#unhad === this.#asked)
      return problemOf(this.#firstUnhad, this.#unhad, 0, 'could not be had, which are all');
    const idle = [...this.#yields].filter(([, { isFilled }]) => !isFilled);
    for (const [rule, yielded] of idle) if (yielded.isUnnamed) this.#room.note({ rule, message: idleWords(yielded) });
    return idle.filter(([, { isUnnamed }]) => !isUnnamed).map(([rule, yielded]) => ({ rule, message: idleWords(yielded) }));
  }
}

const idleWords = ({ documents, lack }: Yielded): string =>
  `it found nothing for any of ${documents} documents; for the first: ${lack}. Say required: false if that may be`;

const problemOf = (first: RuleProblem | null, count: number, most: number, what: string): RuleProblem[] =>
  first && count > most ? [{ rule: first.rule, message: `${count} documents ${what}; the first: ${first.message}` }] : [];

/** What the re-use record allows, and no more than the user wants of one run. */
function quotaOf({ reuse: { quota } }: CompleteRoute, { connector }: HarvestRoom, names: Values): typeof quota {
  const limit = connector.limit === undefined ? null : filled(connector.limit, lookupIn(connector, names));
  return limit === null ? quota : { ...quota, run: Math.min(quota.run ?? Infinity, Math.max(0, Math.floor(Number(limit)))) };
}
