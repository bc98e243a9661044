/**
 * One site: its rules, what it is owed, and when it may be visited next. Its best entries stand in its head; the others are kept elsewhere.
 *
 * Time is a parameter. Limits that a site shares with others (address, domain, other crawls) are not known here: they
 * only make the frontier put the site off (`notBefore`) or park it.
 */

import { urlTemplate } from '../../model/index.js';
import { pauseAfter, randomWait } from '../politeness/index.js';
import {
  afterFailure,
  afterRequestToWait,
  askedAgain,
  CALM,
  type Entry,
  type EntryKind,
  type Gate,
  kindOf,
  levelOf,
  type SiteRules,
  type SiteTrouble,
  type VisitEnded,
} from '../queue/index.js';
import { Head } from './head.js';
import type { Place } from './place.js';

type Top = Pick<Place, 'order'>;

/** A site without a pause that is in the middle of its row. */
const BEFORE_OTHERS = -1;

export class SiteQueue {
  readonly head = new Head();
  /** Without its www. */
  readonly host: string;
  /** Entries queued or waiting, those leased excepted. */
  queued = 0;
  inFlight = 0;
  /** It has more than requisites of other sites' pages. */
  hasPages = false;
  /** Pages committed in this run, and visits under way that may become one. */
  pages = 0;
  pagesUnderWay = 0;
  /** undefined: not looked for yet. */
  address: string | null | undefined = undefined;
  /** Waits for something that is not time: another site's answer, an address. */
  parked = false;
  /** The machine's turn of this site is ours. */
  hasTurn = false;
  /** What the turn was claimed with: see delayAtWorst. */
  claimedDelay = 0;
  /** Requests in flight that are our share of the turn. */
  share = Number.POSITIVE_INFINITY;
  notBefore = 0;
  /** The site itself asked not to be asked before. */
  pausedUntil = 0;
  /** Entries taken one after the other in the present turn. */
  inRow = 0;
  readyAt = Number.POSITIVE_INFINITY;
  place = 0;
  placed = false;
  #startedAt = 0;
  #startedBefore = 0;
  #endedAt = 0;
  #responseMs = 0;
  #troubles = 0;
  #trouble: SiteTrouble = CALM;
  /** Kinds of page that brought nothing since the last working answer. */
  readonly #failing = new Set<string>();
  /** Drawn after each answer. */
  #randomMs = 0;

  constructor(
    readonly id: number,
    readonly origin: string,
    readonly domain: string | null,
    public rules: SiteRules,
    public gate: Gate,
    private readonly random: () => number = Math.random,
  ) {
    this.host = URL.canParse(origin) ? new URL(origin).hostname.replace(/^www\./, '') : origin;
  }

  /** Something of this kind is to be visited here. */
  meets(kind: EntryKind): void {
    this.hasPages ||= kind === 'page' || kind === 'sitemap';
  }

  get isSpent(): boolean {
    return this.rules.pages !== null && this.pages + this.pagesUnderWay >= this.rules.pages;
  }

