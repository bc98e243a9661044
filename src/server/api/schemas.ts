/** What the API takes and gives, as schemas: they check requests and answers, and make the OpenAPI document. */
import { z } from 'zod';
import { CRAWL_STATES } from '../crawls/index.js';

const count = z.number().int().nonnegative();
const id = z.number().int().positive();
const time = z.string().describe('ISO 8601, in UTC');
const optionalTime = time.nullable();
/** Numbers in paths and queries come as text. */
const idInUrl = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const placeInUrl = z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const limitInUrl = (usual: number) => z.coerce.number().int().min(1).max(1000).default(usual).describe('at most this many');

const OPERATIONS = ['Add', 'Upd', 'Del', 'None'] as const;
const DOCUMENT_STATES = ['present', 'suspected', 'deleted'] as const;

const operations = z.object({ Add: count, Upd: count, Del: count, None: count });

export const problem = z.object({
  error: z.object({
    code: z.string().describe('for programs'),
    message: z.string().describe('a sentence for people'),
    fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  }),
});

export const crawlName = z.object({ name: z.string().min(1).max(255).describe('of the crawl, as /status lists it') });
export const documentName = crawlName.extend({ id: idInUrl });
export const versionName = documentName.extend({ version: idInUrl });
export const runName = crawlName.extend({ run: z.union([z.literal('latest'), idInUrl]) });

export const documentQuery = z.object({
  site: z.string().max(500).optional().describe('scheme, host and port, such as https://www.example.org'),
  state: z.enum(DOCUMENT_STATES).optional(),
  language: z.string().max(20).optional().describe('such as de'),
  type: z.string().max(100).optional().describe('media type or the beginning of one, such as text/'),
  q: z.string().min(1).max(200).optional().describe('stands in the URL or in the title'),
  after: placeInUrl.default(0).describe('the `next` of the part before'),
  limit: limitInUrl(100),
});
export const searchQuery = z.object({
  q: z.string().max(2000).default('').describe('words, "phrases", -not, OR, begin*, field:value'),
  site: z.string().max(500).optional().describe('a host, with all hosts below it, or a site with its scheme'),
  language: z.string().max(20).optional().describe('such as de'),
  type: z.string().max(100).optional().describe('pdf, html, or a media type'),
  after: z.string().max(10).optional().describe('from this year, month or day on: 2024, 2024-05, 2024-05-17'),
  before: z.string().max(10).optional().describe('before this year, month or day'),
  sort: z.enum(['relevance', 'date']).default('relevance'),
  limit: z.coerce.number().int().min(1).max(100).default(10).describe('at most this many'),
  offset: z.coerce.number().int().min(0).max(10_000).default(0).describe('skip this many'),
  facets: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .describe('count sites, languages, types and years of all results'),
});
export const listQuery = z.object({ after: placeInUrl.default(0).describe('the `next` of the part before'), limit: limitInUrl(100) });
export const journalQuery = z.object({
  after: placeInUrl.default(0).describe('entries with a higher sequence number'),
  operation: z.enum(OPERATIONS).optional(),
  limit: limitInUrl(100),
});
export const contentQuery = z.object({ version: idInUrl.optional().describe('the newest when left out') });
export const eventsQuery = z.object({
  after: placeInUrl.optional().describe('journal entries after this sequence number; when left out, what is new from now on'),
});

const statistics = z.object({
  elapsedMs: z.number(),
  active: count,
  workers: count,
  completed: count,
  queued: count,
  known: count,
  sites: count,
  busySites: count,
  succeeded: count,
  failed: count,
  noops: count,
  pages: count,
  bytes: count,
  perSecond: z.number(),
  recentPerSecond: z.number(),
  paused: z.boolean().optional(),
});

export const crawlStatus = z.object({
  name: z.string(),
  workspace: z.string(),
  state: z.enum(CRAWL_STATES),
  reason: z.string().nullable(),
  run: id.nullable(),
  startedAt: optionalTime,
  endedAt: optionalTime,
  pages: count.describe('taken in the last run'),
  seconds: z.number().describe('at work in the last run'),
  sequence: count.describe('last sequence number of the journal'),
  queued: count,
  sites: count,
  figures: z
    .object({
      documents: z.object({ present: count, suspected: count, deleted: count }),
      operations: operations.describe('of the last run; None: looked at again, not changed'),
      entries: operations.describe('in the journal, over all runs'),
      waiting: count.describe('changes that are decided before the run ends'),
      held: count.describe('changes held back as anomalies'),
      openAnomalies: count,
      archiveBytes: count,
    })
    .describe('on a large workspace some seconds old'),
  statistics: statistics.nullable().describe('of the process at work; null when there is none'),
});

