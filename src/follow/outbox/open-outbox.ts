/**
 * An outbox at work: beside a run it packs what the journal brings and sends what waits; at the end it says what came of it.
 *
 * Nothing it does can end the run. A receiver that is away is tried again with longer and longer pauses, and once more at
 * the end; what waits then waits for the next start.
 */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Dialect } from '../../formats/document-groups/index.js';
import { messageOf } from '../../model/index.js';
import type { Repository } from '../../store/index.js';
import { consumerFile, followJournal, type Pauses, pauseAfter, wait } from '../consumers/index.js';
import { documentsOf } from './documents.js';
import { Outbox } from './outbox.js';
import { ParcelBook } from './parcel-book.js';
import { openReceiver, type ReceiverOptions } from './receivers/open-receiver.js';
import { type Receiver, UnavailableError } from './receivers/receiver.js';

/** Where and how documents are handed over. Everything but `to` may be left out. */
export interface DeliverySettings extends ReceiverOptions {
  readonly name?: string | undefined;
  readonly onServiceUnavailable?: 'keep' | 'rollback';
  readonly dialect?: Dialect;
  readonly sendNone?: boolean;
  readonly articles?: boolean;
  readonly extraFormats?: readonly string[];
  readonly require?: readonly string[];
  readonly crawler?: string | undefined;
  readonly concurrency?: number;
  /** Folder of the operator's own where packages wait, in one of this delivery's below it. */
  readonly packagesFolder?: string | undefined;
  /** What was sent is kept in the workspace. */
  readonly keepSent?: boolean;
  /** Folders of the operator's own; keepSent follows from the first. */
  readonly sentFolder?: string | undefined;
  readonly errorFolder?: string | undefined;
}

export interface OpenOutboxOptions {
  readonly settings: DeliverySettings;
  /** Folder of the workspace. */
  readonly workspace: string;
  readonly repository: Repository;
  /** Name of the crawl whose pages are handed over too; null or left out: only documents of portals are. */
  readonly pagesOf?: string | null;
  readonly onRemark?: (remark: string) => void;
  readonly idle?: Pauses;
  readonly retry?: Pauses;
}

/** What an outbox did while it was open. */
export interface OutboxReport {
  readonly name: string;
  readonly sent: number;
  readonly refused: number;
  readonly incomplete: number;
  /** Packages that wait for the next start, older ones included. */
  readonly waiting: number;
  /** Why not everything was sent; null when it was. */
  readonly failure: string | null;
}

export interface RunningOutbox {
  readonly name: string;
  /** Packs the rest, sends what it can within the time, closes everything. Never rejects. */
  finish(withinMs?: number): Promise<OutboxReport>;
}

const IDLE: Pauses = { firstMs: 100, longestMs: 2000 };
const RETRY: Pauses = { firstMs: 1000, longestMs: 300_000 };

export function openOutbox(options: OpenOutboxOptions): RunningOutbox {
  const name = options.settings.name ?? outboxName(options.settings.to);
  const book = new ParcelBook(name, consumerFile(options.workspace, name));
  const receiver = openReceiver(options.settings);
  const outbox = new Outbox({
    ...rulesOf(options, name),
    book,
    receiver,
    repository: options.repository,
    documents: documentsOf(options.repository.deposits, pagesOf(options)),
    onRemark: options.onRemark ?? (() => {}),
  });
  return new Work(outbox, book, receiver, options);
}

const pagesOf = ({ pagesOf: crawler, workspace }: OpenOutboxOptions) => (crawler ? { crawler, archive: join(workspace, 'archive') } : null);

/** From the address, so that it is the same each time and a new address begins anew. */
function outboxName(to: string): string {
  const shown = /^https?:/i.test(to) ? new URL(to).hostname : 'folder';
  return `groups-${shown.replace(/[^\w.-]/g, '').slice(0, 40)}-${createHash('sha256').update(to).digest('hex').slice(0, 8)}`;
}

function rulesOf({ settings, workspace }: OpenOutboxOptions, name: string) {
  const own = join(workspace, 'outbox', name);
  return {
    onServiceUnavailable: settings.onServiceUnavailable ?? 'keep',
    dialect: settings.dialect ?? 'text',
    sendNone: settings.sendNone ?? false,
    articles: settings.articles ?? false,
    extraFormats: settings.extraFormats ?? [],
    require: settings.require ?? [],
    crawler: settings.crawler ?? null,
    concurrency: settings.concurrency ?? 2,
    folders: {
      waiting: settings.packagesFolder === undefined ? join(own, 'waiting') : join(settings.packagesFolder, name),
      sent: settings.sentFolder ?? (settings.keepSent ? join(own, 'sent') : null),
      error: settings.errorFolder ?? join(own, 'error'),
    },
  } as const;
}

