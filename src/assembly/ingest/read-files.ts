/**
 * What is received, read by the reader threads: archive records of every file, and the text of the main one.
 *
 * A file over which a reader dies, or that is too large to be read while somebody waits, is stored all the same; its version
 * says why there is no text.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { ReaderPool, type ReaderThreadData, ReadFailed, type ReadTask } from '../../crawl/index.js';
import type { Definition } from '../../definition/index.js';
import type { GroupDocument } from '../../document-groups/index.js';
import type { UnpackedFile } from '../../ingest/index.js';
import { type Bytes, compiledUrl, type Exchange } from '../../model/index.js';
import { type Answer, buildRecords, type NewFetch, type NewVersion, type Workspace } from '../../store/index.js';

export type ReceivedFile = UnpackedFile & Pick<GroupDocument, 'identifier' | 'format' | 'url'>;

export interface FileRead {
  readonly answer: Answer;
  /** Of the main file; null for others. */
  readonly version: NewVersion | null;
}

export interface FileReadingOptions {
  readonly definition: Definition;
  readonly folder: string;
  readonly workspace: Workspace;
  /** Whether the text of the main file is read, which search needs. */
  readonly readsText: boolean;
}

const READ_TASK_MS = 30_000;
const READER_HEAP_MB = 512;
/** Larger ones go from file to file and never into memory. */
const IN_MEMORY = 1 << 20;
/** Of text that is read while the sender waits. */
const MOST_READ = 8 << 20;

export class FileReading {
  readonly #options: FileReadingOptions;
  /** Made when there is something to read. */
  #readers: ReaderPool | null = null;

  constructor(options: FileReadingOptions) {
    this.#options = options;
  }

  async read(file: ReceivedFile, isMain: boolean, at: number): Promise<FileRead> {
    const exchange = exchangeOf(file, await bodyOf(file), at);
    if (!isMain) return { answer: answerOf(await this.#archived(file, exchange)), version: null };
    const note = this.#whyUnread(file);
    if (note) {
      return { answer: answerOf(await this.#archived(file, exchange)), version: unread(file, note) };
    }
    try {
      const { fetch, version } = await this.#pool().read(taskOf(exchange));
      return { answer: answerOf(fetch), version: version ?? unread(file, 'Nothing could be read in it.') };
    } catch (error) {
      if (!(error instanceof ReadFailed)) throw error;
      return { answer: answerOf(await this.#archived(file, exchange)), version: unread(file, error.message) };
    }
  }

  async close(): Promise<void> {
    await this.#readers?.close();
  }

  #whyUnread({ length }: ReceivedFile): string | null {
    if (!this.#options.readsText) return 'Its text was not read, as the service was told.';
    return length > MOST_READ ? `Its text was not read: it has ${length} bytes, ${MOST_READ} are read while they are received.` : null;
  }

  #pool(): ReaderPool {
    const { definition, folder, workspace } = this.#options;
    const workerData: ReaderThreadData = { definition, folder, secret: workspace.secret, seedHosts: [] };
    this.#readers ??= new ReaderPool({
      threads: Math.max(1, availableParallelism() - 1),
      threadUrl: compiledUrl(import.meta.url, '../reader-thread.js'),
      workerData,
      taskMs: READ_TASK_MS,
      heapMb: READER_HEAP_MB,
    });
    return this.#readers;
  }

  async #archived(file: ReceivedFile, exchange: Exchange): Promise<NewFetch> {
    const set = await buildRecords(exchange, { warcinfoId: null, identifiedType: file.format }, this.#options.definition.archive);
    return {
      ...PLAIN,
      url: exchange.url,
      startedAt: exchange.startedAt,
      bodyLength: file.length,
      type: file.format,
      declaredType: file.format,
      set,
    };
  }
}

const taskOf = (exchange: Exchange): ReadTask => ({
  exchange,
  kind: 'page',
  depth: 0,
  redirects: 0,
  link: 'deposit',
  trail: null,
  via: null,
  previous: null,
});

const bodyOf = async ({ path, length }: ReceivedFile): Promise<Bytes> => (length > IN_MEMORY ? { path, length } : readFile(path));

/** Addresses come from the sender: what is none is named by its identifier. */
const addressOf = ({ url, identifier }: ReceivedFile): string =>
  /^(?:https?|ftp):/i.test(url) && URL.canParse(url) ? new URL(url).href : `urn:uuid:${identifier}`;

const EMPTY = new Uint8Array(0);
/** Nobody was asked for it: politeness has nothing to do with it. */
const RECEIVED = 'RECEIVED';

/** Without a head it is its own payload: a resource record. */
function exchangeOf(file: ReceivedFile, body: Bytes, at: number): Exchange {
  return {
    url: addressOf(file),
    method: RECEIVED,
    startedAt: at,
    durationMs: 0,
    firstByteMs: 0,
    status: 200,
    statusText: 'OK',
    protocol: '',
    remoteAddress: null,
    tls: null,
    requestHead: EMPTY,
    requestBody: null,
    responseHead: EMPTY,
    headers: [['Content-Type', file.format]],
    wire: body,
    body,
    truncated: null,
  };
}

function answerOf(fetch: NewFetch): Answer {
  const { url } = fetch;
  const payloadDigest = fetch.payloadDigest ?? fetch.set?.records[0]?.payloadDigest ?? null;
  const site = url.startsWith('urn:') ? 'urn:received:files' : new URL(url).origin;
  return { url, site, fetch: { ...fetch, method: RECEIVED, error: null, detail: null, payloadDigest } };
}

const PLAIN: Omit<NewFetch, 'url' | 'startedAt' | 'bodyLength' | 'set'> = {
  method: RECEIVED,
  owed: null,
  durationMs: 0,
  firstByteMs: 0,
  status: 200,
  type: null,
  declaredType: null,
  etag: null,
  lastModified: null,
  location: null,
  address: null,
  protocol: null,
  tls: null,
  truncated: null,
  error: null,
  detail: null,
  payloadDigest: null,
};

const encoder = new TextEncoder();

const unread = ({ format, md5, sha256 }: ReceivedFile, notes: string): NewVersion => ({
  operation: 'Add',
  reason: '',
  changed: [],
  type: format,
  charset: null,
  title: null,
  language: null,
  languageConfidence: 0,
  md5,
  sha256,
  digests: '{}',
  text: new Uint8Array(0),
  metadata: encoder.encode('{}'),
  links: encoder.encode('[]'),
  directives: '',
  notes,
  score: null,
});
