/**
 * The one transaction: archive bytes first, then everything the database learns from them.
 *
 * Runs in the writer thread. The archive is synced before the first row is written, and the transaction stores the
 * synced lengths: bytes beyond them are cut when the workspace is opened again. Appending happens inside the
 * transaction too, because whoever takes a workspace over has to wait for its end, and then finds nothing growing.
 */

import type { DepositRefusal, Judged, LaterReading } from '../../decide/lifecycle/index.js';
import type { Archive, FileLength, Placement } from '../../formats/warc/index.js';
import type { EntryKind } from '../../frontier/queue/index.js';
import type { Trap } from '../../frontier/traps/index.js';
import type {
  DocumentSign,
  FileState,
  LearnedRendering,
  NewFetch,
  NewVersion,
  Rejection,
  SiteUpdate,
  StoredDeposit,
} from '../../store/index.js';
import { BatchLifecycle } from './batch-lifecycle.js';
import { completeBatch } from './complete-batch.js';
import type { Sqlite } from './database.js';
import type { AnswerItem, CallItem, ConversionItem, DepositItem } from './deposit-items.js';
import { DepositWriting } from './deposit-writing.js';
import { campaignLimit, failpoint } from './failpoint.js';
import { LogPacker, type LogRecord } from './frontier-log.js';
import { LifecycleRows } from './lifecycle-rows.js';
import { RenderingRows } from './rendering-rows.js';
import { STATES } from './schema.js';
import { foldLog } from './sums/index.js';
import { TrapRows } from './trap-rows.js';
import { type NewTroubleRow, TroubleRows } from './trouble-rows.js';

/** A row of `resource` to insert. */
export interface FoundRow {
  readonly id: number;
  readonly site: number;
  readonly url: string;
  readonly fingerprint: readonly [high: number, low: number];
  readonly kind: EntryKind;
  readonly depth: number;
  readonly redirects: number;
  readonly via: number | null;
  readonly seed: number | null;
  readonly link: string;
  readonly trail: string | null;
  readonly score: number | null;
  readonly immediate: boolean;
  /** Known by this name too, never queued under it. */
  readonly alias: boolean;
}

/** A queued entry whose place in its queue changes. */
export interface RescoredRow {
  /** It was not queued before. */
  readonly requeued?: boolean;
  readonly id: number;
  readonly site: number;
  readonly fingerprint: readonly [high: number, low: number];
  readonly kind: EntryKind;
  readonly depth: number;
  readonly score: number | null;
  readonly immediate: boolean;
  readonly turn: number;
  /** It was a requisite, and is a page from now on: how that was found. */
  readonly promoted?: Promotion;
}

export type Promotion = Pick<FoundRow, 'depth' | 'redirects' | 'via' | 'link' | 'trail'>;

/** A link that is not followed, of a visit that is not settled yet. */
export interface RejectedRow {
  readonly rejection: Rejection;
  readonly foundOn: number;
}

export interface SiteRowToAdd {
  readonly id: number;
  readonly origin: string;
  readonly domain: string | null;
}

/** One settled visit as it crosses to the writer thread. */
export interface CommitItem {
  readonly resource: number;
  readonly url: string;
  readonly redirects: number;
  readonly site: number;
  /** The site it was queued at, where that is another one now. */
  readonly movedFrom: number | null;
  readonly seed: number;
  /** How the visit ended; null when it is to be tried again and the last end still holds. */
  readonly state: keyof typeof STATES | null;
  readonly reason: string;
  readonly attempts: number;
  /** What becomes of the queue entry; null when it stays as it is. */
  readonly log: LogRecord | null;
  readonly fetches: readonly NewFetch[];
  readonly version: NewVersion | null;
  readonly sign: DocumentSign | null;
  readonly listing: Uint8Array | null;
  readonly sure: boolean;
  /** Resources that are files of the page's document; null when the page was not read. */
  readonly files: readonly number[] | null;
  readonly file: FileState | 'gone' | null;
  readonly found: readonly FoundRow[];
  readonly rejected: readonly Rejection[];
  readonly siteUpdate: SiteUpdate | null;
  readonly trap: Trap | null;
  readonly rendering: LearnedRendering | null;
}

