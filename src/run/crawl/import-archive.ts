/**
 * Import: captures of foreign WARC and WACZ files go the way of fetched answers, from the reading on: read, decided, archived,
 * committed. Nobody is asked for anything, and links found are stored with their page but not queued.
 *
 * A capture that is here already (same URL, moment and digest) is passed over, so an import may be repeated or go on
 * where it was stopped. One whose bytes do not fit its digests, or whose date cannot be, is refused: a false capture in a
 * history is worse than none. One that is older than what is known is archived and changes no document.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Definition } from '../../definition/crawl/index.js';
import { disposeExchange, type ImportedCapture, type ImportProblem, importWarc, isWaczName, unpackWacz } from '../../formats/warc/index.js';
import { type EntryKind, type NewEntry, type Outcome, SeenSet } from '../../frontier/queue/index.js';
import { counted, fingerprinter, lengthOf } from '../../model/index.js';
import { oneByOne, type Workspace } from '../../store/index.js';
import { type Identify, identifier } from './identify.js';
import { openReaders } from './open-readers.js';
import { type ReaderPool, ReadFailed } from './reader-pool.js';
import type { Reading } from './reading.js';

export interface ImportArchiveOptions {
  readonly definition: Definition;
  /** Folder the definition's modules are relative to. */
  readonly folder: string;
  readonly workspace: Workspace;
  readonly files: readonly string[];
  readonly readerThread: URL;
  /** Asks the import to end; the same import later goes on. */
  readonly stop?: AbortSignal;
  readonly onProgress?: (counts: ImportCounts, file: string) => void;
  /** Told about what could not be taken, in words. */
  readonly onProblem?: (problem: string) => void;
}

export interface ImportCounts {
  readonly captures: number;
  readonly imported: number;
  /** Of these, captures older than what was known. */
  readonly older: number;
  /** Here already. */
  readonly known: number;
  /** Revisits whose original is not in the file, URLs that are not of the Web. */
  readonly skipped: number;
  /** Damaged or unreadable. */
  readonly failed: number;
  /** Refused: records whose bytes do not fit the digests that stand with them. */
  readonly wrongDigests: number;
  /** Refused: captures without a date, or with one before 1990 or more than a day ahead. */
  readonly wrongDates: number;
  /** Digests nobody could compare, because of an unknown algorithm, for one; their captures are taken. */
  readonly uncheckedDigests: number;
  readonly documents: number;
  readonly bytes: number;
}

/** Captures under way: enough that every commit takes many. */
const MOST_UNDER_WAY = 64;