export const status = z.object({
  version: z.string(),
  crawls: z.array(
    z.union([
      crawlStatus,
      z.object({ name: z.string(), workspace: z.string(), error: z.object({ code: z.string(), message: z.string() }) }),
    ]),
  ),
});

const document = z.object({
  id,
  url: z.string(),
  site: z.string(),
  state: z.enum(DOCUMENT_STATES),
  title: z.string().nullable(),
  language: z.string().nullable(),
  type: z.string(),
  score: z.number().nullable(),
  version: id,
  firstSeen: time,
  lastChanged: time,
  lastChecked: time,
  deletedAt: optionalTime,
  checks: count,
  changes: count,
});

const pointer = z.object({ id: z.string().nullable(), file: z.string(), offset: count, size: count }).describe('a record in the archive');
const versionPointer = z.object({ id, sha256: z.string().nullable(), md5: z.string().nullable(), record: pointer.nullable() });

const journalEntry = z.object({
  sequence: id,
  operation: z.enum(OPERATIONS),
  at: time,
  run: id,
  document: id,
  identifier: z.string(),
  url: z.string().describe('where it was last fetched from'),
  site: z.string(),
  state: z.string().describe('state of the document now'),
  title: z.string().nullable(),
  type: z.string().nullable(),
  language: z.string().nullable(),
  reason: z.string(),
  changed: z.array(z.string()).describe('fields that differ'),
  evidence: z.array(z.unknown()),
  suspicion: z.string().nullable(),
  version: versionPointer,
  previous: versionPointer.nullable(),
  record: pointer.nullable().describe('of the fetch that shows it'),
});

const version = z.object({
  version: id,
  fetchedAt: time,
  status: count,
  length: count,
  type: z.string(),
  title: z.string().nullable(),
  language: z.string().nullable(),
  md5: z.string(),
  sha256: z.string(),
});

const next = z
  .number()
  .int()
  .nullable()
  .describe('`after` of the next part, which may be shorter than `limit`, even empty; null at the end');
const part = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), next });

export const documents = part(document);
export const journal = part(journalEntry);

export const documentDetail = document.extend({
  depth: count,
  foundBy: z.string(),
  via: z.string().nullable(),
  evidence: z.array(z.unknown()),
  versions: z.array(version),
  history: z.array(journalEntry),
});

const facet = z.array(z.object({ value: z.string(), count }));

export const searchResult = z.object({
  total: count.describe('all documents that match, whatever the limit'),
  behind: count.describe('entries of the journal that are not indexed yet'),
  meant: z
    .object({ query: z.string(), total: count })
    .nullable()
    .describe('a query with words of the index that finds more, where this one finds next to nothing'),
  hits: z.array(
    z.object({
      document: id,
      version: id,
      url: z.string(),
      site: z.string(),
      title: z.string().nullable(),
      type: z.string(),
      language: z.string().nullable(),
      firstSeen: time,
      lastChanged: time,
      published: optionalTime.describe('as the document says itself'),
      score: z.number().nullable(),
      record: z.string().nullable().describe('WARC-Record-ID of the version, as journal and knowledge name it'),
      rank: z.number().describe('how well it matches; comparable within one answer'),
      titleHtml: z.string().describe('escaped, with <mark> around the words found'),
      snippetHtml: z.string().describe('escaped, with <mark> around the words found'),
      snippet: z.object({ text: z.string(), marks: z.array(z.array(count)).describe('start and end of the words found') }),
    }),
  ),
  facets: z.object({ site: facet, language: facet, type: facet, year: facet }).nullable(),
});

export const versionDetail = version.extend({
  document: id,
  url: z.string(),
  charset: z.string().nullable(),
  score: z.number().nullable(),
  text: z.string().describe('without boilerplate'),
  visibleText: z.string().describe('everything a reader sees'),
  facts: z.unknown().describe('author, description, dates and the like, as far as the page tells them; null when nothing was read'),
  metadata: z.unknown(),
  digests: z.unknown(),
  links: z.array(z.object({ url: z.string(), kind: z.string(), anchor: z.string() })),
});

export const sites = part(
  z.object({
    id,
    site: z.string(),
    domain: z.string().nullable(),
    address: z.string().nullable(),
    queued: count,
    documents: count,
    fetches: count.describe('of the last run'),
    failures: count.describe('of the last run'),
    robotsState: z.string().nullable(),
    robotsReason: z.string().nullable(),
    robotsFetchedAt: optionalTime,
    crawlDelay: z.number().nullable(),
  }),
);

