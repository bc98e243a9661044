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
import { ageOf, isSameBoot, momentOf, type RecordedTime } from './recorded-time.js';
import { isDamage, type OpenRegister, openRegister } from './register-database.js';
import { type ClaimRow, RegisterRows, type TurnRow } from './register-rows.js';
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
/** After a write that failed the file is left alone for so long. */
const REST_MS = 1000;
const ALIVE_MS = 500;
const IN_PLACE_MS = 1000;
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
  readonly #folder: string;
  readonly #lease: number;
  readonly #clock: MachineClock;
  readonly #remark: (remark: string) => void;
  readonly #process: ProcessIdentity = ownProcess();
  readonly #held = new Map<string, Held>();
  readonly #wished = new Map<string, { version: number; triedAt: number }>();
  /** Turns given back that could not be written down yet. */
  readonly #unwritten = new Map<string, { held: Held; nextAt: number }>();
  readonly #gone = new Map<number, { gone: boolean; until: number }>();
  #lost: string[] = [];
  #file: OpenRegister;
  #rows: RegisterRows;
  #id = 0;
  /** Counts how often others were seen to have written; `#dataVersion` is the file's own word for it. */
  #version = 0;
  #dataVersion = 0;
  #newsVersion = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #beatAt = Number.NEGATIVE_INFINITY;
  #inPlaceAt: number;
  /** When the file was made anew after damage: every key counts as asked just before. */
  #begunAnewAt = Number.NEGATIVE_INFINITY;
  #restUntil = Number.NEGATIVE_INFINITY;
  #saidTrouble = '';

  constructor({ folder, leaseMs = 30_000, clock = machineClock(), onRemark = () => {} }: RegisterOptions) {
    this.#folder = folder;
    this.#lease = leaseMs;
    this.#clock = clock;
    this.#remark = onRemark;
    this.#inPlaceAt = clock.monotonic();
    [this.#file, this.#rows] = this.#openFile();
    this.#attempt(() => this.#clean());
    this.#join();
  }

  claim(key: string, wish: Wish, now: number): Grant | null {
    const at = now - this.#clock.origin;
    this.#noticeLapse(at);
    const held = this.#held.get(key);
    if (held && !held.stale && held.delay === wish.delay && held.capacity === wish.capacity) return this.#grant(held);
    if (!held && this.#isHopeless(key, at)) return null;
    const taken = this.#attempt(() => this.#claimNow(key, wish, at));
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
    const wanted = this.#attempt(() => this.#rows.isWanted(key, this.#id));
    if (wanted !== undefined) Object.assign(held, { wanted, version: this.#version });
    return held.wanted;
  }

  release(key: string, nextAt: number): void {
    const held = this.#held.get(key);
    if (!held) return this.#withdraw(key);
    this.#held.delete(key);
    this.#unwritten.set(key, { held, nextAt: Math.max(held.at, nextAt - this.#clock.origin) });
    this.#attempt(() => this.#writeReleases());
  }

  refresh(now: number): readonly string[] {
    const at = now - this.#clock.origin;
    this.#noticeLapse(at);
    this.#look();
    if (this.#newsVersion !== this.#version) this.#readNews();
    if (this.#unwritten.size) this.#attempt(() => this.#writeReleases());
    if (at - this.#beatAt >= this.#lease / 6) this.#beat(at);
    if (at - this.#inPlaceAt >= IN_PLACE_MS) this.#checkPlace(at);
    return this.#takeLost();
  }

  close(now: number): void {
    const at = now - this.#clock.origin;
    for (const [key, held] of this.#held) this.#unwritten.set(key, { held, nextAt: Math.max(held.at, at + held.delay) });
    this.#held.clear();
    this.#restUntil = Number.NEGATIVE_INFINITY;
    this.#attempt(() => {
      this.#writeReleases();
      this.#rows.atOnce(() => this.#rows.unseat(this.#id));
    });
    this.#file.db.close();
  }

  #grant = ({ at, share }: Held): Grant => ({ at: at + this.#clock.origin, share });

  #claimNow(key: string, wish: Wish, now: number): Held | null {
    this.#writeReleases();
    // Taken from us without our knowing: what we do under the old name would count for nothing.
    if (!this.#rows.isSeated(this.#id)) this.#rejoin();
    return this.#rows.atOnce(() => this.#take(key, wish, now));
  }

  /** Within a transaction: what the claim comes to, written down either way. */
  #take(key: string, wish: Wish, now: number): Held | null {
    const mine = this.#held.get(key);
    const row = this.#rows.turn(key);
    const [holders, gone] = this.#sort(this.#rows.holdersOf(key, this.#id), now);
    const [wishers, left] = this.#sort(this.#rows.wishersOf(key, this.#id), now);
    for (const { holder } of left) this.#rows.dropWish(key, holder);
    const others = [...holders, ...wishers];
    const crowd = {
      capacity: Math.max(1, Math.min(wish.capacity, ...others.map(({ capacity }) => capacity))),
      oneByOne: Math.max(wish.delay, ...others.map(({ delay }) => delay)) > 0,
      held: holders.map((holder) => holder.share),
      waiting: wishers.length,
    };
    const isOpen = shareFor({ ...crowd, ahead: 0 }) > 0;
    const ahead = isOpen && !mine && wishers.length ? this.#aheadOf(key, wishers, row, now) : 0;
    // A share never shrinks under requests in flight; whoever wants a part of it waits until the turn is passed on.
    const share = Math.min(crowd.capacity, Math.max(shareFor({ ...crowd, ahead }), mine?.share ?? 0));
    if (share === 0) {
      this.#rows.wish(key, this.#id, wish);
      return null;
    }
    const at = mine?.at ?? this.#firstMoment(row, gone.length > 0, wish.delay, now);
    for (const { holder, id } of gone) {
      this.#rows.letGo(key, holder);
      if (id !== null) this.#rows.depose(id);
    }
    const delay = Math.max(wish.delay, ...holders.map((holder) => holder.delay));
    this.#rows.saveTurn(key, { free: at, delay, ...this.#stamp(now) });
    this.#rows.hold(key, this.#id, share, wish);
    if (this.#wished.has(key)) this.#rows.dropWish(key, this.#id);
    const wanted = wishers.length > 0 && this.#rows.isWanted(key, this.#id);
    return { ...wish, at, share, version: this.#version, wanted, stale: false };
  }

  /** Those in line before us who may still come; the others had their time and lose their place. */
  #aheadOf(key: string, wishers: readonly ClaimRow[], row: TurnRow | undefined, now: number): number {
    const place = this.#rows.wishOf(key, this.#id) ?? Number.POSITIVE_INFINITY;
    const ahead = wishers.filter(({ wish }) => wish < place);
    const freeSince = row ? Math.max(momentOf(row, this.#clock, now), now - ageOf(row, this.#clock, now)) : now;
    if (now <= freeSince + GRACE_MS) return ahead.length;
    for (const { holder } of ahead) this.#rows.dropWish(key, holder);
    return 0;
  }

  /** The first moment a new holder may ask: what the last one left, and our own delay where it is the longer one. */
  #firstMoment(row: TurnRow | undefined, wasLeftBehind: boolean, delay: number, now: number): number {
    // A key that is not written down was not asked of late, unless what was written is lost.
    if (!row) return Math.max(now, (wasLeftBehind ? now : this.#begunAnewAt) + delay);
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

  #writeReleases(): void {
    if (!this.#unwritten.size) return;
    this.#rows.atOnce(() => {
      for (const [key, { held, nextAt }] of this.#unwritten) this.#writeRelease(key, held, nextAt);
    });
    this.#unwritten.clear();
  }

  #writeRelease(key: string, { delay }: Held, nextAt: number): void {
    // Somebody took the turn from us while we were silent: what we know is not asked for any more.
    if (!this.#rows.letGo(key, this.#id)) return;
    this.#rows.saveTurn(key, { free: nextAt, delay, ...this.#stamp(this.#clock.monotonic()) });
    this.#rows.tellFirstInLine(key);
    this.#rows.tellHolders(key, this.#id);
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
    const version = this.#attempt(() => this.#rows.version());
    if (version === undefined || version === this.#dataVersion) return;
    this.#dataVersion = version;
    this.#version++;
  }

  #readNews(): void {
    const news = this.#attempt(() => (this.#rows.isSeated(this.#id) ? this.#rows.news(this.#id) : null));
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
    const isSeated = this.#attempt(() => this.#rows.beat(this.#id, this.#stamp(now)));
    if (isSeated) this.#beatAt = now;
    if (isSeated === false) this.#rejoin();
  }

  /** A process that was stopped, or could not write, for so long may have lost its turns without a word. */
  #noticeLapse(now: number): void {
    if (now - this.#beatAt > this.#lease / 2) this.#rejoin();
  }

  /** A wish that is no longer one. */
  #withdraw(key: string): void {
    if (this.#wished.delete(key)) this.#attempt(() => this.#rows.dropWish(key, this.#id));
  }

  /** Our turns are lost or may be: begin again as somebody else. */
  #rejoin(): void {
    for (const key of this.#held.keys()) this.#lost.push(key);
    for (const key of this.#wished.keys()) this.#lost.push(key);
    this.#held.clear();
    this.#wished.clear();
    this.#unwritten.clear();
    this.#attempt(() => this.#rows.atOnce(() => this.#rows.unseat(this.#id)));
    this.#join();
  }

  #join(): void {
    this.#id = randomInt(1, 2 ** 48 - 1);
    const now = this.#clock.monotonic();
    const isSeated = this.#attempt(() => this.#rows.seat({ id: this.#id, ...this.#process, ...this.#stamp(now) }) > 0);
    this.#beatAt = isSeated ? now : Number.NEGATIVE_INFINITY;
  }

  #takeLost(): readonly string[] {
    if (!this.#lost.length) return NONE;
    const lost = this.#lost;
    this.#lost = [];
    return lost;
  }

  /** Forgets what is old, at most once an hour. */
  #clean(): void {
    const now = this.#clock.monotonic();
    const last = this.#rows.chore('cleaned');
    if (last && Math.abs(this.#clock.wall() - last.wall) < CLEAN_MS) return;
    this.#rows.atOnce(() => {
      for (const holder of this.#rows.holders()) if (this.#isGone(holder, now)) this.#rows.unseat(holder.id);
      this.#rows.forget(this.#clock.wall(), DAY_MS);
      this.#rows.saveChore('cleaned', this.#stamp(now));
    });
  }

  #openFile(): [OpenRegister, RegisterRows] {
    const file = openRegister(this.#folder, (db) => void new RegisterRows(db));
    const rows = new RegisterRows(file.db);
    const now = this.#clock.monotonic();
    if (file.damaged) {
      rows.saveChore('begun anew', this.#stamp(now));
      this.#remark(
        `The register of turns in ${this.#folder} was damaged. It was moved aside and begun anew; sites asked of late wait their delay once more.`,
      );
    }
    const begun = rows.chore('begun anew');
    if (begun && isSameBoot(begun, this.#clock)) this.#begunAnewAt = begun.wrote;
    return [file, rows];
  }

  /** Somebody may have removed the state folder under us: then others begin a new register, and we must be in it. */
  #checkPlace(now: number): void {
    this.#inPlaceAt = now;
    if (!this.#file.isInPlace()) this.#reopen();
  }

  #reopen(): void {
    try {
      const [file, rows] = this.#openFile();
      this.#file.db.close();
      [this.#file, this.#rows] = [file, rows];
      this.#dataVersion = 0;
      this.#rejoin();
    } catch (error) {
      this.#rest(error);
    }
  }

  /** Undefined when the file could not be read or written just now. */
  #attempt<T>(work: () => T): T | undefined {
    if (this.#clock.monotonic() < this.#restUntil) return undefined;
    try {
      const result = work();
      this.#saidTrouble = '';
      return result;
    } catch (error) {
      this.#rest(error);
      if (isDamage(error)) this.#reopen();
      return undefined;
    }
  }

  #rest(error: unknown): void {
    this.#restUntil = this.#clock.monotonic() + REST_MS;
    const { message } = error as Error;
    if (message === this.#saidTrouble) return;
    this.#saidTrouble = message;
    this.#remark(`The register of turns in ${this.#folder} cannot be used just now (${message}); requests wait until it can.`);
  }
}

const NONE: readonly string[] = [];
