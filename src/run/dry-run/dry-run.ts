/**
 * Dry run: a definition tried against the archive of a crawl, before any site is asked.
 *
 * Goes from the definition's seeds through the archived answers, each read by the same threads, plug-ins, rules and
 * decisions as in a crawl, and follows what they lead to as far as the archive reaches. Asks nobody and writes nothing:
 * the workspace is read, large bodies wait in a folder of their own. Budgets are left out of account, since they say
 * when a crawl ends and not what it is about.
 */

import { join } from 'node:path';
import type { Definition } from '../../definition/crawl/index.js';
import { disposeExchange, readCapture } from '../../formats/warc/index.js';
import { type EntryKind, type NewEntry, type PreviousVisit, SeenSet } from '../../frontier/queue/index.js';
import { WinnowError } from '../../model/index.js';
import type { Registry } from '../../plugins/index.js';
import type { KnownResource, NewVersion, Repository, StoredReading } from '../../store/index.js';
import type { FoundEntry, Reading } from '../crawl/index.js';
import {
  LiveDefinition,
  makePipeline,
  openReaders,
  type Pipeline,
  ReaderPool,
  ReadFailed,
  RobotsGate,
  readSeeds,
  type Seeding,
  SiteOpener,
  seedEntries,
  sitemapRule,
} from '../crawl/index.js';
import { Counts, type DryRunReport } from './dry-run-report.js';
import { differencesBetween } from './field-differences.js';
import { HeldAnswers } from './held-answers.js';
import { type QueuedReplay, ReplayQueue } from './replay-queue.js';

export interface DryRunOptions {
  readonly definition: Definition;
  /** Folder the definition's paths are relative to. */
  readonly folder: string;
  readonly registry: Registry;
  readonly repository: Repository;
  /** Folder of the workspace whose archive is replayed. */
  readonly workspace: string;
  readonly readerThread: URL;
  /** Where large bodies wait: not in the workspace. */
  readonly spoolFolder: string;
  /** Examples of each count. */
  readonly examples: number;
  readonly stop?: AbortSignal | undefined;
  readonly onProgress?: ((progress: DryRunProgress) => void) | undefined;
}

export interface DryRunProgress {
  readonly replayed: number;
  /** Known to be replayed so far. */
  readonly reached: number;
  readonly toRequest: number;
}

export class DryRunError extends WinnowError {
  override readonly name = 'DryRunError';
  constructor(message: string, options?: ErrorOptions) {
    super('DRY_RUN_REFUSED', message, options);
  }
}

/** Answers read ahead; they are taken up in their order all the same. */
const AHEAD = 32;

export async function dryRun(options: DryRunOptions): Promise<DryRunReport> {
  const { definition, folder, registry, repository, readerThread } = options;
  const secret = repository.replay.secret();
  const run = repository.runs().at(-1);
  if (!secret || !run) throw new DryRunError(`Nothing has been crawled into ${options.workspace} yet: there is no archive to replay.`);
  const seeding = await readSeeds(definition, folder);
  const pipeline = makePipeline({ definition, registry, secret, seedHosts: seeding.hosts });
  const readers = openReaders({ definition: withoutArchive(definition), folder, secret, seedHosts: seeding.hosts }, readerThread);
  try {
    const replay = new Replay(options, pipeline, readers);
    await replay.run(seeding);
    return replay.report(run.id);
  } finally {
    await readers.close();
  }
}

/** Records are built for their digests only: nobody keeps them. */
const withoutArchive = (definition: Definition): Definition => ({
  ...definition,
  archive: { ...definition.archive, gzip: 0, metadata: 'none', requests: false },
});

/** An answer that is being read. */
interface UnderWay {
  readonly entry: QueuedReplay;
  readonly resource: KnownResource;
  readonly stored: StoredReading | null;
  readonly reading: Promise<Reading | string>;
}

class Replay {
  readonly #options: DryRunOptions;
  readonly #pipeline: Pipeline;
  readonly #readers: ReaderPool;
  readonly #held: HeldAnswers;
  readonly #queue: ReplayQueue;
  readonly #robots: RobotsGate;
  readonly #opener: SiteOpener;
  readonly #closed: ReadonlySet<string>;
  readonly #knownSites: ReadonlySet<string>;
  readonly #opened = new Set<string>();
  readonly #notHeld = new SeenSet();
  readonly #refusedOnce = new SeenSet();
  readonly #counts: Record<'because' | 'refused' | 'dropped' | 'lost' | 'unreadable' | 'heldAt' | 'requestAt' | 'droppedAt', Counts>;
  readonly #fields: Counts<{ url: string; before: string; after: string }>;
  readonly #typed = { Add: 0, Upd: 0, None: 0 };
  #compared = 0;
  #different = 0;
  #replayed = 0;

