/**
 * The owner's side of the writer thread: numbers requests, groups settlements into commits, gives up as a whole.
 *
 * Group commit: whatever comes in while a commit is under way, or while an idle writer lingers, goes into one batch. So a
 * busy crawl pays two syncs for dozens of pages, and one that has a single page at a time does not wait at each of them.
 */
import type { Worker } from 'node:worker_threads';
import type { LaterReading } from '../../decide/lifecycle/index.js';
import type { Trap } from '../../frontier/traps/index.js';
import { compiledUrl, keepThread, takeThread } from '../../platform/index.js';
import type { CommitBatch, CommitItem, Committed, FoundRow, RejectedRow, RescoredRow, SiteRowToAdd } from './commit.js';
import type { AnswerItem, CallItem, ConversionItem, DepositItem } from './deposit-items.js';
import { LogPacker } from './frontier-log.js';
import type { NewTroubleRow } from './trouble-rows.js';
import type { WriterAnswer, WriterRequest } from './writer-thread.js';

export interface WriterOptions {
  readonly database: string;
  /** Token of the workspace's owner: nothing is written once somebody else has taken over. */
  readonly owner: string;
  readonly duplicates?: import('./sketch-rows.js').DuplicateOptions | undefined;
  readonly archive: ConstructorParameters<typeof import('./archive/index.js').FileArchive>[0];
}

/** How long an idle writer waits for company before it commits, and how long when last time none came. */
const LINGER_MS = 15;
const ALONE_MS = 1;
/** So many rows are company enough. */
const ENOUGH_ROWS = 500;
const THREAD = [compiledUrl(import.meta.url, './writer-thread.js'), { resourceLimits: { maxYoungGenerationSizeMb: 6 } }] as const;

export class WriterFailed extends Error {
  override readonly name = 'WriterFailed';
  constructor(
    message: string,
    readonly code: string | null,
  ) {
    super(message);
  }
}

interface Pending {
  sites: SiteRowToAdd[];
  added: FoundRow[];
  rejected: RejectedRow[];
  /** Entries with a new place, as records of the frontier's log: so many objects would cost more on their way than in the database. */
  log: LogPacker;
  /** Sites of entries that were not queued before. */
  requeued: number[];
  promoted: CommitBatch['promoted'][number][];
  items: CommitItem[];
  traps: { trap: Trap; at: number }[];
  troubles: NewTroubleRow[];
  deposits: DepositItem[];
  answers: AnswerItem[];
  calls: CallItem[];
  readings: LaterReading[];
  conversions: ConversionItem[];
  done: { resolve: (committed: Committed) => void; reject: (error: Error) => void }[];
}

export interface CommitPart {
  readonly sites?: readonly SiteRowToAdd[];
  readonly added?: readonly FoundRow[];
  readonly rejected?: readonly RejectedRow[];
  readonly rescored?: readonly RescoredRow[];
  readonly item?: CommitItem;
  /** The site of an entry that is settled though it was in no queue: the settling counts it out of one. */
  readonly requeued?: number | undefined;
  readonly trap?: { readonly trap: Trap; readonly at: number };
  readonly troubles?: readonly NewTroubleRow[];
  readonly deposit?: DepositItem;
  readonly answers?: readonly AnswerItem[];
  readonly call?: CallItem;
  readonly reading?: LaterReading;
  readonly conversion?: ConversionItem;
}

type Unnumbered = WriterRequest extends infer R ? (R extends unknown ? Omit<R, 'id'> : never) : never;

export class Writer {
  readonly #worker: Worker;
  readonly #answers = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #next = 1;
  #pending: Pending = emptyPending();
  #timer: NodeJS.Timeout | null = null;
  #busy = false;
  #cameAlone = false;
  #failure: Error | null = null;
  #run = 0;
  #elapsed: () => number = () => 0;

