/**
 * The conversion sink: a consumer of the journal that has every new version of a document converted, once, and stores the
 * answer beside its source.
 *
 * The cursor moves when a version is in the book, not when it is converted: a converter that is away holds nobody up, and
 * versions keep their order. A file the converter cannot deal with is tried some times and then given up; that nobody is
 * reached costs a file no attempt.
 */
import type { JournalEntry, NewConversion } from '../../store/index.js';
import type { Batch, JournalConsumer, Position } from '../consumers/index.js';
import { type Pauses, pauseAfter } from '../consumers/index.js';
import { type AnswerRules, answerFile } from './answer-file.js';
import type { ConversionBook, ConversionRow } from './conversion-book.js';
import { ConversionError, type Converter } from './converter.js';
import { copyBeside, copyFolder } from './copy-beside.js';
import { bytesOf, type Reading, type SourceBytes, type SourceRules, sourcesOf } from './sources.js';

export interface SinkOptions extends Omit<AnswerRules, 'name'> {
  readonly book: ConversionBook;
  readonly converter: Converter;
  readonly rules: SourceRules;
  readonly repository: Reading;
  /** Stores an answer in the workspace; false when it is there already, or its version gone. */
  readonly store: (conversion: Omit<NewConversion, 'answer'>, bytes: Uint8Array) => Promise<boolean>;
  /** Folder where source and answer are put side by side; null: nowhere. */
  readonly folder: string | null;
  /** At one file. */
  readonly attempts: number;
  /** Between them. */
  readonly retry: Pauses;
  /** Files under way at once. */
  readonly concurrency: number;
  readonly onRemark: (remark: string) => void;
}

export class ConversionSink implements JournalConsumer {
  readonly name: string;
  readonly #options: SinkOptions;
  readonly #underWay = new Set<number>();

  constructor(options: SinkOptions) {
    this.#options = options;
    this.name = options.book.file.name;
  }

  position(): Position {
    return this.#options.book.file.position();
  }

  apply(batch: Batch<JournalEntry>): void {
    const { book, rules, repository } = this.#options;
    const changes = batch.items.filter(({ suspicion }) => suspicion === null);
    book.enter(
      batch,
      changes.flatMap((entry) => sourcesOf(entry, rules, repository)),
    );
  }

  /** Stores what was answered before a kill. */
  async storeAnswered(): Promise<void> {
    for (const row of this.#options.book.answered()) await this.#store(row);
  }

  /** Converts what is due; `isLast` looks at no pause. ConversionError when nobody is reached. */
  async convertWaiting(signal: AbortSignal, isLast = false): Promise<void> {
    const seen = new Set<number>();
    const lanes = Array.from({ length: this.#options.concurrency }, () => this.#lane(seen, signal, isLast));
    const failures = (await Promise.allSettled(lanes)).flatMap((lane) => (lane.status === 'rejected' ? [lane.reason as Error] : []));
    if (failures[0]) throw failures[0];
  }

  async #lane(seen: Set<number>, signal: AbortSignal, isLast: boolean): Promise<void> {
    while (!signal.aborted) {
      const now = isLast ? Number.MAX_SAFE_INTEGER : Date.now();
      const [row] = this.#options.book.waiting(1, now, isLast ? seen : this.#underWay);
      if (!row || this.#underWay.has(row.id)) return;
      seen.add(row.id);
      this.#underWay.add(row.id);
      try {
        await this.#convert(row, signal);
      } finally {
        this.#underWay.delete(row.id);
      }
    }
  }

  async #convert(row: ConversionRow, signal: AbortSignal): Promise<void> {
    const { book, converter } = this.#options;
    try {
      const source = await this.#bytesOf(row);
      if (!source) return book.settle(row, 'gone', 'the version is not there any more');
      const id = `${book.file.token}-${row.version}-${row.identifier}`;
      const { name, type, url } = row;
      const converted = await converter.convert({ name, type, url, id, length: source.length, stream: source.stream }, signal);
      if (!converted) return book.settle(row, 'empty', 'there was nothing to make of it');
      book.keepAnswer(row, converted.bytes, converted.type);
    } catch (error) {
      if (signal.aborted) return;
      return this.#trouble(row, error);
    }
    await this.#store(row);
  }

  /** Bytes that cannot be read now can never be, but a disk may have its day. */
  async #bytesOf(row: ConversionRow): Promise<SourceBytes | null> {
    const { repository, rules } = this.#options;
    try {
      return await bytesOf(row, rules.archive, repository);
    } catch (error) {
      throw new ConversionError('failed', (error as Error).message);
    }
  }

  async #store(row: ConversionRow): Promise<void> {
    const { book, repository, store, folder } = this.#options;
    const source = await this.#bytesOf(row);
    if (!source) return book.settle(row, 'gone', 'the version is not there any more');
    const answer = book.answerOf(row);
    const beside = [...(repository.deposits.ofVersion(row.version)?.files ?? [row]), ...repository.deposits.converted(row.version)];
    const file = answerFile(row, answer, { ...this.#options, name: this.name }, { beside, sourceSha256: source.sha256 });
    if (folder !== null && book.isNewest(row)) {
      const place = copyFolder(folder, row);
      book.noteCopy(row, place);
      await copyBeside(place, row, source, { name: file.name, bytes: answer.bytes });
    }
    await store({ version: row.version, file }, answer.bytes);
    book.settle(row, 'stored', file.name);
  }

  #trouble(row: ConversionRow, error: unknown): void {
    const { book, attempts, retry, onRemark } = this.#options;
    if (!(error instanceof ConversionError) || error.trouble === 'away') throw error;
    const tried = row.attempts + 1;
    if (error.trouble === 'failed' && tried < attempts)
      return book.putOff(row, error.message, Date.now() + pauseAfter(row.attempts, retry));
    const words = error.trouble === 'refused' ? error.message : `${error.message}; given up after ${tried} attempts`;
    book.settle(row, error.trouble, words);
    onRemark(`${this.name}: ${row.key}, ${row.name} was not converted: ${words}.`);
  }
}
