/**
 * Outbox: follows the journal and hands every change of a document to a receiver, as a document group.
 *
 * keep: each entry is packed, whether or not the receiver can be reached, and packages wait on disk until it can; they go
 * first at the next start. rollback: an entry is passed only when its package was taken; the first that cannot be sent is
 * put into the error folder with its description, nothing of the delivery counts as sent, and the run must be repeated. What
 * the receiver took before is remembered, so that the repetition does not send it twice.
 */
import { type Deposited, type JournalEntry, markOf, type Repository } from '../../store/index.js';
import type { Batch, JournalConsumer, Position } from '../consumers/index.js';
import { JOURNAL } from '../consumers/index.js';
import type { Documents, EntryOfDocument } from './documents.js';
import { type GroupRules, IncompleteError, type MadeGroup, makeDeletion, makeGroup } from './make-group.js';
import type { DeliveryStart, NewParcel, ParcelBook, ParcelRow } from './parcel-book.js';
import { discard, type Folders, openParcel, packParcel, setAside, type Writing, waitingIds } from './parcel-files.js';
import { type Parcel, type Receipt, type Receiver, UnavailableError } from './receivers/receiver.js';
import { sendParcel } from './send-parcel.js';

export interface OutboxOptions extends GroupRules, Writing {
  readonly book: ParcelBook;
  readonly folders: Folders;
  readonly receiver: Receiver;
  readonly repository: Pick<Repository, 'deposits'>;
  readonly documents: Documents;
  readonly onServiceUnavailable: 'keep' | 'rollback';
  /** Also tell the receiver of documents that did not change. */
  readonly sendNone: boolean;
  /** Packages under way at once. */
  readonly concurrency: number;
  readonly onRemark: (remark: string) => void;
}

export class Outbox implements JournalConsumer {
  readonly name: string;

  constructor(private readonly options: OutboxOptions) {
    this.name = options.book.file.name;
  }

  position(): Position {
    return this.options.book.file.position();
  }

  /** Packs what the batch brings, entry by entry. Under rollback each is sent before the next. */
  async apply(batch: Batch<JournalEntry>, signal: AbortSignal): Promise<void> {
    const { file } = this.options.book;
    let { after } = batch;
    for (const entry of batch.items) {
      if (signal.aborted) return;
      await this.#take(entry, { after, items: [entry], through: entry.sequence, mark: markOf(entry) }, signal);
      after = entry.sequence;
    }
    if (after < batch.through) file.apply({ after, items: [], through: batch.through, mark: batch.mark }, () => {});
  }

  /** Sends what waits, oldest first; UnavailableError at the first that cannot be sent now. */
  async sendWaiting(signal: AbortSignal): Promise<void> {
    for (;;) {
      const rows = this.options.book.waiting(BATCH);
      if (rows.length === 0 || signal.aborted) return;
      await this.#sendInOrder(rows, signal);
    }
  }

  /** Packs None for documents that the run saw and that did not change, where that is asked for. */
  async packUnchanged(run: number, signal: AbortSignal): Promise<void> {
    const { sendNone, book, repository } = this.options;
    if (!sendNone) return;
    for (const version of seenVersions(repository, run, (identifier) => book.isSpokenOf(identifier, run))) {
      if (signal.aborted) return;
      const id = book.nextId();
      const parcel = await this.#pack(id, { run, operation: 'None', suspicion: null, version: { id: version } });
      if (parcel) book.file.db.transaction(() => book.enter(id, parcel))();
    }
  }

