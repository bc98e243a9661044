/** What a user gets when exporting a collection: a flat list of rows with stable column names. Times come as ISO 8601. */
import { storedMainText } from '../../model/index.js';
import { type DocumentRow, type JournalReader, oneByOne, type Streams } from '../../store/index.js';
import type { ExportRecord } from './records.js';

/** Named collections a user can export. */
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

export interface CollectionSource {
  readonly streams: Streams;
  readonly journal: JournalReader;
}

/** The rows of a collection, any number of them, in batches. */
type Rows = AsyncGenerator<readonly ExportRecord[], void>;

export const collectionRows = (source: CollectionSource, collection: Collection): AsyncGenerator<ExportRecord, void> =>
  oneByOne(ROWS[collection](source));

const ROWS: Readonly<Record<Collection, (source: CollectionSource) => Rows>> = {
  documents: ({ streams }) => mapped(streams.documents.each({ columns: DOCUMENT_COLUMNS }), documentRecord),
  pages,
  links,
  fetches: ({ streams }) =>
    mapped(streams.fetches.each({ columns: FETCH_COLUMNS }), (row) => ({
      id: row.id,
      url: row.url,
      method: row.method,
      started: iso(row.startedAt),
      duration: row.duration,
      first_byte: row.firstByte,
      status: row.status,
      type: row.type,
      declared_type: row.declaredType,
      length: row.length,
      etag: row.etag,
      last_modified: row.lastModified,
      location: row.location,
      address: row.address,
      protocol: row.protocol,
      tls: row.tls,
      truncated: row.truncated,
      error: row.error,
      detail: row.detail,
      payload_digest: row.payloadDigest,
      record_id: row.recordId,
      revisit: row.revisit === null ? null : Number(row.revisit),
      warc: row.segment,
      offset: row.offset,
      size: row.size,
      run: row.run,
    })),
  resources: ({ streams }) =>
    mapped(streams.resources.each({ columns: RESOURCE_COLUMNS }), (row) => ({
      id: row.id,
      url: row.url,
      site: row.origin,
      kind: row.kind,
      depth: row.depth,
      found_by: row.link,
      via: row.viaUrl,
      state: row.state === 'alias' && row.link === 'deposit' ? 'deposited' : row.state,
      reason: row.reason,
      attempts: row.attempts,
    })),
  sites: ({ streams }) =>
    mapped(streams.sites.each({ columns: SITE_COLUMNS }), (row) => ({
      origin: row.origin,
      domain: row.domain,
      address: row.address,
      robots_state: row.robotsState,
      robots_reason: row.robotsReason,
      robots: row.robots && Buffer.from(row.robots).toString(),
      robots_fetched: iso(row.robotsFetchedAt),
      crawl_delay: row.crawlDelay,
    })),
  journal,
  rejections: ({ streams }) =>
    mapped(streams.rejections.each(), ({ url, filter, reason, foundOnUrl, run }) => ({ url, filter, reason, found_on: foundOnUrl, run })),
  runs: ({ streams }) =>
    mapped(streams.runs.each(), ({ id, startedAt, endedAt, state, reason, statistics }) => ({
      id,
      started: iso(startedAt),
      ended: iso(endedAt),
      state,
      reason,
      statistics,
    })),
  queue: ({ streams }) =>
    mapped(streams.queue.each(), ({ url, origin, domain, kind, depth, immediate, score, resource, due }) => ({
      url,
      site: origin,
      domain,
      kind,
      depth,
      immediate: Number(immediate),
      score,
      counter: resource,
      due: iso(due),
    })),
};

const FETCH_COLUMNS = [
  ...(['id', 'url', 'method', 'startedAt', 'duration', 'firstByte', 'status', 'type', 'declaredType', 'length', 'etag'] as const),
  ...(['lastModified', 'location', 'address', 'protocol', 'tls', 'truncated', 'error', 'detail', 'payloadDigest'] as const),
  ...(['recordId', 'revisit', 'segment', 'offset', 'size', 'run'] as const),
] as const;

const RESOURCE_COLUMNS = ['id', 'url', 'origin', 'kind', 'depth', 'link', 'viaUrl', 'state', 'reason', 'attempts'] as const;

const SITE_COLUMNS = ['origin', 'domain', 'address', 'robotsState', 'robotsReason', 'robots', 'robotsFetchedAt', 'crawlDelay'] as const;

const DOCUMENT_COLUMNS = [
  ...(['id', 'identifier', 'type', 'title', 'language', 'md5', 'sha256', 'duplicateOfIdentifier', 'similarity'] as const),
  ...(['firstSeen', 'lastChanged', 'lastChecked', 'state'] as const),
] as const;

