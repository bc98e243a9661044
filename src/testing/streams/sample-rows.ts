/**
 * Rows of a small workspace that was never crawled: coherent from stream to stream, with what is seldom in every column.
 * Ids have gaps, and one of each kind is as large as ids may be.
 */
import { asId } from '../../model/index.js';
import type { RowOf } from './row-filters.js';

const LARGEST = Number.MAX_SAFE_INTEGER;
const SITES = 5;
const KINDS = ['page', 'page', 'page', 'robots', 'sitemap', 'requisite'];
const STATES = ['done', 'done', 'done', 'failed', 'excluded', 'queued'] as const;

/** The value of a list for a number: they come round again. */
const one = <Value>(list: readonly Value[], number: number): Value => list[number % list.length] as Value;

const id = <Of extends string>(number: number) => asId<Of>(number === 0 ? LARGEST : number * 3 + 7);

export const sampleSite = (n: number): RowOf<'sites'> => ({
  id: asId(n * 3 + 7),
  origin: `http://site${n}.example`,
  domain: n === 3 ? null : one(['site.example', 'other.example'], n),
  address: one(['192.0.2.1', '192.0.2.2', null], n),
  robotsState: one(['parsed', 'missing', null], n),
  robotsReason: one(['it was read', null], n),
  robots: n === 1 ? Uint8Array.from([0, 255, 10]) : null,
  robotsFetchedAt: one([1000 + n, null], n),
  robotsExpiresAt: one([2000 + n, null], n),
  crawlDelay: one([null, 1.5], n),
  queued: n,
  pages: n * 2,
});

export const sampleRun = (n: number): RowOf<'runs'> => ({
  id: asId(n * 2 + 1),
  startedAt: 1000 * n,
  endedAt: n === 2 ? null : 1000 * n + 500,
  state: one(['finished', 'stopped', 'running'] as const, n),
  reason: one(['it is done', null], n),
  definition: '{"name":"sample"}',
  statistics: one([null, '{}'], n),
  pages: n,
  elapsed: 500,
  sizeBefore: 0,
  partial: n === 1,
});

export const sampleResource = (n: number): RowOf<'resources'> => ({
  id: id(n),
  site: sampleSite(n % SITES).id,
  origin: sampleSite(n % SITES).origin,
  url: urlOf(n),
  fingerprint: [(n * 0x9e3779b1) >>> 0, (n * 0x85ebca6b) >>> 0],
  kind: one(KINDS, n),
  depth: n % 4,
  redirects: 0,
  via: n < 2 ? null : sampleVia(n).id,
  viaUrl: n < 2 ? null : sampleVia(n).url,
  seed: n < 2 ? null : id(1),
  link: one(['seed', 'a', 'sitemap'], n),
  trail: one([null, 'a>b'], n),
  score: one([null, 0.25, 1], n),
  found: 900 + n,
  state: one(STATES, n),
  run: one([sampleRun(0).id, sampleRun(1).id, null], n),
  attempts: one([1, null], n),
  reason: one(['answered 200', null], n),
  lastFetch: n % 7 ? id(n * 2) : null,
  lastGood: n % 3 ? id(n * 2) : null,
});

const urlOf = (n: number): string => `${sampleSite(n % SITES).origin}/page/${n}`;
const sampleVia = (n: number) => ({ id: id<'resource'>(1), url: urlOf(1), n });

export const sampleFetch = (n: number): RowOf<'fetches'> => {
  const resource = sampleResource(Math.floor(n / 2));
  const status = one([200, 200, 304, 404, 0, 503], n);
  const error = status === 0 ? 'FETCH_TIMEOUT' : null;
  const isKept = n % 5 !== 0;
  return {
    id: id(n),
    resource: resource.id,
    run: sampleRun(n % 3).id,
    site: resource.site,
    kind: resource.kind,
    link: resource.link,
    url: resource.url,
    method: one(['GET', 'GET', 'RECEIVED'], n),
    owed: one([null, 500], n),
    startedAt: 5000 + ((n * 37) % 101),
    duration: n,
    firstByte: (n * 13) % 50,
    status,
    type: one(['text/html', 'image/png', null], n),
    declaredType: one(['text/html', null], n),
    length: n * 100,
    etag: one(['"x"', null], n),
    lastModified: null,
    location: one([null, '/elsewhere'], n),
    address: '192.0.2.1',
    protocol: 'HTTP/1.1',
    tls: one([null, '{"valid":true}'], n),
    truncated: null,
    error,
    detail: error && 'it took too long',
    failed: error !== null || status >= 400,
    payloadDigest: one([`sha256:${n}`, null], n),
    triples: one([null, 3], n),
    recordId: isKept ? `urn:uuid:${n}` : null,
    revisit: isKept ? n % 4 === 1 : null,
    segment: isKept ? one(SEGMENTS, n).name : null,
    offset: isKept ? n * 10 : null,
    size: isKept ? 10 : null,
  };
};