  /** When this site may be visited next for `top`, as far as it depends on time; Infinity when it depends on something else. */
  nextMoment(top: Top | null, level: number): number {
    if (!top || this.parked || !this.mayTake(top, level)) return Number.POSITIVE_INFINITY;
    if (this.inFlight >= Math.min(this.isInTrouble ? 1 : this.rules.pace.perSite, this.share)) return Number.POSITIVE_INFINITY;
    if (this.#trouble.aside) return Math.max(this.#trouble.aside.askAgainAt, this.notBefore, this.pausedUntil);
    const polite = this.#politeMoment(top);
    const told = Math.max(this.notBefore, this.pausedUntil);
    // What we were told before the last request is over.
    return polite === BEFORE_OTHERS && told <= this.#startedAt ? polite : Math.max(told, polite);
  }

  mayTake(top: Top, level: number): boolean {
    if (this.gate === 'closed' || (this.gate === 'unknown' && kindOf(top.order) !== 'robots')) return false;
    return kindOf(top.order) !== 'page' || (levelOf(top.order) <= level && !this.isSpent);
  }

  #politeMoment(top: Top): number {
    if (this.#startedAt === 0) return 0;
    if (this.#sharesTurn(top)) return this.#endedAt;
    const pause = this.pause();
    if (pause === 0 && this.inRow > 0) return BEFORE_OTHERS;
    return Math.max(this.#endedAt, this.inFlight ? this.#startedAt : 0) + pause;
  }

  /** Images and styles of a page belong to its turn, unless the site itself asked for the delay. */
  #sharesTurn(top: Top): boolean {
    return kindOf(top.order) === 'requisite' && !this.rules.pace.asked && this.#troubles === 0;
  }

  /** Milliseconds owed after the last answer: whole ones, which add up exactly and are recorded as they are. */
  pause(): number {
    return Math.ceil(pauseAfter(this.rules.pace, { responseMs: this.#responseMs, troubles: this.#troubles }) + this.#randomMs);
  }

  /** What others must wait if we vanish. Until its robots.txt is read, the site may ask for anything up to the longest delay. */
  get delayAtWorst(): number {
    const { delay, maxDelay } = this.rules.pace;
    return this.gate === 'unknown' ? Math.max(delay, maxDelay) : delay;
  }

  /** What is owed before `top` is asked for; null when nothing is. */
  owedFor(top: Top): number | null {
    return this.#sharesTurn(top) ? null : this.pause();
  }

  /** The earliest moment for the next request of anybody, for whoever has the turn after us. */
  nextTurnAt(now: number): number {
    const ended = this.inFlight ? now : this.#endedAt;
    return Math.max(this.pausedUntil, this.#startedAt === 0 ? now : ended + this.pause());
  }

  took(kind: EntryKind, now: number, balance: number): void {
    this.queued--;
    this.inFlight++;
    if (kind === 'page') this.pagesUnderWay++;
    this.inRow = (this.inRow + 1) % balance;
    this.#startedBefore = this.#startedAt;
    this.#startedAt = now;
  }

  get trouble(): SiteTrouble {
    return this.#trouble;
  }

  get isAside(): boolean {
    return this.#trouble.aside !== null;
  }

  /** One at a time, and one after the other at different places, until it answers. */
  get isInTrouble(): boolean {
    return this.#trouble !== CALM;
  }

  /** As an earlier run, or an earlier process of this one, left it. */
  restore(trouble: SiteTrouble, pausedUntil: number): void {
    this.#trouble = trouble;
    this.pausedUntil = Math.max(this.pausedUntil, pausedUntil);
  }

  /** It was set aside for long enough. */
  askAgain(): void {
    this.#trouble = askedAgain(this.#trouble);
    this.#failing.clear();
  }

  /** The site itself asked for it. */
  pauseUntil(until: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, until);
    const { patience } = this.rules;
    if (patience) this.#trouble = afterRequestToWait(this.#trouble, this.#endedAt, until, patience);
  }

  /** Pages of this kind failed just now: others say more about the site. */
  isFailing(url: string): boolean {
    return this.#failing.has(urlTemplate(url));
  }

  /**
   * Its robots.txt says nothing of its pages, and has consequences of its own. Nor does a sitemap that is there: often it is
   * the one file that still is.
   */
  #judge(end: VisitEnded & { visited: true }, { kind, url }: Entry): void {
    if (kind === 'robots' || end.trouble === 'unknown') return;
    if (!end.trouble && kind === 'sitemap') return;
    if (!end.trouble) {
      this.#trouble = CALM;
      this.#failing.clear();
      return;
    }
    const { patience } = this.rules;
    if (!patience) return;
    const { at, responseMs, sign = 'no answer' } = end;
    this.#failing.add(urlTemplate(url));
    const failure = { startedAt: at - responseMs, endedAt: at, sign, counts: end.trouble !== 'known' };
    this.#trouble = afterFailure(this.#trouble, failure, patience);
  }

  released(end: VisitEnded, entry: Entry): void {
    this.inFlight--;
    if (!end.visited) {
      this.#startedAt = this.#startedBefore;
      return;
    }
    this.#judge(end, entry);
    this.#endedAt = Math.max(this.#endedAt, end.at);
    this.#responseMs = end.responseMs;
    this.#randomMs = randomWait(this.rules.pace.randomWait ?? 0, this.random);
    if (end.trouble !== 'known' && end.trouble !== 'unknown') this.#troubles = end.trouble ? this.#troubles + 1 : 0;
  }
}
