/**
 * Repository: what is known of resources, fetches, documents and changes, and the one transaction that adds to it.
 *
 * A settlement is everything one visit brought: its fetches and their archive records, the document version, the
 * journal entry, the links found, and how its queue entry ends. A back end commits settlements whole, after the
 * archive bytes are durable, so a crash loses nothing and doubles nothing. Reading goes through `Repository`, which
 * never blocks the writer.
 */

import type { RecordSet } from '../../formats/warc/index.js';
import type { Entry, NewEntry, Outcome } from '../../frontier/queue/index.js';
import type { KnownResource, KnownVisit } from '../../frontier/revisit/index.js';
import type { Trap } from '../../frontier/traps/index.js';
import type { RunId } from '../../model/index.js';
import type { Streams } from '../streams/streams.js';
import type { CaptureRows } from './captures.js';
import type { ChangeReader } from './change.js';
import type { CompletenessRows } from './completeness-port.js';
import type { DepositRows } from './deposit.js';
import type { ExplainRows } from './explain-port.js';
import type { GraphRows } from './graph-port.js';
import type { JournalReader } from './journal.js';
import type { MemoryRows } from './memory-port.js';
import type { ReplayRows } from './replay-port.js';
import type { ReportRows } from './report-rows.js';
import type { MapPlace, WebMapRows } from './web-map.js';

export type Operation = 'Add' | 'Upd' | 'Del' | 'None';

export interface Settlement {
  readonly entry: Entry;
  readonly outcome: Outcome;
  readonly fetches: readonly NewFetch[];
  readonly version: NewVersion | null;
  readonly found: readonly NewEntry[];
  /** Further names of what was fetched: known from now on, never queued. */
  readonly aliases: readonly NewEntry[];
  readonly rejected: readonly Rejection[];
  readonly site: SiteUpdate | null;
  /** What the visit says about a known document, when it brought no version of it. */
  readonly sign?: DocumentSign | null;
  /** Fingerprints of all that a list named, eight bytes each; null when it is no list, or was not read to its end. */
  readonly listing?: Uint8Array | null;
  /** The files of its document that a page links to; null when that is not known. */
  readonly files?: readonly NewEntry[] | null;
  /** What a visit to such a file brought. */
  readonly file?: FileState | 'gone' | null;
  /** A trap that the visit gave away. */
  readonly trap?: Trap | null;
  /** A change is journalled at once: what is imported happened long ago. */
  readonly sure?: boolean;
  /** What is known about rendering pages like this one, after this one was. */
  readonly rendering?: LearnedRendering | null;
}

/** What rendering pages of one shape of URL brought at a site. */
export interface LearnedRendering {
  /** The shape, as in urlTemplate. */
  readonly template: string;
  /** Pages rendered, and those of them that had more text or links after it. */
  readonly tried: number;
  readonly gained: number;
  /** Of the last ones, newest first: 1 gained, 0 not. */
  readonly recent: string;
  /** What the last one brought, in words. */
  readonly because: string;
}

/**
 * `gone`, `soft-404`, `moved` and `home` are evidence that the document is gone; `elsewhere`, a redirect that ends, is
 * so when it leads where most of the site's redirects do. `unusable` says nothing about it. `detail` is a clause for people.
 */
export interface DocumentSign {
  readonly kind: 'gone' | 'soft-404' | 'moved' | 'home' | 'elsewhere' | 'unusable';
  readonly detail: string;
  /** Where a redirect led. */
  readonly target?: string | null;
}

/** A file of a document, as it was had. */
export interface FileState {
  readonly type: string;
  readonly md5: string;
  readonly sha256: string;
}

/** One attempt at a resource; `set` is null when nothing came back to be archived. */
export interface NewFetch {
  readonly url: string;
  readonly method: string;
  /** Milliseconds that had to pass since the site's last answer; null when nothing was owed. */
  readonly owed: number | null;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly firstByteMs: number;
  readonly status: number;
  /** Media type by content. */
  readonly type: string | null;
  readonly declaredType: string | null;
  readonly bodyLength: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly location: string | null;
  readonly address: string | null;
  readonly protocol: string | null;
  /** JSON of the TLS verdict. */
  readonly tls: string | null;
  readonly truncated: string | null;
  readonly error: string | null;
  readonly detail: string | null;
  readonly payloadDigest: string | null;
  /** Statements of RDF in the answer; null or left out where nobody looked for any. */
  readonly triples?: number | null;
  readonly set: RecordSet | null;
}

