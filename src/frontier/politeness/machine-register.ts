/**
 * The turns of this machine in one small database that all crawls of a user open.
 *
 * Each open register is a holder with a heartbeat. A holder whose process is gone, or that was silent for the length of
 * a lease, loses its turns to whoever asks; since nobody knows when it last asked a site, its successor waits the full
 * delay. A holder that finds it was stopped for half a lease takes a new identity, which leaves its old turns behind
 * just as if it had died: there is one way to lose a turn, not two. Trouble with the file never ends a crawl: turns
 * are refused for a moment, and a damaged file is begun anew.
 */
import { randomInt } from 'node:crypto';
import { type MachineClock, machineClock } from './clock.js';
import { isProcessGone, ownProcess, type ProcessIdentity } from './process-identity.js';
import { ageOf, momentOf, type RecordedTime } from './recorded-time.js';
import { RegisterFile } from './register-file.js';
import type { ClaimRow, RegisterRows, TurnRow } from './register-rows.js';
import { shareFor } from './share.js';
import type { Grant, Turns, Wish } from './turns.js';

export interface RegisterOptions {
  readonly folder: string;
  /** How long a holder may be silent before its turns are up for others. */
  readonly leaseMs?: number;
  readonly clock?: MachineClock;
  /** Told in a sentence when something had to be mended or has to wait. */
  readonly onRemark?: (remark: string) => void;
}

/** How often the file is looked at for what others wrote. */
const LOOK_MS = 20;
/** A refused wish is tried again no sooner, unless somebody wrote in between: only time can have changed the answer. */
const RETRY_MS = 250;
/** First in line, and not taken up for so long: the next one may go ahead. Longer than the second between two refreshes. */
const GRACE_MS = 1500;
const ALIVE_MS = 500;
const CLEAN_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** A turn we have. Times are monotonic. */
interface Held extends Wish {
  readonly at: number;
  readonly share: number;
  /** At which version of the file `wanted` was looked up. */
  version: number;
  wanted: boolean;
  /** Others have come or gone: the share may be another now. */
  stale: boolean;
}

export class MachineRegister implements Turns {
  readonly #lease: number;
  readonly #clock: MachineClock;
  readonly #file: RegisterFile;
  readonly #process: ProcessIdentity = ownProcess();
  readonly #held = new Map<string, Held>();
  readonly #wished = new Map<string, { version: number; triedAt: number }>();
  /** Turns given back that could not be written down yet. */
  readonly #unwritten = new Map<string, { held: Held; nextAt: number }>();
  readonly #gone = new Map<number, { gone: boolean; until: number }>();
  #lost: string[] = [];
  #id = 0;
  /** Counts how often others were seen to have written; `#dataVersion` is the file's own word for it. */
  #version = 0;
  #dataVersion = 0;
  #newsVersion = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #beatAt = Number.NEGATIVE_INFINITY;

  constructor({ folder, leaseMs = 30_000, clock = machineClock(), onRemark = () => {} }: RegisterOptions) {
    this.#lease = leaseMs;
    this.#clock = clock;
    this.#file = new RegisterFile({ folder, clock, onRemark, onReplaced: () => this.#beginAnew() });
    this.#file.attempt((rows) => this.#clean(rows));
    this.#join();
  }