  async #take(entry: JournalEntry, part: Batch<JournalEntry>, signal: AbortSignal): Promise<void> {
    const { book, onServiceUnavailable } = this.options;
    const id = book.nextId();
    const parcel = entry.suspicion === null ? await this.#pack(id, entry) : null;
    if (onServiceUnavailable === 'rollback' && parcel?.state === 'waiting') await this.#sendNow(id, parcel, part, signal);
    else book.file.apply(part, () => parcel && book.enter(id, parcel));
  }

  /** Null where there is nothing to say: no deposit, or the receiver never had it. */
  async #pack(id: number, entry: EntryOfDocument): Promise<NewParcel | null> {
    const { documents } = this.options;
    const deposited = await documents.of(entry).catch((error: unknown) => this.#reportMissing(entry, error));
    return deposited && this.#packDocument(id, entry, deposited);
  }

  /** A page whose bytes are gone has no identifier to be entered under: it is told of, and passed. */
  #reportMissing(entry: EntryOfDocument, error: unknown): null {
    if (!(error instanceof IncompleteError)) throw error;
    this.options.onRemark(`${'url' in entry ? String(entry.url) : `Version ${entry.version.id}`} is not sent: ${error.message}.`);
    return null;
  }

  async #packDocument(id: number, entry: EntryOfDocument, deposited: Deposited): Promise<NewParcel | null> {
    const { book, folders, sendNone } = this.options;
    const { identifier, crawler, url, fileName: filename } = deposited;
    const before = book.held(identifier);
    const parcel = { run: entry.run, version: entry.version.id, identifier, crawler, url, filename, before };
    try {
      const made = await this.#make(entry, deposited, before);
      if (made === null) return null;
      const { operation } = made.group;
      if (operation === 'None' && !sendNone) return { ...parcel, operation, state: 'unchanged', answer: null, after: before };
      await packParcel(folders, id, made, this.options);
      return { ...parcel, operation, filename: made.group.filename, state: 'waiting', answer: null, after: made.held };
    } catch (error) {
      if (!(error instanceof IncompleteError)) throw error;
      this.options.onRemark(`${url} is not sent: ${error.message}.`);
      return { ...parcel, operation: entry.operation, state: 'incomplete', answer: error.message, after: before };
    }
  }

  async #make(entry: EntryOfDocument, deposited: Deposited, before: NewParcel['before']): Promise<MadeGroup | null> {
    if (entry.operation !== 'Del') return makeGroup(deposited, before, this.options, this.options.documents);
    return before === null ? null : makeDeletion(deposited, before, this.options);
  }

  /** Rows of one group one after the other, of several groups side by side. */
  async #sendInOrder(rows: readonly ParcelRow[], signal: AbortSignal): Promise<void> {
    const lanes = lanesOf(rows);
    const failures: unknown[] = [];
    const work = async (): Promise<void> => {
      for (let lane = lanes.shift(); lane && failures.length === 0; lane = lanes.shift())
        for (const row of lane)
          if (failures.length === 0 && !signal.aborted) await this.#send(row, signal).catch((error: unknown) => failures.push(error));
    };
    await Promise.all(Array.from({ length: this.options.concurrency }, work));
    if (failures.length > 0) throw failures[0];
  }

  async #send(row: ParcelRow, signal: AbortSignal): Promise<void> {
    const { book, folders, receiver } = this.options;
    const parcel = (await openParcel(folders, row.id, row.filename)) ?? (await this.#packAgain(row));
    if (!parcel) return this.#noteLost(row);
    book.noteAttempt(row, 1);
    const receipt = await sendParcel(receiver, parcel, { ...row, isOwn: true }, signal).catch((error: unknown) => {
      if (error instanceof UnavailableError && !error.mayHaveArrived) book.noteAttempt(row, -1);
      throw error;
    });
    if (receipt.isTaken) book.noteTaken(row, receipt.answer);
    else this.#noteRefused(row, receipt.answer);
    await setAside(folders, row.id, parcel, receipt.isTaken ? 'sent' : 'error');
  }

  /** In a workspace that was restored, say: backups hold the book, and not the packages. */
  async #packAgain(row: ParcelRow): Promise<Parcel | null> {
    const { book, documents, folders } = this.options;
    const entry = { run: row.run, operation: row.operation, suspicion: null, version: { id: row.version } };
    const deposited = await documents.of(entry);
    const made = deposited && (await this.#make(entry, deposited, book.heldBefore(row.id)));
    if (!made) return null;
    await packParcel(folders, row.id, made, this.options);
    return openParcel(folders, row.id, row.filename);
  }

  /** What follows for the document is sent whole. */
  #noteLost(row: ParcelRow): void {
    this.options.book.noteRefused(row, 'its package is no longer on disk');
    this.options.onRemark(`The package of ${row.url} is no longer on disk; it is not sent. What changes next is sent whole.`);
  }

  #noteRefused(row: Refused, answer: string): void {
    this.options.book.noteRefused(row, answer);
    this.options.onRemark(`${this.options.receiver.name} refused ${row.url} (${row.operation} ${row.identifier}): ${answer}`);
  }

  /** One package, sent before it is entered. What cannot be sent goes into the error folder. */
  async #sendNow(id: number, parcel: NewParcel, part: Batch<JournalEntry>, signal: AbortSignal): Promise<void> {
    const { book, folders } = this.options;
    const packed = await openParcel(folders, id, parcel.filename);
    if (!packed) throw new UnavailableError(`The package of ${parcel.url} vanished from disk`, 0, {}, false);
    const receipt = await this.#sendOnce(id, parcel, packed, part.through, signal).catch(async (error: unknown) => {
      if (!(error instanceof UnavailableError)) return discardAndThrow(folders, id, error);
      book.enterFailed(id, parcel, error.message, error.mayHaveArrived);
      await setAside(folders, id, packed, 'error');
      throw error;
    });
    book.file.apply(part, () => {
      book.enter(id, parcel);
      book.dropArrival(parcel);
      if (receipt.isTaken) book.noteTaken({ id }, receipt.answer);
    });
    if (receipt.isTaken) return this.#leaveSent(id);
    this.#noteRefused({ ...parcel, id }, receipt.answer);
    await setAside(folders, id, packed, 'error');
  }

  /** Where it is kept, it is put away with the whole delivery: see putAwaySent. */
  async #leaveSent(id: number): Promise<void> {
    if (this.options.folders.sent === null) await discard(this.options.folders, id);
  }

  /** Unless it came with a delivery that was rolled back: then it is there, and the answer is known. */
  async #sendOnce(id: number, parcel: NewParcel, packed: Parcel, through: number, signal: AbortSignal): Promise<Receipt> {
    const { book, receiver } = this.options;
    const arrival = book.arrivalOf(parcel);
    if (arrival !== null && arrival.answer !== null) return { isTaken: true, answer: arrival.answer };
    const mayBeThere = arrival !== null || book.file.sending(JOURNAL) === through;
    book.file.noteSending(JOURNAL, through);
    return sendParcel(receiver, packed, { ...parcel, attempts: mayBeThere ? 1 : 0 }, signal);
  }

  /** Where the next delivery begins. */
  start(): DeliveryStart {
    return { position: this.position(), parcel: this.options.book.nextId() - 1 };
  }

  /** The receiver went away in the midst of a delivery: nothing of it counts. The first package that still waited is kept as failed. */
  async rollBack(start: DeliveryStart): Promise<void> {
    const { book, folders } = this.options;
    const [failed] = book.rollBack(start);
    const packed = failed && (await openParcel(folders, failed.id, failed.filename));
    if (packed) await setAside(folders, failed.id, packed, 'error');
    for (const id of await waitingIds(folders)) if (id > start.parcel) await discard(folders, id);
  }

  /** Packages whose delivery is complete leave the folder of those that wait. */
  async putAwaySent(): Promise<void> {
    const { book, folders } = this.options;
    for (const row of book.sentOf(await waitingIds(folders))) {
      const packed = await openParcel(folders, row.id, row.filename);
      if (packed) await setAside(folders, row.id, packed, 'sent');
    }
  }
}

async function discardAndThrow(folders: Folders, id: number, error: unknown): Promise<never> {
  await discard(folders, id);
  throw error;
}

type Refused = Pick<ParcelRow, 'id' | 'url' | 'operation' | 'identifier'>;

const BATCH = 200;

/** Read to the end before anything else is asked of the same connection. */
function seenVersions({ deposits }: OutboxOptions['repository'], run: number, isSpokenOf: (identifier: string) => boolean): number[] {
  const versions: number[] = [];
  for (const { run: seen, isDeleted, identifier, version } of deposits.all())
    if (seen === run && !isDeleted && !isSpokenOf(identifier)) versions.push(version);
  return versions;
}

function lanesOf(rows: readonly ParcelRow[]): ParcelRow[][] {
  const lanes = new Map<string, ParcelRow[]>();
  for (const row of rows) lanes.set(row.identifier, [...(lanes.get(row.identifier) ?? []), row]);
  return [...lanes.values()];
}