export interface CommitBatch {
  readonly run: number;
  readonly sites: readonly SiteRowToAdd[];
  readonly added: readonly FoundRow[];
  readonly rejected: readonly RejectedRow[];
  /** Entries with a new place, packed for the frontier's log. */
  readonly records: Uint8Array | null;
  /** Requisites that are pages from now on. */
  readonly promoted: readonly (Promotion & { readonly id: number })[];
  /** Sites of entries that are queued again. */
  readonly requeued: readonly number[];
  readonly items: readonly CommitItem[];
  /** Traps that somebody paused or released. */
  readonly traps: readonly { readonly trap: Trap; readonly at: number }[];
  /** Sites that were set aside, or answer again. */
  readonly troubles: readonly NewTroubleRow[];
  /** Documents that were handed over whole, answers that belong to none, and calls of the ingest service. */
  readonly deposits: readonly DepositItem[];
  readonly answers: readonly AnswerItem[];
  readonly calls: readonly CallItem[];
  readonly readings: readonly LaterReading[];
  readonly conversions: readonly ConversionItem[];
  /** Milliseconds this run has been going on, over all its processes. */
  readonly elapsed: number;
}

/** Where the records of a batch lie; null for what is refused. */
interface Placements {
  readonly items: readonly (readonly Placement[])[];
  readonly deposits: readonly (readonly Placement[] | null)[];
  readonly conversions: readonly (readonly Placement[] | null)[];
  readonly answers: readonly Placement[];
}

/** What came of the parts of a batch that want to know, in their order. */
export interface Committed {
  readonly deposits: readonly (StoredDeposit | DepositRefusal)[];
  /** Fetches of the answers. */
  readonly fetches: readonly number[];
  /** Whether each was stored. */
  readonly conversions: readonly boolean[];
}

export class Committer {
  readonly #db: Sqlite;
  readonly #archive: Archive;
  readonly #rows: LifecycleRows;
  readonly #documents: BatchLifecycle;
  readonly #traps: TrapRows;
  readonly #troubles: TroubleRows;
  readonly #rendering: RenderingRows;
  readonly #deposits: DepositWriting;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #checkOwner: () => void;
  readonly #log = new LogPacker();
  /** About how many bytes the write-ahead log has that the database has not. */
  #unfolded = 0;
  readonly #counts = new Counts();
  readonly #inOneTransaction: (batch: CommitBatch) => Committed;

  /** `checkOwner` throws when the workspace has been taken over by another process. */
  constructor(db: Sqlite, archive: Archive, checkOwner: () => void, rows = new LifecycleRows(db), documents = new BatchLifecycle(rows)) {
    this.#db = db;
    this.#archive = archive;
    this.#rows = rows;
    this.#documents = documents;
    this.#traps = new TrapRows(db);
    this.#troubles = new TroubleRows(db);
    this.#rendering = new RenderingRows(db);
    this.#deposits = new DepositWriting(db);
    this.#checkOwner = checkOwner;
    this.#statements = prepare(db);
    // Immediate: from the check of the owner to the commit nobody else may write, nor take the workspace over.
    this.#inOneTransaction = db.transaction((batch: CommitBatch) => this.#write(batch)).immediate;
  }

  commit(received: CommitBatch): Committed {
    // Before the transaction: whoever wants to read or take over waits for that.
    const batch = completeBatch(received);
    failpoint('commit-begin');
    const committed = this.#inOneTransaction(batch);
    failpoint('committed');
    this.#documents.learn();
    this.#checkpoint(batch);
    return committed;
  }