class Work implements RunningOutbox {
  readonly name: string;
  readonly #stop = new AbortController();
  readonly #finish = new AbortController();
  readonly #firstParcel: number;
  readonly #before: { readonly waiting: number; readonly refused: number };
  readonly #ended: Promise<void>;
  #failure: string | null = null;

  constructor(
    private readonly outbox: Outbox,
    private readonly book: ParcelBook,
    private readonly receiver: Receiver,
    private readonly options: OpenOutboxOptions,
  ) {
    this.name = outbox.name;
    this.#firstParcel = book.nextId() - 1;
    this.#before = { waiting: 0, refused: 0, ...book.counts() };
    this.#ended = this.#deliver();
  }

  async finish(withinMs?: number): Promise<OutboxReport> {
    const timer = withinMs === undefined ? undefined : setTimeout(() => this.#stop.abort(), withinMs);
    this.#finish.abort();
    await this.#ended;
    clearTimeout(timer);
    const report = this.#report();
    await this.receiver.close();
    this.book.close();
    return report;
  }

  /** Under rollback a delivery counts as a whole or not at all. */
  async #deliver(): Promise<void> {
    const start = this.outbox.start();
    try {
      await this.outbox.putAwaySent(); // of a delivery that was killed at its end
      await this.#run();
      await this.outbox.putAwaySent();
    } catch (error) {
      if (!this.#isKeeping && error instanceof UnavailableError)
        await this.outbox.rollBack(start).catch((failure: unknown) => this.#noteTrouble(failure));
      this.#noteTrouble(error);
    }
  }

  async #run(): Promise<void> {
    const signal = this.#stop.signal;
    const packed = new AbortController();
    const sending = this.#sendUntil(packed.signal);
    try {
      if (!this.#isKeeping) await this.outbox.sendWaiting(signal); // what was left by keep goes first here too
      await this.#followJournal();
      const run = this.options.repository.runs().at(-1)?.id ?? 0;
      if (!signal.aborted && this.#failure === null) await this.outbox.packUnchanged(run, signal);
    } finally {
      packed.abort();
      await sending;
    }
    await this.outbox.sendWaiting(signal);
    if (this.book.counts().waiting === undefined && this.#isKeeping) this.#noteWell();
  }

  get #isKeeping(): boolean {
    return (this.options.settings.onServiceUnavailable ?? 'keep') === 'keep';
  }

  /** Under rollback the first failure is the last. */
  #followJournal(): Promise<void> {
    const { repository, idle = IDLE, retry = RETRY } = this.options;
    const [signal, finish] = [this.#stop.signal, this.#finish.signal];
    const onTrouble = ({ error }: { readonly error: Error }): void => this.#noteTrouble(error);
    return followJournal(repository, this.outbox, { signal, finish, idle, retry, onTrouble, ...(this.#isKeeping ? {} : { attempts: 1 }) });
  }

  /** Sends beside the packing, from the first moment on: what waited since the last time goes first. */
  async #sendUntil(packed: AbortSignal): Promise<void> {
    const { idle = IDLE, retry = RETRY } = this.options;
    for (let failures = 0; this.#isKeeping && !packed.aborted && !this.#stop.signal.aborted; ) {
      try {
        await this.outbox.sendWaiting(this.#stop.signal);
        if (failures > 0) this.#noteWell();
        failures = 0;
        await wait(idle.longestMs / 4, packed, this.#stop.signal);
      } catch (error) {
        this.#noteTrouble(error);
        await wait(pauseAfter(failures++, retry), packed, this.#stop.signal);
      }
    }
  }

  #noteTrouble(error: unknown): void {
    const message = messageOf(error);
    if (this.#failure === null) this.options.onRemark?.(`${message}. ${this.#isKeeping ? KEPT : ROLLED_BACK}`);
    this.#failure = message;
    this.book.file.noteTrouble(message);
  }

  #noteWell(): void {
    if (this.#failure !== null) this.options.onRemark?.(`${this.receiver.name} is reached again.`);
    this.#failure = null;
    this.book.file.noteWell();
  }

  #report(): OutboxReport {
    const [all, own] = [this.book.counts(), this.book.counts(this.#firstParcel)];
    const { waiting, refused } = this.#before;
    const refusedBefore = Math.max(0, (all.refused ?? 0) - (own.refused ?? 0) - refused);
    const sentBefore = waiting - ((all.waiting ?? 0) - (own.waiting ?? 0)) - refusedBefore;
    return {
      name: this.name,
      sent: (own.sent ?? 0) + sentBefore,
      refused: (own.refused ?? 0) + refusedBefore,
      incomplete: own.incomplete ?? 0,
      waiting: all.waiting ?? 0,
      failure: this.#failure,
    };
  }
}

const KEPT = 'Packages wait in the workspace and are sent at the next start';
const ROLLED_BACK = 'The package is in the error folder, nothing of this delivery is recorded as sent: repeat the run';
