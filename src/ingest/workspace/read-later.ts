/**
 * Reads the texts of what was received, when there is time: while nobody waits for an answer, and a little while somebody does.
 *
 * What is still to be read is a list in the repository, so whatever ends the service, the next start goes on with it; until then
 * the search index waits before the first of them. A file over which a reader dies keeps a note instead of a text.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Definition } from '../../definition/crawl/index.js';
import { languageCode } from '../../formats/document-groups/index.js';
import { ArchiveError } from '../../formats/warc/index.js';
import { openReaders, type ReaderPool, ReadFailed, type ReadTask } from '../../run/crawl/index.js';
import type { DepositedFile, NewVersion, Workspace } from '../../store/index.js';
import { exchangeOf, unreadVersion } from './receive-file.js';

export interface LaterReadingOptions {
  readonly definition: Definition;
  /** Folder the definition's modules are relative to. */
  readonly folder: string;
  readonly workspace: Workspace;
  /** Entry of the threads that read. */
  readonly readerThread: URL;
  /** Whether texts are read at all, which search needs. */
  readonly readsText: boolean;
}

const READ_TASK_MS = 30_000;
const READER_HEAP_MB = 512;
/** Larger files are stored unread. */
const MOST_READ = 8 << 20;
/** How long reading gives way to calls that are under way. */
const GIVES_WAY_MS = 1000;
const LOOK_MS = 20;
/** Read at one go, so that they share a commit, and that their bytes fit into memory. */
const AT_A_TIME = 4;
/** How long the end waits for what is still to be read. */
const PATIENCE_MS = 60_000;

export class LaterReading {
  readonly #options: LaterReadingOptions;
  /** Made when there is something to read. */
  #readers: ReaderPool | null = null;
  #calls = 0;
  #isClosing = false;
  #work: Promise<void> | null = null;

  constructor(options: LaterReadingOptions) {
    this.#options = options;
    this.#wake();
  }

  /** Null: its text will be read. */
  readonly whyUnread = (length: number): string | null => {
    if (!this.#options.readsText) return 'Its text was not read, as the service was told.';
    return length > MOST_READ ? `Its text was not read: it has ${length} bytes, and ${MOST_READ} are the limit.` : null;
  };

  /** A call somebody waits for: reading gives way to it. */
  async beside<T>(call: () => Promise<T>): Promise<T> {
    this.#calls++;
    try {
      return await call();
    } finally {
      this.#calls--;
      this.#wake();
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#wake();
    await Promise.race([this.#work, pause(PATIENCE_MS, undefined, { ref: false })]);
    await this.#readers?.close();
    await this.#work;
  }

  #wake(): void {
    if (!this.#options.readsText) return;
    this.#work ??= this.#readAll().finally(() => {
      this.#work = null;
    });
  }

  /** Ends when nothing is left, or when the readers are closed under it: what is left then waits for the next start. */
  async #readAll(): Promise<void> {
    const { deposits } = this.#options.workspace.repository;
    for (let versions = deposits.unread(AT_A_TIME); versions.length; versions = deposits.unread(AT_A_TIME)) {
      await this.#giveWay();
      const read = await Promise.all(versions.map((version) => this.#read(version).catch(() => false)));
      if (!read.some(Boolean)) return;
    }
  }

  async #giveWay(): Promise<void> {
    const until = Date.now() + GIVES_WAY_MS;
    while (this.#calls > 0 && !this.#isClosing && Date.now() < until) await pause(LOOK_MS);
  }

  async #read(version: number): Promise<boolean> {
    const { workspace } = this.#options;
    const deposited = workspace.repository.deposits.ofVersion(version);
    const main = deposited?.files.find(({ role, operation }) => role === 'main' && operation !== 'Del');
    const reading = main ? await this.#textOf(main) : unreadVersion({ format: '', md5: '', sha256: '' });
    // Who sent it knows better than a guess from its text.
    const language = languageCode(deposited?.language ?? '') ?? reading.language;
    await workspace.describe(version, { ...reading, language });
    return true;
  }

  async #textOf(file: DepositedFile): Promise<NewVersion> {
    const known = { format: file.type, md5: file.md5, sha256: file.sha256 };
    try {
      const bytes = await this.#options.workspace.repository.deposits.read(file);
      const { version } = await this.#pool().read(taskOf(file, bytes));
      return version ?? unreadVersion(known, 'Nothing could be read in it.');
    } catch (error) {
      if (error instanceof ReadFailed && !this.#isClosing) return unreadVersion(known, `Its text could not be read: ${error.message}`);
      if (error instanceof ArchiveError) return unreadVersion(known, error.message);
      throw error;
    }
  }

  #pool(): ReaderPool {
    const { definition, folder, workspace, readerThread } = this.#options;
    // Their records are made by the way and thrown away: not compressed, then.
    const data = { definition, folder, secret: workspace.secret, seedHosts: [], packs: false };
    this.#readers ??= openReaders(data, readerThread, {
      threads: Math.max(1, availableParallelism() - 1),
      taskMs: READ_TASK_MS,
      heapMb: READER_HEAP_MB,
    });
    return this.#readers;
  }
}

function taskOf(file: DepositedFile, bytes: Uint8Array): ReadTask {
  const url = URL.canParse(file.url) ? new URL(file.url).href : `urn:uuid:${file.identifier}`;
  const exchange = exchangeOf({ format: file.type }, url, bytes, 0);
  return { exchange, kind: 'page', depth: 0, redirects: 0, link: 'deposit', trail: null, via: null, previous: null };
}