  /** By ourselves and between commits: SQLite would do it in the midst of one. */
  #checkpoint({ items, added, rejected, deposits, answers, calls, readings, conversions }: CommitBatch): void {
    this.#unfolded += ROW_BYTES * (added.length + rejected.length + answers.length + calls.length + 2 * conversions.length);
    for (const { deposit, answers: own } of deposits)
      this.#unfolded += ROW_BYTES * (6 + own.length + deposit.files.length) + bytesOf(deposit.version);
    for (const { reading } of readings) this.#unfolded += bytesOf(reading);
    for (const { version, found } of items) this.#unfolded += ROW_BYTES * (4 + found.length) + bytesOf(version);
    if (this.#unfolded < CHECKPOINT_BYTES) return;
    this.#unfolded = 0;
    failpoint('checkpoint');
    foldLog(this.#db);
    failpoint('checkpointed');
  }

  /** Closes the archive file and makes its last length part of the database. */
  close(): void {
    this.#db
      .transaction(() => {
        this.#checkOwner();
        this.#writeLengths(this.#archive.close());
      })
      .immediate();
  }

  #write(batch: CommitBatch): Committed {
    this.#checkOwner();
    const numbers = batch.items.map(({ fetches }) => fetches.map(() => this.#rows.ids.fetch()));
    const last = numbers.map((each) => each.at(-1) ?? null);
    const judged = this.#documents.judge(batch, last);
    const placements = this.#appendAll(batch, judged);
    const lengths = this.#archive.sync();
    this.#writeFound(batch);
    const { answers, ...taken } = this.#writeFetches(batch, numbers, placements);
    const { good, stored } = judged.decide({ run: batch.run, ...taken });
    for (const [at, item] of batch.items.entries()) this.#writeItem(item, last[at] ?? null, good, batch.run);
    this.#rows.changes.writeGood(good);
    this.#writeRest(batch);
    for (const [at, { deposit }] of batch.deposits.entries()) if (stored[at] && deposit.version) this.#counts.document();
    this.#writeLengths(lengths);
    this.#writeQueue(batch);
    failpoint('commit-written');
    const deposits = judged.refusals.map((refusal, at) => refusal ?? (stored[at] as StoredDeposit));
    return { deposits, fetches: answers, conversions: judged.wanted };
  }

  /** Resources that visits are about to lead to, or the frontier was told of. */
  #writeFound({ sites, added, rejected, run }: CommitBatch): void {
    for (const site of sites) this.#statements.addSite.run(site.id, site.origin, site.domain);
    for (const row of added) this.#addResource(row, run);
    for (const { rejection, foundOn } of rejected) this.#addRejection(rejection, foundOn, run);
  }

  #writeFetches(batch: CommitBatch, numbers: readonly (readonly number[])[], placements: Placements) {
    const { items, deposits, answers, conversions, run } = batch;
    for (const [at, { resource, fetches }] of items.entries())
      for (const [index, fetch] of fetches.entries())
        this.#writeFetch(numbers[at]?.[index] as number, resource, fetch, placements.items[at]?.[index] as Placement, run);
    return {
      deposits: deposits.map((item, at) => this.#addAnswers(item.answers, placements.deposits[at] ?? null, run)),
      answers: this.#addAnswers(answers, placements.answers, run) ?? [],
      conversions: conversions.map(({ answer }, at) => this.#addAnswers([answer], placements.conversions[at] ?? null, run)?.[0] ?? null),
    };
  }

  #writeRest({ promoted, calls, traps, troubles, run }: CommitBatch): void {
    for (const { id, depth, redirects, via, link, trail } of promoted) this.#statements.promote.run(depth, redirects, via, link, trail, id);
    for (const call of calls) this.#deposits.log(call);
    for (const { trap, at } of traps) this.#traps.put(trap, run, at);
    for (const trouble of troubles) this.#troubles.put(trouble, run);
    this.#rows.versions.sketches.writeCounts(run);
  }

  /** What is refused does not enter the archive: null. */
  #appendAll({ items, deposits, answers, conversions }: CommitBatch, { refusals, wanted }: Judged): Placements {
    const appendAll = (each: readonly AnswerItem[]) => each.map(({ fetch }) => this.#append(fetch));
    return {
      items: items.map(({ fetches }) => fetches.map((fetch) => this.#append(fetch))),
      deposits: deposits.map((item, at) => (refusals[at] ? null : appendAll(item.answers))),
      conversions: conversions.map(({ answer }, at) => (wanted[at] ? appendAll([answer]) : null)),
      answers: appendAll(answers),
    };
  }

  #append({ set }: NewFetch): Placement {
    return set ? this.#archive.append(set) : NOWHERE;
  }

  #addAnswers(answers: readonly AnswerItem[], placements: readonly Placement[] | null, run: number): number[] | null {
    return placements && answers.map((answer, at) => this.#addAnswer(answer, placements[at] as Placement, run));
  }

  #addAnswer({ resource, fetch }: AnswerItem, placement: Placement, run: number): number {
    const id = this.#rows.ids.fetch();
    this.#writeFetch(id, resource, fetch, placement, run);
    this.#deposits.answered(resource, id, run);
    return id;
  }

  #writeItem(item: CommitItem, fetch: number | null, good: Map<number, number>, run: number): void {
    for (const row of item.found) this.#addResource(row, run);
    for (const rejection of item.rejected) this.#addRejection(rejection, item.resource, run);
    if (item.trap) this.#traps.put(item.trap, run, item.fetches.at(-1)?.startedAt ?? 0);
    if (item.siteUpdate) this.#updateSite(item.siteUpdate);
    if (item.rendering) this.#rendering.keep(item.site, item.rendering);
    this.#settle(item, fetch, good, run);
  }