const documentRecord = (row: Pick<DocumentRow, (typeof DOCUMENT_COLUMNS)[number]>): ExportRecord => ({
  id: row.id,
  url: row.identifier,
  type: row.type,
  title: row.title,
  language: row.language,
  md5: row.md5,
  sha256: row.sha256,
  duplicate_of: row.duplicateOfIdentifier,
  similarity: row.similarity,
  first_seen: iso(row.firstSeen),
  last_changed: iso(row.lastChanged),
  last_checked: iso(row.lastChecked),
  state: row.state,
});

const HELD = ['present', 'suspected'] as const;
const PAGE_COLUMNS = [
  ...(['id', 'version', 'identifier', 'title', 'language', 'type', 'charset', 'status', 'depth', 'link', 'origin', 'fetchedAt'] as const),
  ...(['length', 'md5', 'sha256', 'score', 'segment', 'offset', 'size', 'duplicateOfIdentifier', 'similarity', 'signature'] as const),
] as const;
type PageRow = Pick<DocumentRow, (typeof PAGE_COLUMNS)[number]>;

/** Pages whose text is in memory at one time. */
const PAGES = 250;

async function* pages({ streams }: CollectionSource): Rows {
  for await (const rows of streams.documents.each({ where: { state: HELD }, batch: PAGES, columns: PAGE_COLUMNS })) {
    const versions = rows.map(({ version }) => version);
    const bodies = await streams.bodies.get(versions, ['metadata', 'facts', 'content', 'text']);
    yield rows.map((row, at) => pageRecord(row, bodies[at] ?? NO_BODY));
  }
}

const NO_BODY: PageBody = { metadata: '{}', facts: null, content: null, text: '' };

function pageRecord(row: PageRow, { metadata, facts, content, text }: PageBody): ExportRecord {
  return {
    url: row.identifier,
    title: row.title,
    language: row.language,
    type: row.type,
    charset: row.charset,
    status: row.status,
    depth: row.depth,
    found_by: row.link,
    site: row.origin,
    fetched: iso(row.fetchedAt),
    length: row.length,
    md5: row.md5,
    sha256: row.sha256,
    score: row.score,
    metadata,
    facts,
    text: storedMainText(text, content),
    visibleText: text,
    warc: row.segment,
    offset: row.offset,
    size: row.size,
    duplicate_of: row.duplicateOfIdentifier,
    similarity: row.similarity,
    lsh_hash: row.signature,
  };
}

interface PageBody {
  readonly metadata: string;
  readonly facts: string | null;
  readonly content: string | null;
  readonly text: string;
}

type StoredLink = readonly [
  url: string,
  kind: string,
  anchor: string,
  rel: string,
  nofollow: number,
  path: string,
  start?: number,
  end?: number,
];

async function* links({ streams }: CollectionSource): Rows {
  for await (const rows of streams.documents.each({ where: { state: HELD }, columns: ['id', 'identifier', 'version'], batch: PAGES })) {
    const versions = rows.map(({ version }) => version);
    const bodies = await streams.bodies.get(versions, ['links', 'text']);
    for (const [at, { identifier }] of rows.entries()) {
      const { links: json, text } = bodies[at] ?? { links: '[]', text: '' };
      yield (JSON.parse(json) as StoredLink[]).map((link) => linkRecord(identifier, link, text));
    }
  }
}

const linkRecord = (from: string, [url, kind, anchor, rel, nofollow, path, start, end]: StoredLink, text: string): ExportRecord => ({
  from_url: from,
  to_url: url,
  kind: kind ?? null,
  anchor: anchor ?? null,
  rel: rel ?? null,
  nofollow: nofollow ?? null,
  path: path ?? null,
  paragraph: start === undefined ? null : text.slice(start, end),
});

/** Entries read at one go. */
const ENTRIES = 1000;

async function* journal({ journal: reader }: CollectionSource): Rows {
  for (let after = 0; ; ) {
    const { items, through } = await reader.read(after, ENTRIES);
    if (items.length === 0) return;
    yield items.map(({ sequence, operation, identifier, version, at, reason, changed, run, previous, evidence, suspicion }) => ({
      sequence,
      operation,
      url: identifier,
      version: version.id,
      at,
      reason,
      changed: JSON.stringify(changed),
      run,
      previous: previous?.id ?? null,
      evidence: JSON.stringify(evidence),
      suspicion,
    }));
    after = through;
  }
}

async function* mapped<Row>(batches: AsyncIterable<readonly Row[]>, recordOf: (row: Row) => ExportRecord): Rows {
  for await (const rows of batches) yield rows.map(recordOf);
}

/** Clocks of runs count in parts of milliseconds. */
function iso(milliseconds: number): string;
function iso(milliseconds: number | null): string | null;
function iso(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(Math.round(milliseconds)).toISOString();
}