  constructor(options: DryRunOptions, pipeline: Pipeline, readers: ReaderPool) {
    const { definition, repository, examples } = options;
    const { identify, judge } = pipeline;
    this.#options = options;
    this.#pipeline = pipeline;
    this.#readers = readers;
    this.#held = new HeldAnswers(repository.replay, identify);
    this.#queue = new ReplayQueue(this.#held.size);
    const live = new LiveDefinition(definition);
    this.#robots = new RobotsGate(live, { setRules: () => {}, rulesChanged: () => {}, setGate: () => {} });
    const sites = repository.sites();
    // As of the moment they were read: no site is asked again.
    for (const site of sites) this.#robots.restore(site, 0);
    this.#closed = new Set(sites.filter(({ robotsState }) => robotsState === 'unavailable').map(({ origin }) => origin));
    this.#knownSites = new Set(sites.filter(({ robotsState }) => robotsState !== null).map(({ origin }) => origin));
    const mayAskSitemap = sitemapRule(judge, identify);
    this.#opener = new SiteOpener({ live, robots: this.#robots, identify, guessedSites: new Map(), mayAskSitemap, now: () => 0 });
    const counts = (): Counts => new Counts(examples);
    this.#counts = {
      because: counts(),
      refused: counts(),
      dropped: counts(),
      lost: counts(),
      unreadable: counts(),
      heldAt: counts(),
      requestAt: counts(),
      droppedAt: counts(),
    };
    this.#fields = new Counts(examples);
  }

  async run({ seeds }: Seeding): Promise<void> {
    const { stop, onProgress } = this.#options;
    for (const entry of seedEntries(seeds, this.#pipeline.identify)) this.#admit(entry, 0, 'seed');
    const underWay: UnderWay[] = [];
    while (!stop?.aborted) {
      this.#readAhead(underWay);
      const next = underWay.shift();
      if (!next) break;
      this.#take(next, await next.reading);
      onProgress?.({ replayed: this.#replayed, reached: this.#queue.total, toRequest: this.#counts.because.total });
    }
    await Promise.all(underWay.map(({ reading }) => reading));
    if (!stop?.aborted) this.#findDropped();
  }

  report(run: number): DryRunReport {
    const { workspace, stop, examples } = this.#options;
    const { because, refused, dropped, lost, unreadable, heldAt, requestAt, droppedAt } = this.#counts;
    const names = new Set([heldAt, requestAt, droppedAt].flatMap((counts) => counts.list().map(({ name }) => name)));
    const wanted = new Map(requestAt.list().map(({ name, examples: some }) => [name, some]));
    const sites = [...names].map((site) => ({
      site,
      held: heldAt.of(site),
      toRequest: requestAt.of(site),
      dropped: droppedAt.of(site),
      examples: wanted.get(site)?.slice(0, examples) ?? [],
    }));
    const one = (name: string, counts: Counts) => counts.list()[0] ?? { name, count: 0, examples: [] };
    return {
      workspace,
      run,
      stopped: stop?.aborted ?? false,
      replayed: this.#replayed,
      fetched: { held: heldAt.total, toRequest: because.total, toRequestBecause: because.list() },
      sites: sites.sort((a, b) => b.toRequest - a.toRequest || b.held - a.held),
      refused: refused.list(),
      dropped: { pages: dropped.total, because: dropped.list() },
      extracted: {
        compared: this.#compared,
        different: this.#different,
        fields: this.#fields.list().map(({ name, ...counted }) => ({ field: name, ...counted })),
      },
      typed: this.#typed,
      lost: one('lost', lost),
      unreadable: one('unreadable', unreadable),
    };
  }

  /** Fills up what is being read, in the order of the queue. */
  #readAhead(underWay: UnderWay[]): void {
    while (underWay.length < AHEAD) {
      const entry = this.#queue.shift();
      if (!entry) return;
      const resource = this.#options.repository.explain.resource(entry.id) as KnownResource;
      const stored = resource.kind === 'page' ? this.#options.repository.replay.storedReading(entry.id) : null;
      underWay.push({ entry, resource, stored, reading: this.#read(entry, resource, stored) });
    }
  }

  /** The reading, or why there is none. */
  async #read(entry: QueuedReplay, resource: KnownResource, stored: StoredReading | null): Promise<Reading | string> {
    const { repository, workspace, spoolFolder } = this.#options;
    const place = repository.replay.placeOf(this.#held.answerOf(entry.id));
    const exchange = place && (await readCapture(join(workspace, 'archive', place.file), place.offset, spoolFolder).catch(() => null));
    if (!exchange) return 'its archive record is missing or damaged';
    const { depth, redirects, link, trail } = entry;
    const via = entry.via ? repository.urlOf(entry.via) : null;
    try {
      return await this.#readers.read({
        exchange,
        kind: resource.kind,
        depth,
        redirects,
        link,
        trail,
        via,
        previous: comparableWith(stored),
      });
    } catch (error) {
      if (error instanceof ReadFailed) return error.message;
      throw error;
    } finally {
      disposeExchange(exchange);
    }
  }

  #take({ entry, resource, stored }: UnderWay, reading: Reading | string): void {
    this.#replayed++;
    if (typeof reading === 'string') return this.#counts.unreadable.add('unreadable', `${resource.url}: ${reading}`);
    const { rejected, found, alias, version, fetch } = reading;
    for (const { url, fingerprint, filter } of rejected) if (this.#refusedOnce.add(...fingerprint)) this.#counts.refused.add(filter, url);
    if (resource.kind === 'page') this.#compare(resource.url, stored, version);
    if (alias) this.#know(alias);
    const tooFar = reading.meaning === 'redirect' && entry.redirects >= this.#options.definition.fetch.maxRedirects;
    if (fetch.error || tooFar) return;
    for (const link of found) this.#admit(link, entry.id, link.kind === 'requisite' ? 'a requisite not met before' : 'not met before');
  }

  /** A further name of what is held: it is not asked for. */
  #know({ fingerprint }: FoundEntry): void {
    const id = this.#held.find(fingerprint);
    if (id > 0) this.#held.reach(id);
    else this.#notHeld.add(...fingerprint);
  }

  #admit(entry: NewEntry | FoundEntry, via: number, otherwise: string): void {
    const id = this.#held.find(entry.fingerprint);
    const isNew = id > 0 ? this.#held.reach(id) : this.#notHeld.add(...entry.fingerprint);
    if (!isNew) return;
    if (entry.kind !== 'requisite') this.#open(entry.site);
    const objection = this.#robotsObjection(entry.site, entry.url, entry.kind);
    if (objection) return this.#counts.refused.add(objection, entry.url);
    if (id > 0 && this.#held.answerOf(id) > 0) {
      this.#counts.heldAt.add(entry.site, entry.url);
      const { depth, redirects, link, trail } = entry;
      return this.#queue.push({ id, depth, redirects, link, via, trail });
    }
    this.#counts.because.add(this.#whyNotHeld(id, entry, otherwise), entry.url);
    this.#counts.requestAt.add(entry.site, entry.url);
  }

  /** A site that is met offers its sitemaps, once its robots.txt is known. */
  #open(site: string): void {
    if (this.#opened.has(site)) return;
    this.#opened.add(site);
    if (!this.#knownSites.has(site) || this.#closed.has(site)) return;
    for (const sitemap of this.#opener.sitemaps(site, 0)) this.#admit(sitemap, 0, 'a sitemap not met before');
  }

  #robotsObjection(site: string, url: string, kind: EntryKind): string | null {
    if (this.#options.definition.fetch.robots !== 'obey' || kind === 'robots') return null;
    if (this.#closed.has(site)) return 'robots.txt is unavailable';
    return this.#robots.objection(site, url) === null ? null : 'robots.txt';
  }

  #whyNotHeld(id: number, { fingerprint }: NewEntry | FoundEntry, otherwise: string): string {
    const { explain } = this.#options.repository;
    const known = id > 0 ? explain.resource(id) : null;
    if (known) return STATE_WORDS[known.state] ?? known.state;
    const refused = explain.rejection(fingerprint);
    return refused ? `refused before by ${refused.filter}` : otherwise;
  }

  #compare(url: string, stored: StoredReading | null, version: NewVersion | null): void {
    if (stored && !version) return this.#counts.lost.add('lost', url);
    if (!version) return;
    if (!stored) {
      this.#typed.Add++;
      return;
    }
    this.#compared++;
    const differences = differencesBetween(stored, version);
    if (differences.length) this.#different++;
    for (const { field, before, after } of differences) this.#fields.add(field, { url, before, after });
    this.#typed[version.operation === 'Upd' ? 'Upd' : 'None']++;
  }

  /** Pages that were fetched and are not reached any more. */
  #findDropped(): void {
    const { judge, identify } = this.#pipeline;
    for (const { id, url, site, kind, depth, link, state } of this.#options.repository.replay.resources()) {
      if (kind !== 'page' || state !== 'done' || this.#held.isReached(id)) continue;
      const identity = identify(url);
      // Rules about the path of links cannot be asked here; such a page then counts as not reached.
      const candidate = identity && {
        url,
        host: identity.host,
        key: identity.key,
        depth,
        via: link === 'seed' ? 'a' : link,
        anchor: '',
        trail: [],
      };
      const objection = candidate && judge.trailLength === 0 ? (judge.scope(candidate) ?? judge.filters(candidate)) : null;
      this.#counts.dropped.add(objection?.by ?? this.#robotsObjection(site, url, kind) ?? 'nothing leads there any more', url);
      this.#counts.droppedAt.add(site, url);
    }
  }
}

const STATE_WORDS: Readonly<Record<string, string>> = {
  queued: 'known and queued, not fetched yet',
  failed: 'failed before',
  excluded: 'excluded before',
  redirected: 'redirected before, without an archived answer',
  done: 'fetched before, without an archived answer',
};

/**
 * The same bytes would always be None. To have the fields compared, the stored reading is given other bytes, except where
 * bytes are all there is to compare.
 */
function comparableWith(stored: StoredReading | null): PreviousVisit | null {
  if (!stored) return null;
  const digests = JSON.parse(stored.digests) as Record<string, string | null>;
  const isText = (digests['visible'] ?? digests['text'] ?? null) !== null;
  const comparable = isText ? { ...digests, content: 'sha256:replayed' } : digests;
  return { etag: null, lastModified: null, payloadDigest: null, recordId: null, startedAt: 0, digests: JSON.stringify(comparable) };
}