  /** An answer that is written here is taken out of `good`. */
  #settle(item: CommitItem, fetch: number | null, good: Map<number, number>, run: number): void {
    const { state, reason, attempts, url, redirects, site, resource, log, version, seed } = item;
    const number = state === null ? null : STATES[state];
    const counting = good.get(resource) ?? null;
    this.#statements.settle.run(number, reason, run, attempts, url, redirects, site, fetch, counting, resource);
    good.delete(resource);
    if (version) this.#counts.page(site, seed);
    if (!log) return;
    this.#log.add(log);
    if (log.operation === 'settled') this.#counts.queued(site, -1);
    if (item.movedFrom !== null) {
      this.#counts.queued(item.movedFrom, -1);
      this.#counts.queued(site, 1);
    }
  }

  #writeQueue(batch: CommitBatch): void {
    const records = this.#log.take();
    if (records) this.#statements.addLog.run(records);
    if (batch.records) this.#statements.addLog.run(batch.records); // after the others: what it is about may have been added just now
    for (const site of batch.requeued) this.#counts.queued(site, 1);
    const { sites, seeds, pages } = this.#counts.take();
    for (const [site, { queued, pages: taken }] of sites) this.#statements.countSite.run(site, queued, taken);
    for (const [seed, taken] of seeds) this.#statements.countSeed.run(seed, taken);
    if (batch.run > 0) this.#statements.countRun.run(pages, batch.elapsed, batch.run);
  }

  #writeFetch(id: number, resource: number, f: NewFetch, at: Placement, run: number): void {
    const main = f.set?.records.find((record) => record.type === 'response' || record.type === 'revisit' || record.type === 'resource');
    this.#statements.addFetch.run(
      id,
      resource,
      run,
      f.url,
      f.method,
      f.owed,
      f.startedAt,
      Math.round(f.durationMs),
      Math.round(f.firstByteMs),
      f.status,
      f.type,
      f.declaredType,
      f.bodyLength,
      f.etag,
      f.lastModified,
      f.location,
      f.address,
      f.protocol,
      f.tls,
      f.truncated,
      f.error,
      f.detail,
      f.payloadDigest,
      main?.id ?? null,
      main ? Number(main.type === 'revisit') : null,
      main ? at.file : null,
      main ? at.offset + main.offset : null,
      main?.length ?? null,
      f.triples ?? null,
    );
  }

  #addResource(r: FoundRow, run: number): void {
    const [high, low] = r.fingerprint;
    const state = r.alias ? STATES.alias : STATES.queued;
    const fingerprint = asInteger(r.fingerprint);
    this.#statements.addResource.run(
      r.id,
      r.site,
      r.url,
      fingerprint,
      r.kind,
      r.depth,
      r.redirects,
      r.via,
      r.seed,
      r.link,
      r.trail,
      r.score,
      run,
      state,
    );
    this.#log.add({
      operation: r.alias ? 'known' : 'queued',
      kind: r.kind,
      immediate: r.immediate,
      turn: 0,
      depth: r.depth,
      site: r.site,
      id: r.id,
      high,
      low,
      value: r.score ?? Number.NaN,
    });
    if (!r.alias) this.#counts.queued(r.site, 1);
  }

  #addRejection(rejection: Rejection, foundOn: number, run: number): void {
    this.#statements.addRejection.run(asInteger(rejection.fingerprint), rejection.url, rejection.filter, rejection.reason, foundOn, run);
  }

  #updateSite(site: SiteUpdate): void {
    this.#statements.updateSite.run(
      site.robotsState,
      site.robotsReason,
      site.robots,
      site.robotsFetchedAt,
      site.robotsExpiresAt,
      site.crawlDelay,
      site.address,
      site.origin,
    );
  }

  #writeLengths(lengths: readonly FileLength[]): void {
    for (const { file, length, closed } of lengths) this.#statements.setLength.run(file, length, Number(closed));
  }
}