  constructor(options: WriterOptions) {
    this.#worker = takeThread(...THREAD);
    this.#worker.on('message', (answer: WriterAnswer) => this.#take(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new WriterFailed('The writer thread has ended.', null)));
    this.ask({ do: 'open', options }).catch((error: Error) => this.#fail(error));
  }

  /** What commits belong to from now on. */
  beginRun(run: number, elapsed: () => number): void {
    this.#run = run;
    this.#elapsed = elapsed;
  }

  /** Part of the next commit; resolves when it is durable, with what came of its own deposit and answers. */
  commit({
    sites,
    added,
    rejected,
    rescored,
    item,
    requeued,
    trap,
    troubles,
    deposit,
    answers = [],
    call,
    reading,
    conversion,
  }: CommitPart): Promise<Committed> {
    if (this.#failure) return Promise.reject(this.#failure);
    const pending = this.#pending;
    for (const site of sites ?? []) pending.sites.push(site);
    for (const row of added ?? []) pending.added.push(row);
    for (const row of rejected ?? []) pending.rejected.push(row);
    for (const row of rescored ?? []) addRescored(row, pending);
    if (item) pending.items.push(item);
    if (requeued !== undefined) pending.requeued.push(requeued);
    if (trap) pending.traps.push(trap);
    if (troubles) pending.troubles.push(...troubles);
    if (call) pending.calls.push(call);
    if (reading) pending.readings.push(reading);
    const [firstDeposit, firstAnswer, firstConversion] = [pending.deposits.length, pending.answers.length, pending.conversions.length];
    if (conversion) pending.conversions.push(conversion);
    if (deposit) pending.deposits.push(deposit);
    for (const answer of answers) pending.answers.push(answer);
    const own = ({ deposits, fetches, conversions }: Committed): Committed => ({
      conversions: conversions.slice(firstConversion, firstConversion + Number(conversion !== undefined)),
      deposits: deposits.slice(firstDeposit, firstDeposit + Number(deposit !== undefined)),
      fetches: fetches.slice(firstAnswer, firstAnswer + answers.length),
    });
    return new Promise((resolve, reject) => {
      pending.done.push({ resolve: (committed) => resolve(own(committed)), reject });
      if (isEnough(pending) && !this.#busy) void this.#flush();
      else this.#schedule();
    });
  }

  ask(request: Unnumbered, transfer: ArrayBuffer[] = []): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject });
      this.#worker.postMessage({ ...request, id }, transfer);
    });
  }

  /** Commits what is pending, then lets go of the files, and of the thread. */
  async close(): Promise<void> {
    while (this.#busy || this.#pending.done.length) await this.#flush();
    if (this.#failure) {
      await this.#worker.terminate();
      return;
    }
    try {
      await this.ask({ do: 'close' });
    } catch (error) {
      await this.#worker.terminate(); // it may hold what it could not close
      throw error;
    }
    this.#failure = new WriterFailed('The workspace is closed.', null);
    keepThread(...THREAD, this.#worker);
  }

  #schedule(): void {
    if (this.#busy || this.#timer) return;
    this.#timer = setTimeout(() => void this.#flush(), this.#cameAlone ? ALONE_MS : LINGER_MS);
  }

  async #flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#busy || !this.#pending.done.length) {
      await new Promise(setImmediate);
      return;
    }
    const pending = this.#pending;
    this.#pending = emptyPending();
    this.#busy = true;
    this.#cameAlone = pending.done.length === 1;
    await this.#send(pending);
    this.#busy = false;
    if (isEnough(this.#pending)) void this.#flush();
    else if (this.#pending.done.length) this.#schedule();
  }

  async #send({ done, log, ...rows }: Pending): Promise<void> {
    const records = log.take();
    const batch: CommitBatch = { run: this.#run, elapsed: Math.round(this.#elapsed()), ...rows, records };
    try {
      const committed = await this.ask({ do: 'commit', batch }, [...buffersOf(rows), ...(records ? [records.buffer] : [])]);
      for (const { resolve } of done) resolve(committed as Committed);
    } catch (error) {
      this.#failure ??= error as Error;
      for (const { reject } of done) reject(error as Error);
    }
  }

  #take(answer: WriterAnswer): void {
    const waiting = this.#answers.get(answer.id);
    this.#answers.delete(answer.id);
    if (answer.error) waiting?.reject(new WriterFailed(answer.error.message, answer.error.code));
    else waiting?.resolve(answer.value);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#answers.values()) reject(error);
    this.#answers.clear();
  }
}

const emptyPending = (): Pending => ({
  sites: [],
  added: [],
  rejected: [],
  log: new LogPacker(),
  requeued: [],
  promoted: [],
  items: [],
  traps: [],
  troubles: [],
  deposits: [],
  answers: [],
  calls: [],
  readings: [],
  conversions: [],
  done: [],
});

const isEnough = ({ added, log }: Pending): boolean => added.length + log.records >= ENOUGH_ROWS;

function addRescored(row: RescoredRow, { log, requeued, promoted }: Pending): void {
  const { kind, immediate, turn, depth, site, id, fingerprint, score } = row;
  log.add({
    operation: 'queued',
    kind,
    immediate,
    turn,
    depth,
    site,
    id,
    high: fingerprint[0],
    low: fingerprint[1],
    value: score ?? Number.NaN,
  });
  if (row.requeued) requeued.push(site);
  if (row.promoted) promoted.push({ id, ...row.promoted });
}

/** Buffers that belong to one view alone can change hands instead of being copied. */
function buffersOf({
  items,
  deposits,
  answers,
  readings,
  conversions,
}: Pick<Pending, 'items' | 'deposits' | 'answers' | 'readings' | 'conversions'>): ArrayBuffer[] {
  const fetches = [
    ...items.flatMap((item) => item.fetches),
    ...[...deposits.flatMap((item) => item.answers), ...answers, ...conversions.map(({ answer }) => answer)].map(({ fetch }) => fetch),
  ];
  const versions = [
    ...items.map(({ version }) => version),
    ...deposits.map(({ deposit }) => deposit.version),
    ...readings.map(({ reading }) => reading),
  ];
  const views: Uint8Array[] = [];
  for (const { set } of fetches) if (set?.bytes instanceof Uint8Array) views.push(set.bytes);
  for (const version of versions) {
    if (version) views.push(version.text, version.metadata, version.links);
    if (version?.sketch) views.push(version.sketch);
    if (version?.triples) views.push(version.triples.quads);
  }
  const own = views.filter((view) => view.byteLength > 0 && view.byteLength === view.buffer.byteLength);
  return [...new Set(own.map((view) => view.buffer as ArrayBuffer))];
}
