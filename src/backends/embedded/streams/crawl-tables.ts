/** Where the rows of a crawl stand in core.db. */
import type { FetchId, ResourceId, RunId, SiteId } from '../../../model/index.js';
import type {
  FetchFilter,
  FetchRow,
  Fingerprint,
  OneOf,
  RejectionFilter,
  RejectionRow,
  ResourceFilter,
  ResourceRow,
  ResourceState,
  RunFilter,
  RunRow,
  SegmentFilter,
  SegmentRow,
  SiteFilter,
  SiteRow,
} from '../../../store/index.js';
import { asInteger } from '../commit.js';
import { STATES } from '../schema.js';
import { atLeast, type Column, type Condition, flag, holds, oneOf, type Table } from './table.js';

export const RUNS: Table<RunRow, RunId, RunFilter, 'newest'> = {
  name: 'runs',
  from: 'run u',
  key: [{ sql: 'u.id' }],
  keyOf: (id) => [id],
  columns: {
    id: 'u.id',
    startedAt: 'u.started',
    endedAt: 'u.ended',
    state: 'u.state',
    reason: 'u.reason',
    definition: 'u.definition',
    statistics: 'u.statistics',
    pages: 'u.pages',
    elapsed: 'u.elapsed',
    sizeBefore: 'u.size_before',
    partial: flag('u.partial'),
  },
  filters: { state: oneOf('u.state'), endedAfter: (wanted) => ({ sql: 'u.ended > ?', values: [wanted] }) },
  orders: { newest: { by: [{ sql: 'u.id' }], descending: true } },
};

export const SITES: Table<SiteRow, SiteId, SiteFilter, 'key'> = {
  name: 'sites',
  from: 'site s',
  joins: { q: 'LEFT JOIN queue q ON q.site = s.id' },
  key: [{ sql: 's.id' }],
  keyOf: (id) => [id],
  columns: {
    id: 's.id',
    origin: 's.origin',
    domain: 's.domain',
    address: 's.address',
    robotsState: 's.robots_state',
    robotsReason: 's.robots_reason',
    robots: { sql: 's.robots', decode: (stored: Buffer | null) => stored && new Uint8Array(stored) },
    robotsFetchedAt: 's.robots_fetched',
    robotsExpiresAt: 's.robots_expires',
    crawlDelay: 's.crawl_delay',
    queued: 'coalesce(q.queued, 0)',
    pages: 'coalesce(q.pages, 0)',
  },
  heavy: ['robots'],
  filters: {
    origin: oneOf('s.origin'),
    domain: oneOf('s.domain'),
    address: oneOf('s.address'),
    robotsExpiredBy: (wanted) => ({ sql: 's.robots_expires <= ?', values: [wanted] }),
  },
};

const STATE_NAMES = Object.keys(STATES) as ResourceState[];

/** Kept as one number of 64 bits, more than a number of JavaScript holds: it is read as text. */
const fingerprint = (column: string): Column => ({
  sql: `CAST(${column} AS TEXT)`,
  decode: (stored: string): Fingerprint => {
    const value = BigInt.asUintN(64, BigInt(stored));
    return [Number(value >> 32n), Number(value & 0xffffffffn)];
  },
});

const isPair = (wanted: OneOf<Fingerprint>): wanted is Fingerprint => wanted.length === 2 && typeof wanted[0] === 'number';

const oneOfFingerprints = (wanted: OneOf<Fingerprint>): Condition => {
  const all = isPair(wanted) ? [wanted] : wanted;
  return { sql: 'r.fingerprint IN (SELECT value FROM json_each(?))', values: [`[${all.map(asInteger).join()}]`] };
};