/** What a commit changes in the counts of sites and seeds, added up so that each is written once. */
class Counts {
  #sites = new Map<number, { queued: number; pages: number }>();
  #seeds = new Map<number, number>();
  #pages = 0;

  queued(site: number, change: number): void {
    this.#of(site).queued += change;
  }

  page(site: number, seed: number): void {
    this.#of(site).pages++;
    this.#seeds.set(seed, (this.#seeds.get(seed) ?? 0) + 1);
    this.#pages++;
  }

  /** One that came without a visit to it. */
  document(): void {
    this.#pages++;
  }

  take() {
    const taken = { sites: this.#sites, seeds: this.#seeds, pages: this.#pages };
    this.#sites = new Map();
    this.#seeds = new Map();
    this.#pages = 0;
    return taken;
  }

  #of(site: number): { queued: number; pages: number } {
    const known = this.#sites.get(site);
    if (known) return known;
    const counts = { queued: 0, pages: 0 };
    this.#sites.set(site, counts);
    return counts;
  }
}

/** What a row costs in the write-ahead log, about, and how long that log may become. */
const ROW_BYTES = 200;
const CHECKPOINT_BYTES = campaignLimit(16_000_000);

const bytesOf = (version: NewVersion | null): number =>
  version
    ? version.text.length + version.metadata.length + version.links.length + version.digests.length + (version.triples?.quads.length ?? 0)
    : 0;

const NOWHERE: Placement = { file: '', offset: 0 };

/** SQLite integers are signed: the fingerprint's 64 bits are kept as they are, read as a signed number. */
export function asInteger([high, low]: readonly [number, number]): bigint {
  return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
}

function prepare(db: Sqlite) {
  return {
    addSite: db.prepare('INSERT INTO site (id, origin, domain) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    addResource: db.prepare(
      'INSERT INTO resource (id, site, url, fingerprint, kind, depth, redirects, via, seed, link, trail, score, found, state) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)',
    ),
    settle: db.prepare(
      `UPDATE resource SET state = coalesce(?, state), reason = ?, run = ?, attempts = ?, url = ?, redirects = ?, site = ?,
         last_fetch = coalesce(?, last_fetch), last_good = coalesce(?, last_good) WHERE id = ?`,
    ),
    promote: db.prepare("UPDATE resource SET kind = 'page', depth = ?, redirects = ?, via = ?, link = ?, trail = ? WHERE id = ?"),
    addLog: db.prepare('INSERT INTO frontier_log (records) VALUES (?)'),
    countSite: db.prepare(
      'INSERT INTO queue (site, queued, pages) VALUES (?, ?, ?) ON CONFLICT (site) DO UPDATE SET queued = queued + excluded.queued, pages = pages + excluded.pages',
    ),
    countSeed: db.prepare(
      'INSERT INTO seed (resource, pages) VALUES (?, ?) ON CONFLICT (resource) DO UPDATE SET pages = pages + excluded.pages',
    ),
    countRun: db.prepare('UPDATE run SET pages = pages + ?, elapsed = ? WHERE id = ?'),
    addFetch: db.prepare(
      `INSERT INTO fetch (id, resource, run, url, method, owed, started, duration, first_byte, status, type, declared_type, length, etag, last_modified, location,
         address, protocol, tls, truncated, error, detail, payload_digest, record_id, revisit, warc, offset, size, triples)
       VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
    ),
    addRejection: db.prepare('INSERT OR IGNORE INTO rejection (fingerprint, url, filter, reason, found_on, run) VALUES (?,?,?,?,?,?)'),
    updateSite: db.prepare(
      'UPDATE site SET robots_state = ?, robots_reason = ?, robots = ?, robots_fetched = ?, robots_expires = ?, crawl_delay = ?, address = coalesce(?, address) WHERE origin = ?',
    ),
    setLength: db.prepare(
      'INSERT INTO warc (file, length, closed) VALUES (?, ?, ?) ON CONFLICT (file) DO UPDATE SET length = excluded.length, closed = excluded.closed',
    ),
  };
}
