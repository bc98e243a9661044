/**
 * The register's file while crawls run: gone, damaged, locked or full, it is never the end of a crawl.
 *
 * What cannot be done now answers `undefined`, and the file is left alone for a moment. A file that was removed or
 * damaged is made anew, and whoever uses it hears that nothing of what it wrote is there any more.
 */
import type { MachineClock } from './clock.js';
import { isSameBoot } from './recorded-time.js';
import { isDamage, isLostHold, type OpenRegister, openRegister } from './register-database.js';
import { RegisterRows } from './register-rows.js';

export interface FileOptions {
  readonly folder: string;
  readonly clock: MachineClock;
  /** Told in a sentence when something had to be mended or has to wait. */
  readonly onRemark: (remark: string) => void;
  readonly onReplaced: () => void;
}

/** After an operation that failed the file is left alone for so long. */
const REST_MS = 1000;
const IN_PLACE_MS = 1000;
const BEGUN_ANEW = 'begun anew';

export class RegisterFile {
  /** When the file was made anew after damage, monotonic; every key counts as asked just before. */
  begunAnewAt = Number.NEGATIVE_INFINITY;
  readonly #options: FileOptions;
  #file: OpenRegister;
  #rows: RegisterRows;
  #inPlaceAt: number;
  #restUntil = Number.NEGATIVE_INFINITY;
  #saidTrouble = '';

  constructor(options: FileOptions) {
    this.#options = options;
    this.#inPlaceAt = options.clock.monotonic();
    [this.#file, this.#rows] = this.#open();
  }

  /** Undefined when the file could not be read or written just now. */
  attempt<T>(work: (rows: RegisterRows) => T): T | undefined {
    if (this.#options.clock.monotonic() < this.#restUntil) return undefined;
    try {
      const result = work(this.#rows);
      this.#saidTrouble = '';
      return result;
    } catch (error) {
      this.#rest(error);
      if (isDamage(error) || isLostHold(error)) this.#reopen();
      return undefined;
    }
  }

  /** Somebody may have removed the state folder under us: then others begin a new register, and we must be in it. */
  checkPlace(now: number): void {
    if (now - this.#inPlaceAt < IN_PLACE_MS) return;
    this.#inPlaceAt = now;
    if (!this.#file.isInPlace()) this.#reopen();
  }

  /** One last attempt, even while resting. */
  close(farewell: (rows: RegisterRows) => void): void {
    if (!this.#file.db.open) return;
    this.#restUntil = Number.NEGATIVE_INFINITY;
    this.attempt(farewell);
    this.#file.db.close();
  }

  #open(): [OpenRegister, RegisterRows] {
    const { folder, clock, onRemark } = this.#options;
    const file = openRegister(folder, (db) => void new RegisterRows(db));
    const rows = new RegisterRows(file.db);
    if (file.damaged) {
      rows.saveChore(BEGUN_ANEW, { boot: clock.boot, wrote: clock.monotonic(), wall: clock.wall() });
      onRemark(
        `The register of turns in ${folder} was damaged. It was moved aside and begun anew; sites asked recently wait their delay once more.`,
      );
    }
    const begun = rows.chore(BEGUN_ANEW);
    if (begun && isSameBoot(begun, clock)) this.begunAnewAt = begun.wrote;
    return [file, rows];
  }

  #reopen(): void {
    try {
      const opened = this.#open();
      this.#file.db.close();
      [this.#file, this.#rows] = opened;
      this.#restUntil = Number.NEGATIVE_INFINITY;
    } catch (error) {
      this.#rest(error);
      return;
    }
    this.#options.onReplaced();
  }

  #rest(error: unknown): void {
    const { clock, folder, onRemark } = this.#options;
    this.#restUntil = clock.monotonic() + REST_MS;
    const { message } = error as Error;
    if (message === this.#saidTrouble) return;
    this.#saidTrouble = message;
    onRemark(`The register of turns in ${folder} cannot be used just now (${message}); requests wait until it can.`);
  }
}