export async function importArchive(options: ImportArchiveOptions): Promise<ImportCounts> {
  const { workspace, definition, folder, readerThread } = options;
  const last = workspace.repository.runs().at(-1);
  const isOpen = last !== undefined && last.state !== 'finished';
  await workspace.beginRun(isOpen ? last.definition : JSON.stringify(definition), Date.now());
  const here = await Here.of(workspace);
  const readers = openReaders({ definition, folder, secret: workspace.secret, seedHosts: [] }, readerThread);
  const importer = new Importer(options, readers, here);
  try {
    for (const file of options.files) await importer.takeFile(file);
    await importer.drain();
  } finally {
    await readers.close();
  }
  const { counts } = importer;
  // A crawl that was stopped in this workspace stays one that can be continued.
  await workspace.endRun(
    isOpen ? 'stopped' : 'finished',
    `imported ${counted(counts.imported, 'capture')}`,
    JSON.stringify({ pages: counts.documents, completed: counts.captures }),
    Date.now(),
  );
  return counts;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

class Importer {
  readonly counts: Writable<ImportCounts> = {
    captures: 0,
    imported: 0,
    older: 0,
    known: 0,
    skipped: 0,
    failed: 0,
    wrongDigests: 0,
    wrongDates: 0,
    uncheckedDigests: 0,
    documents: 0,
    bytes: 0,
  };
  readonly #options: ImportArchiveOptions;
  readonly #readers: ReaderPool;
  readonly #identify: Identify;
  readonly #here: Here;
  readonly #underWay = new Set<Promise<void>>();
  /** Captures of one URL come one after the other: each is compared with the one before. */
  readonly #byKey = new Map<string, Promise<void>>();
  #failure: Error | null = null;

  constructor(options: ImportArchiveOptions, readers: ReaderPool, here: Here) {
    this.#options = options;
    this.#readers = readers;
    this.#identify = identifier(options.definition.urls, options.workspace.secret);
    this.#here = here;
  }

  async takeFile(file: string): Promise<void> {
    return isWaczName(file) ? this.#takeWacz(file) : this.#takeWarc(file, file);
  }

  async #takeWacz(file: string): Promise<void> {
    const folder = await mkdtemp(join(this.#options.workspace.spoolFolder, 'wacz-'));
    try {
      for (const inside of await unpackWacz(file, folder)) await this.#takeWarc(inside, file);
      await this.drain(); // what is under way may still read from there
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** `name` is what the user knows it by. */
  async #takeWarc(file: string, name: string): Promise<void> {
    const { workspace, stop, onProgress } = this.#options;
    if ((await stat(file)).size === 0) return this.#fail(`${name}: the file is empty: a WARC file has one record at least`);
    const onProblem = ({ kind, offset, problem }: ImportProblem) => this.#fail(`${name}:${offset}: ${problem}`, COUNTED_AS[kind]);
    for await (const capture of importWarc(file, { spoolFolder: workspace.spoolFolder, now: Date.now, onProblem })) {
      if (stop?.aborted) return disposeExchange(capture.exchange);
      while (this.#underWay.size >= MOST_UNDER_WAY) await Promise.race(this.#underWay);
      if (this.#failure) throw this.#failure;
      this.#take(capture, name);
      onProgress?.(this.counts, name);
    }
  }

  async drain(): Promise<void> {
    await Promise.all(this.#underWay);
    if (this.#failure) throw this.#failure;
  }

  #take(capture: ImportedCapture, file: string): void {
    this.counts.captures++;
    this.counts.uncheckedDigests += capture.uncheckedDigests;
    const identity = this.#identify(capture.exchange.url);
    if (!identity || lacksBody(capture)) {
      this.counts.skipped++;
      return disposeExchange(capture.exchange);
    }
    const entry = entryOf(capture, identity);
    const work = (this.#byKey.get(identity.key) ?? Promise.resolve())
      .then(() => this.#import(capture, entry))
      .catch((error: unknown) => this.#broken(error, `${file}:${capture.record.offset}`))
      .finally(() => {
        disposeExchange(capture.exchange);
        this.#underWay.delete(work);
        if (this.#byKey.get(identity.key) === work) this.#byKey.delete(identity.key);
      });
    this.#underWay.add(work);
    this.#byKey.set(identity.key, work);
  }

  async #import({ exchange }: ImportedCapture, wanted: NewEntry): Promise<void> {
    const { workspace } = this.#options;
    const { url, startedAt, status } = exchange;
    const bytes = lengthOf(exchange.body);
    const entry = await workspace.enter(wanted);
    const isOlder = entry.previous !== null && entry.previous.startedAt > startedAt;
    const previous = isOlder ? null : entry.previous;
    const reading = await this.#readers.read({
      exchange,
      kind: wanted.kind,
      depth: entry.depth,
      redirects: 0,
      link: entry.link,
      trail: null,
      via: null,
      previous,
    });
    const isNew = this.#here.add(url, startedAt, reading.fetch.payloadDigest);
    const version = isOlder || !isNew ? null : reading.version;
    await workspace.settle({
      ...NOTHING,
      entry,
      outcome: outcomeOf(reading, status, isOlder),
      fetches: isNew ? [reading.fetch] : [],
      version,
      sure: true,
    });
    if (!isNew) {
      this.counts.known++;
      return;
    }
    this.counts.imported++;
    this.counts.bytes += bytes;
    if (isOlder) this.counts.older++;
    if (version) this.counts.documents++;
  }

  /** A page that cannot be read costs itself; anything else ends the import. */
  #broken(error: unknown, where: string): void {
    if (error instanceof ReadFailed) this.#fail(`${where}: ${error.message}`);
    else this.#failure ??= error instanceof Error ? error : new Error(String(error));
  }

  #fail(problem: string, countedAs: (typeof COUNTED_AS)[ImportProblem['kind']] = 'failed'): void {
    this.counts[countedAs]++;
    this.#options.onProblem?.(problem);
  }
}

const COUNTED_AS = { damage: 'failed', digest: 'wrongDigests', date: 'wrongDates' } as const;

const NOTHING = { fetches: [], version: null, found: [], aliases: [], rejected: [], site: null } as const;

/** A revisit stands for a body that is elsewhere; without it there is nothing to read, unless the server said 304 itself. */
const lacksBody = ({ original, exchange }: ImportedCapture): boolean => original !== null && !original.resolved && exchange.status !== 304;

function entryOf(capture: ImportedCapture, identity: { url: string; fingerprint: readonly [number, number]; site: string }): NewEntry {
  const kind: EntryKind = new URL(capture.exchange.url).pathname === '/robots.txt' ? 'robots' : 'page';
  return {
    url: identity.url,
    fingerprint: identity.fingerprint,
    site: identity.site,
    kind,
    depth: 0,
    redirects: 0,
    via: null,
    link: 'import',
    trail: null,
  };
}

/** `returned` leaves what is known of the resource as it is. */
function outcomeOf(reading: Reading, status: number, isOlder: boolean): Outcome {
  if (isOlder) return { state: 'returned', reason: 'imported; what is known is newer' };
  if (reading.fetch.error) return { state: 'failed', reason: `${reading.fetch.error}: ${reading.fetch.detail}` };
  const reason = `imported, answered ${status}`;
  if (reading.meaning === 'content' || reading.meaning === 'not-modified') return { state: 'done', reason };
  return { state: reading.meaning === 'redirect' ? 'redirected' : 'failed', reason };
}

/** Which captures the archive has, by a fingerprint of URL, moment and digest. */
class Here {
  readonly #seen = new SeenSet();
  readonly #fingerprint: ReturnType<typeof fingerprinter>;

  constructor(secret: Uint8Array) {
    this.#fingerprint = fingerprinter(secret);
  }

  static async of({ repository, secret }: Workspace): Promise<Here> {
    const here = new Here(secret);
    const records = repository.streams.fetches.each({ where: { archived: true }, columns: ['id', 'url', 'startedAt', 'payloadDigest'] });
    for await (const { url, startedAt, payloadDigest } of oneByOne(records)) here.add(url, startedAt, payloadDigest);
    return here;
  }

  /** True when it was not here. */
  add(url: string, startedAt: number, digest: string | null): boolean {
    return this.#seen.add(...this.#fingerprint(`${startedAt} ${digest} ${url}`));
  }
}