/** Text, metadata and links come as UTF-8 bytes: they cross two threads and are looked at only by the database. */
export interface NewVersion {
  readonly operation: Operation;
  readonly reason: string;
  readonly changed: readonly string[];
  readonly type: string;
  readonly charset: string | null;
  readonly title: string | null;
  readonly language: string | null;
  readonly languageConfidence: number;
  readonly md5: string;
  readonly sha256: string;
  /** JSON of the digests per field. */
  readonly digests: string;
  readonly text: Uint8Array;
  readonly metadata: Uint8Array;
  readonly links: Uint8Array;
  /** Where in the text its main part stands (model/main-text.ts); null: all of it. */
  readonly content?: string | null;
  /** JSON of what the page says of itself; null: nothing. */
  readonly facts?: string | null;
  readonly directives: string;
  readonly notes: string;
  readonly score: number | null;
  /** What duplicates are found by: see src/analyse/likeness. Null or left out where the text is too short to say anything. */
  readonly sketch?: Uint8Array | null;
  /** Where the parts of the text begin and end that the sketch is still to be made of, by whoever stores it. */
  readonly sketchParts?: readonly number[] | null;
  /** Signature by locality-sensitive hashing, where a profile wants one. */
  readonly signature?: string | null;
  /** What it says as RDF; null or left out when it says nothing so. */
  readonly triples?: NewTriples | null;
  /** Nothing changed, but the stored digests were made by earlier rules: these take their place. */
  readonly renews?: boolean;
}

/** Statements of a version: deflated lines of N-Quads, see model/statements.ts. */
export interface NewTriples {
  readonly syntax: string;
  readonly count: number;
  readonly quads: Uint8Array;
  /** JSON list of what is wrong with them, in words. */
  readonly problems: string;
}

/** A trap as stored, with what it left out. */
export interface TrapRow extends Trap {
  readonly run: number;
  readonly at: number;
  readonly releasedAt: number | null;
  /** URLs it left out that were not visited since. */
  readonly leftOut: number;
}

export interface Rejection {
  readonly url: string;
  readonly fingerprint: readonly [high: number, low: number];
  readonly filter: string;
  readonly reason: string;
}

export interface SiteUpdate {
  readonly address: string | null;
  readonly origin: string;
  readonly robotsState: 'parsed' | 'missing' | 'unavailable';
  readonly robotsReason: string;
  readonly robots: Uint8Array | null;
  readonly robotsFetchedAt: number;
  readonly robotsExpiresAt: number;
  readonly crawlDelay: number | null;
}

/** Paused: for lack of room on the disk; like a stopped run it goes on when it is started again. */
export type RunState = 'running' | 'finished' | 'stopped' | 'paused' | 'failed';

export interface RunRow {
  readonly id: RunId;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly state: RunState;
  readonly reason: string | null;
  readonly definition: string;
  readonly statistics: string | null;
  /** Pages taken so far and milliseconds at work, over all processes that worked on it. */
  readonly pages: number;
  readonly elapsed: number;
  /** Bytes of the workspace when it began. */
  readonly sizeBefore: number;
  /** It revisits only a part of what is known: that it did not see something says nothing. */
  readonly partial: boolean;
}

export interface KnownSiteRow {
  readonly id: number;
  readonly origin: string;
  readonly domain: string | null;
  readonly address: string | null;
  readonly robotsState: string | null;
  readonly robotsReason: string | null;
  readonly robots: Uint8Array | null;
  readonly robotsExpiresAt: number | null;
  readonly crawlDelay: number | null;
}

export type Row = Readonly<Record<string, unknown>>;

/** Named collections a user can export; each is a flat list of rows with stable column names. */
export const COLLECTIONS = [
  'documents',
  'pages',
  'links',
  'fetches',
  'resources',
  'sites',
  'journal',
  'rejections',
  'runs',
  'queue',
] as const;
export type Collection = (typeof COLLECTIONS)[number];