export const anomalies = part(
  z.object({
    id,
    run: id,
    site: z.string(),
    kind: z.string(),
    detail: z.string(),
    documents: count,
    at: time,
    state: z.string(),
    decidedAt: optionalTime,
  }),
);

const similarity = z.number().describe('1: the very same words');

export const duplicates = part(
  z.object({
    document: id,
    url: z.string(),
    title: z.string().nullable(),
    similarity,
    of: z.object({ document: id, url: z.string(), state: z.enum(DOCUMENT_STATES) }).describe('the document it says the same as'),
  }),
);

export const clusterQuery = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20).describe('at most this many') });
export const clusters = z.object({
  documents: count.describe('duplicates in the whole workspace'),
  exact: count.describe('those with the very same words'),
  items: z.array(
    z.object({
      document: id.describe('the original'),
      url: z.string(),
      title: z.string().nullable(),
      state: z.enum(DOCUMENT_STATES),
      copies: count,
      exact: count,
      examples: z.array(z.object({ document: id, url: z.string(), similarity })).describe('some of the copies'),
    }),
  ),
});

const TRAP_STATES = ['paused', 'released'] as const;
export const trapQuery = listQuery.extend({ state: z.enum(TRAP_STATES).optional() });
export const traps = part(
  z.object({
    id,
    site: z.string(),
    pattern: z.string().describe('# stands for a number or an identifier, ~ for a title'),
    reason: z.string(),
    examples: z.array(z.string()),
    fetched: count.describe('pages of it that had been fetched'),
    newText: z.number().nullable().describe('share of their text that was new, of the last ones; null when a person decided'),
    state: z.enum(TRAP_STATES),
    by: z.enum(['winnow', 'user']),
    run: id,
    at: time,
    releasedAt: optionalTime,
  }),
);

export const runs = z.object({
  items: z.array(
    z.object({
      id,
      state: z.string(),
      reason: z.string().nullable(),
      startedAt: time,
      endedAt: optionalTime,
      pages: count,
      seconds: z.number().describe('at work'),
    }),
  ),
});

/** Further fields of a report pass through. */
export const report = z.looseObject({
  name: z.string(),
  run: id,
  state: z.string(),
  reason: z.string().nullable(),
  startedAt: time,
  endedAt: optionalTime,
  seconds: z.number(),
  pagesPerSecond: z.number(),
  summary: z.looseObject({ fetches: count, failures: count, bytes: count, documents: count, operations }),
});

export const nothing = z.strictObject({}).optional();
export const asked = z.object({ asked: z.enum(['pause', 'go-on', 'start']) });
export const stopping = z.object({ stopping: z.literal(true) });

export const changeBody = z.strictObject({
  settings: z
    .record(z.string(), z.unknown())
    .describe('as in a definition, such as {"politeness": {"delay": "10s"}}; null takes a value back'),
});
export const changed = z.object({
  applied: z.array(
    z.object({ site: z.string().nullable(), path: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});

const addedUrl = z.strictObject({
  url: z.string().min(1).max(8192),
  score: z.number().min(0).max(1).optional(),
  priority: z.number().int().min(1).max(127).optional().describe('instead of a score: 1 is fetched first, 127 last'),
  immediate: z.boolean().optional().describe('before everything else queued at its site'),
  blacklist: z.boolean().optional().describe('never to be fetched'),
  depth: z.number().int().min(0).optional(),
});
export const urlsBody = z.strictObject({
  urls: z
    .array(z.union([z.string().min(1).max(8192), addedUrl]))
    .min(1)
    .max(10_000),
});
export const added = z.object({ accepted: count, updated: count, blacklisted: count, refused: count });

export const tableList = z.array(
  z.object({
    name: z.string(),
    rows: z.number().nullable().describe('null: not counted'),
    isExact: z.boolean().describe('false: an estimate'),
    bytes: z.number().nullable().describe('with indexes; null where it is not known'),
  }),
);

export const tableRows = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())).describe('long values are cut, bytes told by their number'),
  next: z.number().nullable().describe('the `after` of the next part; null at the end'),
});

export const databases = z.object({
  items: z.array(
    z.union([
      z.object({
        name: z.string(),
        state: z.object({
          product: z.string(),
          bytes: z.number(),
          connections: z.number(),
          commits: z.number(),
          startedAt: z.string(),
        }),
        tables: tableList,
      }),
      z.object({ name: z.string(), error: z.object({ code: z.string(), message: z.string() }) }),
    ]),
  ),
});