export const RESOURCES: Table<ResourceRow, ResourceId, ResourceFilter, 'key'> = {
  name: 'resources',
  from: 'resource r',
  joins: { s: 'JOIN site s ON s.id = r.site', v: 'LEFT JOIN resource v ON v.id = r.via' },
  key: [{ sql: 'r.id' }],
  keyOf: (id) => [id],
  columns: {
    id: 'r.id',
    site: 'r.site',
    origin: 's.origin',
    url: 'r.url',
    fingerprint: fingerprint('r.fingerprint'),
    kind: 'r.kind',
    depth: 'r.depth',
    redirects: 'r.redirects',
    via: 'r.via',
    viaUrl: 'v.url',
    seed: 'r.seed',
    link: 'r.link',
    trail: 'r.trail',
    score: 'r.score',
    found: 'r.found',
    state: { sql: 'r.state', decode: (stored: number) => STATE_NAMES[stored] },
    run: 'r.run',
    attempts: 'r.attempts',
    reason: 'r.reason',
    lastFetch: 'r.last_fetch',
    lastGood: 'r.last_good',
  },
  heavy: ['trail'],
  filters: {
    kind: oneOf('r.kind'),
    state: (wanted) => oneOf<number>('r.state')((typeof wanted === 'string' ? [wanted] : wanted).map((name) => STATES[name])),
    site: oneOf('r.site'),
    link: oneOf('r.link'),
    run: oneOf('r.run'),
    via: oneOf('r.via'),
    fingerprint: oneOfFingerprints,
  },
};

export const REJECTIONS: Table<RejectionRow, Fingerprint, RejectionFilter, 'key'> = {
  name: 'rejections',
  from: 'rejection x',
  joins: { r: 'LEFT JOIN resource r ON r.id = x.found_on' },
  key: [{ sql: 'x.fingerprint', read: 'CAST(x.fingerprint AS TEXT)', bound: 'CAST(? AS INTEGER)' }],
  keyOf: (pair) => [asInteger(pair)],
  columns: {
    fingerprint: fingerprint('x.fingerprint'),
    url: 'x.url',
    filter: 'x.filter',
    reason: 'x.reason',
    foundOn: 'x.found_on',
    foundOnUrl: 'r.url',
    run: 'x.run',
  },
  filters: { filter: oneOf('x.filter'), run: oneOf('x.run') },
};

export const FETCHES: Table<FetchRow, FetchId, FetchFilter, 'newest' | 'started'> = {
  name: 'fetches',
  from: 'fetch f',
  joins: { r: 'JOIN resource r ON r.id = f.resource' },
  key: [{ sql: 'f.id' }],
  keyOf: (id) => [id],
  columns: {
    id: 'f.id',
    resource: 'f.resource',
    run: 'f.run',
    site: 'r.site',
    kind: 'r.kind',
    link: 'r.link',
    url: 'f.url',
    method: 'f.method',
    owed: 'f.owed',
    startedAt: 'f.started',
    duration: 'f.duration',
    firstByte: 'f.first_byte',
    status: 'f.status',
    type: 'f.type',
    declaredType: 'f.declared_type',
    length: 'f.length',
    etag: 'f.etag',
    lastModified: 'f.last_modified',
    location: 'f.location',
    address: 'f.address',
    protocol: 'f.protocol',
    tls: 'f.tls',
    truncated: 'f.truncated',
    error: 'f.error',
    detail: 'f.detail',
    failed: flag('f.error IS NOT NULL OR f.status >= 400'),
    payloadDigest: 'f.payload_digest',
    recordId: 'f.record_id',
    revisit: flag('f.revisit'),
    segment: 'f.warc',
    offset: 'f.offset',
    size: 'f.size',
    triples: 'f.triples',
  },
  heavy: ['tls'],
  filters: {
    resource: oneOf('f.resource'),
    run: oneOf('f.run'),
    site: oneOf('r.site'),
    since: atLeast('f.started'),
    url: oneOf('f.url'),
    kind: oneOf('r.kind'),
    segment: oneOf('f.warc'),
    archived: holds('f.warc IS NOT NULL'),
    answered: holds('f.error IS NULL'),
    failed: holds('f.error IS NOT NULL OR f.status >= 400'),
  },
  orders: {
    newest: { by: [{ sql: 'f.id' }], descending: true },
    started: { by: [{ sql: 'f.started' }, { sql: 'f.id' }], isSorted: true },
  },
};

export const SEGMENTS: Table<SegmentRow, string, SegmentFilter, 'key'> = {
  name: 'segments',
  from: 'warc w',
  key: [{ sql: 'w.file' }],
  keyOf: (name) => [name],
  columns: { name: 'w.file', length: 'w.length', closed: flag('w.closed') },
  filters: { closed: holds('w.closed = 1') },
};