  claim(key: string, wish: Wish, now: number): Grant | null {
    const at = now - this.#clock.origin;
    this.#noticeLapse(at);
    const held = this.#held.get(key);
    if (held && !held.stale && held.delay === wish.delay && held.atWorst === wish.atWorst && held.capacity === wish.capacity)
      return this.#grant(held);
    if (!held && this.#isHopeless(key, at)) return null;
    const taken = this.#file.attempt((rows) => this.#claimNow(rows, key, wish, at));
    if (taken) {
      this.#held.set(key, taken);
      this.#wished.delete(key);
    } else if (taken === null) this.#wished.set(key, { version: this.#version, triedAt: at });
    const result = taken ?? this.#held.get(key);
    return result ? this.#grant(result) : null;
  }

  isWanted(key: string): boolean {
    const held = this.#held.get(key);
    if (!held) return false;
    this.#look();
    if (held.version === this.#version) return held.wanted;
    const wanted = this.#file.attempt((rows) => rows.isWanted(key, this.#id));
    if (wanted !== undefined) Object.assign(held, { wanted, version: this.#version });
    return held.wanted;
  }

  release(key: string, nextAt: number): void {
    const held = this.#held.get(key);
    if (!held) return this.#withdraw(key);
    this.#held.delete(key);
    this.#unwritten.set(key, { held, nextAt: Math.max(held.at, nextAt - this.#clock.origin) });
    this.#file.attempt((rows) => this.#writeReleases(rows));
  }

  refresh(now: number): readonly string[] {
    const at = now - this.#clock.origin;
    this.#noticeLapse(at);
    this.#look();
    if (this.#newsVersion !== this.#version) this.#readNews();
    if (this.#unwritten.size) this.#file.attempt((rows) => this.#writeReleases(rows));
    if (at - this.#beatAt >= this.#lease / 6) this.#beat(at);
    this.#file.checkPlace(at);
    return this.#takeLost();
  }

  close(now: number): void {
    const at = now - this.#clock.origin;
    for (const [key, held] of this.#held) this.#unwritten.set(key, { held, nextAt: Math.max(held.at, at + held.delay) });
    this.#held.clear();
    this.#file.close((rows) => {
      this.#writeReleases(rows);
      rows.atOnce(() => rows.unseat(this.#id));
    });
  }

  #grant = ({ at, share }: Held): Grant => ({ at: at + this.#clock.origin, share });

  #claimNow(rows: RegisterRows, key: string, wish: Wish, now: number): Held | null {
    this.#writeReleases(rows);
    // Taken from us without our knowing: what we do under the old name would count for nothing.
    if (!rows.isSeated(this.#id)) this.#rejoin();
    return rows.atOnce(() => this.#take(rows, key, wish, now));
  }

  /** Within a transaction: what the claim comes to, written down either way. */
  #take(rows: RegisterRows, key: string, wish: Wish, now: number): Held | null {
    const mine = this.#held.get(key);
    const row = rows.turn(key);
    const [holders, gone] = this.#sort(rows.holdersOf(key, this.#id), now);
    const [wishers, left] = this.#sort(rows.wishersOf(key, this.#id), now);
    for (const { holder } of left) rows.dropWish(key, holder);
    const others = [...holders, ...wishers];
    const crowd = {
      capacity: Math.max(1, Math.min(wish.capacity, ...others.map(({ capacity }) => capacity))),
      oneByOne: Math.max(wish.delay, ...others.map(({ delay }) => delay)) > 0,
      held: holders.map((holder) => holder.share),
      waiting: wishers.length,
    };
    const isOpen = shareFor({ ...crowd, ahead: 0 }) > 0;
    const ahead = isOpen && !mine && wishers.length ? this.#aheadOf(rows, key, wishers, row, now) : 0;
    // A share never shrinks under requests in flight; whoever wants a part of it waits until the turn is passed on.
    const share = Math.min(crowd.capacity, Math.max(shareFor({ ...crowd, ahead }), mine?.share ?? 0));
    if (share === 0) {
      rows.wish(key, this.#id, wish);
      return null;
    }
    const at = mine?.at ?? this.#firstMoment(row, gone.length > 0, wish.delay, now);
    for (const { holder, id } of gone) {
      rows.letGo(key, holder);
      if (id !== null) rows.depose(id);
    }
    const delay = Math.max(wish.delay, wish.atWorst ?? 0, ...holders.map((holder) => holder.delay));
    rows.saveTurn(key, { free: at, delay, ...this.#stamp(now) });
    rows.hold(key, this.#id, share, wish);
    if (this.#wished.has(key)) rows.dropWish(key, this.#id);
    const wanted = wishers.length > 0 && rows.isWanted(key, this.#id);
    return { ...wish, at, share, version: this.#version, wanted, stale: false };
  }

  /** Those in line before us who may still come; the others had their time and lose their place. */
  #aheadOf(rows: RegisterRows, key: string, wishers: readonly ClaimRow[], row: TurnRow | undefined, now: number): number {
    const place = rows.wishOf(key, this.#id) ?? Number.POSITIVE_INFINITY;
    const ahead = wishers.filter(({ wish }) => wish < place);
    const freeSince = row ? Math.max(momentOf(row, this.#clock, now), now - ageOf(row, this.#clock, now)) : now;
    if (now <= freeSince + GRACE_MS) return ahead.length;
    for (const { holder } of ahead) rows.dropWish(key, holder);
    return 0;
  }

  /** The first moment a new holder may ask: what the last one left, and our own delay where it is the longer one. */
  #firstMoment(row: TurnRow | undefined, wasLeftBehind: boolean, delay: number, now: number): number {
    // A key that is not written down was not asked of late, unless what was written is lost.
    if (!row) return Math.max(now, (wasLeftBehind ? now : this.#file.begunAnewAt) + delay);
    const free = momentOf(row, this.#clock, now);
    if (wasLeftBehind) return Math.max(free, now + Math.max(row.delay, delay));
    return Math.max(now, free + Math.max(0, delay - row.delay));
  }

  #sort(rows: readonly ClaimRow[], now: number): [here: ClaimRow[], gone: ClaimRow[]] {
    const here: ClaimRow[] = [];
    const gone: ClaimRow[] = [];
    for (const row of rows) (this.#isGone(row, now) ? gone : here).push(row);
    return [here, gone];
  }

  #isGone(row: Omit<ClaimRow, keyof Wish | 'holder' | 'share' | 'wish'>, now: number): boolean {
    if (row.pid === null || row.deposed) return true;
    if (row.boot !== this.#clock.boot) return true;
    if (Math.abs(ageOf(row, this.#clock, now)) > this.#lease) return true;
    const known = this.#gone.get(row.id);
    if (known && known.until > now) return known.gone;
    const gone = isProcessGone({ ...row, pid: row.pid }, this.#process);
    this.#gone.set(row.id, { gone, until: now + ALIVE_MS });
    return gone;
  }

  #writeReleases(rows: RegisterRows): void {
    if (!this.#unwritten.size) return;
    rows.atOnce(() => {
      for (const [key, { held, nextAt }] of this.#unwritten) this.#writeRelease(rows, key, held, nextAt);
    });
    this.#unwritten.clear();
  }

  #writeRelease(rows: RegisterRows, key: string, { delay }: Held, nextAt: number): void {
    // Somebody took the turn from us while we were silent: what we know is not asked for any more.
    if (!rows.letGo(key, this.#id)) return;
    rows.saveTurn(key, { free: nextAt, delay, ...this.#stamp(this.#clock.monotonic()) });
    rows.tellFirstInLine(key);
    rows.tellHolders(key, this.#id);
  }

  #stamp = (wrote: number): RecordedTime => ({ boot: this.#clock.boot, wrote, wall: this.#clock.wall() });

  /** A wish that was refused, and nothing happened since that could change the answer. */
  #isHopeless(key: string, now: number): boolean {
    const last = this.#wished.get(key);
    if (!last) return false;
    this.#look();
    return last.version === this.#version && now - last.triedAt < RETRY_MS;
  }

  /** Notices that others have written. */
  #look(): void {
    const now = this.#clock.monotonic();
    if (now - this.#lookedAt < LOOK_MS) return;
    this.#lookedAt = now;
    const version = this.#file.attempt((rows) => rows.version());
    if (version === undefined || version === this.#dataVersion) return;
    this.#dataVersion = version;
    this.#version++;
  }

  #readNews(): void {
    const news = this.#file.attempt((rows) => (rows.isSeated(this.#id) ? rows.news(this.#id) : null));
    if (news === null) return this.#rejoin();
    if (news === undefined) return;
    this.#newsVersion = this.#version;
    for (const key of news) {
      const held = this.#held.get(key);
      if (held) held.stale = true;
      this.#lost.push(key);
    }
  }

  #beat(now: number): void {
    const isSeated = this.#file.attempt((rows) => rows.beat(this.#id, this.#stamp(now)));
    if (isSeated) this.#beatAt = now;
    if (isSeated === false) this.#rejoin();
  }

  /** A process that was stopped, or could not write, for so long may have lost its turns without a word. */
  #noticeLapse(now: number): void {
    if (now - this.#beatAt > this.#lease / 2) this.#rejoin();
  }

  /** A wish that is no longer one. */
  #withdraw(key: string): void {
    if (this.#wished.delete(key)) this.#file.attempt((rows) => rows.dropWish(key, this.#id));
  }

  /** Another file lies in the place of ours; it counts its changes by itself. */
  #beginAnew(): void {
    this.#dataVersion = 0;
    this.#rejoin();
  }

  /** Our turns are lost or may be: begin again as somebody else. */
  #rejoin(): void {
    for (const key of this.#held.keys()) this.#lost.push(key);
    for (const key of this.#wished.keys()) this.#lost.push(key);
    this.#held.clear();
    this.#wished.clear();
    this.#unwritten.clear();
    this.#file.attempt((rows) => rows.atOnce(() => rows.unseat(this.#id)));
    this.#join();
  }

  #join(): void {
    this.#id = randomInt(1, 2 ** 48 - 1);
    const now = this.#clock.monotonic();
    const isSeated = this.#file.attempt((rows) => rows.seat({ id: this.#id, ...this.#process, ...this.#stamp(now) }) > 0);
    this.#beatAt = isSeated ? now : Number.NEGATIVE_INFINITY;
  }

  #takeLost(): readonly string[] {
    if (!this.#lost.length) return NONE;
    const lost = this.#lost;
    this.#lost = [];
    return lost;
  }

  /** Forgets what is old, at most once an hour. */
  #clean(rows: RegisterRows): void {
    const now = this.#clock.monotonic();
    const last = rows.chore('cleaned');
    if (last && Math.abs(this.#clock.wall() - last.wall) < CLEAN_MS) return;
    rows.atOnce(() => {
      for (const holder of rows.holders()) if (this.#isGone(holder, now)) rows.unseat(holder.id);
      rows.forget(this.#clock.wall(), DAY_MS);
      rows.saveChore('cleaned', this.#stamp(now));
    });
  }
}

const NONE: readonly string[] = [];