const SEGMENTS: readonly RowOf<'segments'>[] = [
  { name: 'a.warc.gz', length: 1000, closed: true },
  { name: 'b.warc.gz', length: 2000, closed: false },
];

export const sampleRejection = (n: number): RowOf<'rejections'> => ({
  fingerprint: [(n * 0xc2b2ae35) >>> 0, n],
  url: `http://out.example/${n}`,
  filter: one(['hosts', 'depth', 'schemes'], n),
  reason: 'it is elsewhere',
  foundOn: n % 4 ? id(1) : null,
  foundOnUrl: n % 4 ? urlOf(1) : null,
  run: sampleRun(n % 2).id,
});

export const sampleQueued = (n: number): RowOf<'queue'> => ({
  resource: id(n + 1),
  site: sampleSite((n + 1) % SITES).id,
  origin: sampleSite((n + 1) % SITES).origin,
  domain: sampleSite((n + 1) % SITES).domain,
  url: urlOf(n + 1),
  kind: one(['page', 'page', 'robots'], n),
  depth: n % 3,
  immediate: n % 5 === 0,
  score: one([null, 0.5, 0.75], n),
  due: one([null, null, 12_000], n) === null ? null : 12_000,
});

/** Two versions each: the older one is that of the even number. */
const versionOf = (document: number, edition: 0 | 1) => document * 2 + edition;

export const sampleDocument = (n: number): RowOf<'documents'> => {
  const [resource, fetch] = [sampleResource(n), sampleFetch(versionOf(n, 1))];
  const version = sampleVersion(versionOf(n, 1));
  const isCopy = n > 3 && n % 4 === 0;
  return {
    id: id(n),
    resource: resource.id,
    identifier: resource.url,
    version: version.id,
    state: one(['present', 'present', 'suspected', 'deleted'], n),
    firstSeen: 100 + n,
    lastChanged: 5000 - ((n * 17) % 30),
    lastChecked: 6000 + n,
    deletedAt: n % 4 === 3 ? 6000 : null,
    checks: n,
    changes: n % 3,
    evidence: '[]',
    site: resource.site,
    origin: resource.origin,
    seed: resource.seed,
    depth: resource.depth,
    link: resource.link,
    viaUrl: resource.viaUrl,
    title: version.title,
    language: version.language,
    type: version.type,
    charset: version.charset,
    md5: version.md5,
    sha256: version.sha256,
    score: version.score,
    notes: version.notes,
    fetch: version.fetch,
    run: fetch.run,
    fetchedAt: fetch.startedAt,
    status: fetch.status,
    length: fetch.length,
    segment: fetch.segment,
    offset: fetch.offset,
    size: fetch.size,
    duplicateOf: isCopy ? id(2) : null,
    duplicateOfIdentifier: isCopy ? urlOf(2) : null,
    similarity: isCopy ? one([1, 0.9], n / 4) : null,
    signature: isCopy ? 'ab12' : null,
  } as RowOf<'documents'>;
};

export const sampleVersion = (n: number): RowOf<'versions'> => ({
  id: id(n),
  document: id(Math.floor(n / 2)),
  current: n % 2 === 1,
  fetch: id(n),
  type: one(['text/html', 'application/pdf'], n),
  charset: one(['utf-8', null], n),
  title: one(['Of Härbours \u{1f6a2}', null, 'with\0nothing'], n),
  language: one(['en', 'de', null], n),
  languageConfidence: one([0.5, null], n),
  md5: `${n}`,
  sha256: `s${n}`,
  score: one([null, 0.5], n),
  directives: '{}',
  notes: '[]',
  digests: `{"n":${n}}`,
});

export const sampleBody = (n: number): RowOf<'bodies'> => ({
  version: id(n),
  document: id(Math.floor(n / 2)),
  current: n % 2 === 1,
  text: `Text \0 of ${n} \u{1f6a2}`,
  content: one([null, '0,4'], n),
  metadata: '{}',
  facts: one([null, '{"title":"x"}'], n),
  links: '[]',
});

const upTo = <Row>(count: number, make: (n: number) => Row): Row[] => Array.from({ length: count }, (_, n) => make(n));

export const sampleRows = () => ({
  runs: upTo(3, sampleRun),
  sites: upTo(SITES, sampleSite),
  resources: upTo(60, sampleResource),
  queue: upTo(20, sampleQueued),
  rejections: upTo(25, sampleRejection),
  fetches: upTo(120, sampleFetch),
  segments: [...SEGMENTS],
  documents: upTo(40, sampleDocument),
  versions: upTo(80, sampleVersion),
  bodies: upTo(80, sampleBody),
});