export interface Repository {
  /** What is known, a stream for each kind of row. The members below are going there, one after the other. */
  readonly streams: Streams;
  /** The life of documents, and what is not believed yet. */
  readonly changes: ChangeReader;
  /** Everything known, and every answered visit: what a plan of revisits is made from. In order; streamed. */
  knownResources(): IterableIterator<KnownResource>;
  knownVisits(): IterableIterator<KnownVisit>;
  /** Captures with where their records lie, for exports that take them along. */
  readonly captures: CaptureRows;
  /** What reports show beyond counts. */
  readonly reports: ReportRows;
  /** What single questions need: see explain-port.ts, completeness-port.ts and replay-port.ts. */
  readonly explain: ExplainRows;
  readonly completeness: CompletenessRows;
  readonly replay: ReplayRows;
  /** Sites, pages and links as a whole, for exports and reports about a web. */
  readonly webMap: WebMapRows;
  /** Who led to whom, and who links to whom. */
  readonly graph: GraphRows;
  /** What a scutter remembers of URLs and fetches. */
  readonly memory: MemoryRows;
  /** Documents that were handed over whole, and the calls of the ingest service. */
  readonly deposits: DepositRows;
  /** What changed, in order; see followJournal of the delivering part. */
  readonly journal: JournalReader;
  /** Everything that was learned about rendering, site by site. */
  learnedRendering(): IterableIterator<LearnedRendering & { site: string }>;
  runs(): RunRow[];
  /** Null when there was none. */
  lastRun(): RunRow | null;
  sites(): KnownSiteRow[];
  /** The rows of a collection, in the order they came; streamed, so any size will do. */
  rows(collection: Collection): IterableIterator<Row>;
  /** Counts for reports: see report.ts of the delivering part. */
  summary(run: number): RunSummary;
  /** The pages a run visited, or would have: the first `most`, with how each ended. */
  pageVisits(run: number, most: number): PageVisit[];
  /** Traps, paused and released. `counted`: with how many URLs each left out, which takes a look at every resource. */
  traps(how?: { readonly counted: boolean }): TrapRow[];
  urlOf(resource: number): string | null;
  /** How many requisites lie between a requisite and the page that needs it; a long way is not gone to its end. */
  requisitesAbove(resource: number): number;
  /** All requests, by the time they were sent: what politeness is proved with. */
  requests(): IterableIterator<SentRequest>;
  /** Documents of JSON-LD that state nothing, with where their bytes lie: contexts, for the most part. Newest first. */
  silentJsonLd(most: number): MapPlace[];
  archiveFiles(): { file: string; length: number; closed: boolean }[];
}

export interface SentRequest {
  readonly site: string;
  readonly domain: string | null;
  readonly address: string | null;
  readonly url: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly owed: number | null;
  readonly run: number;
}

export interface RunSummary {
  readonly fetches: number;
  readonly failures: number;
  readonly bytes: number;
  /** Of these fetches, those of what pages need to be shown; files of documents are none. */
  readonly requisites: { readonly fetches: number; readonly failures: number; readonly bytes: number };
  readonly documents: number;
  readonly operations: Readonly<Record<Operation, number>>;
  /** Documents this run found one piece of evidence against. */
  readonly suspected: number;
  /** Changes and deletions that anomalies hold back. */
  readonly heldBack: number;
  /** Documents that say the same as another one, and what finding them took in this run. */
  readonly duplicates: DuplicateSummary;
  /** Traps that are paused, and how many URLs they left out. */
  readonly traps: { readonly paused: number; readonly leftOut: number };
  /** Sites that were set aside because they were in trouble, and did not answer again in this run: its gaps. */
  readonly setAside: readonly SetAsideRow[];
  readonly statuses: readonly { status: number; count: number }[];
  readonly types: readonly { type: string; count: number; bytes: number }[];
  readonly languages: readonly { language: string; count: number }[];
  readonly errors: readonly { error: string; count: number; example: string }[];
  readonly rejections: readonly { filter: string; count: number; example: string }[];
  readonly sites: readonly SiteSummary[];
  readonly archive: { readonly files: number; readonly bytes: number };
}

/** How the visit of a page ended. */
export interface PageVisit {
  readonly url: string;
  /** Nobody found it: it was named. */
  readonly isSeed: boolean;
  /** Of the last answer; 0 for none, null when it was not asked for. */
  readonly status: number | null;
  /** Where that answer led. */
  readonly location: string | null;
  readonly error: string | null;
  /** For people, why the visit ended so. */
  readonly reason: string | null;
  /** Of its document, what the reader noted; null where there is none. */
  readonly notes: string | null;
}

/** A site in trouble. Times are milliseconds since 1970. */
export interface SetAsideRow {
  readonly site: string;
  readonly reason: string;
  /** Since when nothing came of asking it, and when it was set aside. */
  readonly since: number;
  readonly at: number;
  /** Requests in a row that failed. */
  readonly tries: number;
  /** URLs that wait there now. */
  readonly queued: number;
}

export interface DuplicateSummary {
  /** Documents of the workspace that are duplicates of others, and how many of those have the very same words. */
  readonly documents: number;
  readonly exact: number;
  /** Texts compared, pairs looked at, and what came of them: in this run. */
  readonly texts: number;
  readonly candidates: number;
  readonly trueDuplicates: number;
  readonly falseCandidates: number;
  /** Pairs that need not be looked at. */
  readonly saved: number;
  /** Pairs nobody knows about, since comparing took too long. */
  readonly unsettled: number;
}

export interface SiteSummary {
  readonly site: string;
  readonly documents: number;
  readonly fetches: number;
  readonly failures: number;
  readonly bytes: number;
  readonly queued: number;
  readonly robots: string;
}
