/** Answers what `explain` asks about one URL: see store/repository/explain-port.ts on what that costs. */
import { type Order, orderOf } from '../../frontier/queue/index.js';
import type {
  ExplainRows,
  KnownChange,
  KnownDocument,
  KnownRejection,
  KnownResource,
  KnownSite,
  KnownTrouble,
  KnownVisit,
  LearnedRendering,
  LinkingPage,
  PendingChange,
  QueuePlace,
  Relatives,
  ResourceState,
} from '../../store/index.js';
import { asInteger } from './commit.js';
import type { Sqlite } from './database.js';
import { type LogRecord, readLog } from './frontier-log.js';
import { STATES } from './schema.js';

const STATE_NAMES = Object.keys(STATES) as ResourceState[];
/** More names and sources of redirects than this are not listed. */
const LISTED = 50;

export class SqliteExplainRows implements ExplainRows {
  readonly #db: Sqlite;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  secret(): Uint8Array | null {
    const secret = this.#db.prepare("SELECT value FROM meta WHERE name = 'secret'").pluck().get() as Buffer | undefined;
    return secret ? new Uint8Array(secret) : null;
  }

  find(fingerprint: readonly [number, number]): KnownResource | null {
    return resourceOf(this.#db.prepare(`${RESOURCE} WHERE r.fingerprint = ?`).get(asInteger(fingerprint)));
  }

  robotsOf(site: string): KnownResource | null {
    return resourceOf(this.#db.prepare(`${RESOURCE} WHERE r.kind = 'robots' AND s.origin = ?`).get(site));
  }

  resource(id: number): KnownResource | null {
    return resourceOf(this.#db.prepare(`${RESOURCE} WHERE r.id = ?`).get(id));
  }

  relatives({ id, url }: Pick<KnownResource, 'id' | 'url'>): Relatives {
    const rows = this.#db.prepare(RELATIVES).all({ id, tail: `, to ${url}` }) as { url: string; state: number }[];
    const named = (state: number): string[] => rows.filter((row) => row.state === state).map((row) => row.url);
    const led = this.#db.prepare(`SELECT count(*) FROM resource WHERE via = ? AND state <> ${STATES.alias}`).pluck().get(id) as number;
    return { led, aliases: named(STATES.alias), redirected: named(STATES.redirected) };
  }

  rejection(fingerprint: readonly [number, number]): KnownRejection | null {
    const row = this.#db
      .prepare('SELECT url, filter, reason, found_on AS foundOn, run FROM rejection WHERE fingerprint = ?')
      .get(asInteger(fingerprint));
    return (row as KnownRejection | undefined) ?? null;
  }

  visits(resource: number): KnownVisit[] {
    return visitsOf(this.#db.prepare(`${VISIT} FROM fetch f WHERE f.resource = ? ORDER BY f.id`).all(resource));
  }

  site(origin: string): KnownSite | null {
    return (this.#db.prepare(SITE).get(origin) as KnownSite | undefined) ?? null;
  }

  trouble(origin: string): KnownTrouble | null {
    return (this.#db.prepare(TROUBLE).get(origin) as KnownTrouble | undefined) ?? null;
  }

  lastRequests(site: number, count: number): KnownVisit[] {
    const sql = `${VISIT} FROM fetch f JOIN resource r ON r.id = f.resource WHERE r.site = ? ORDER BY f.id DESC LIMIT ?`;
    return visitsOf(this.#db.prepare(sql).all(site, count));
  }

  page(resource: number): LinkingPage | null {
    const row = this.#db
      .prepare('SELECT v.language, v.links FROM document d JOIN version v ON v.id = d.version WHERE d.resource = ?')
      .get(resource);
    return (row as LinkingPage | undefined) ?? null;
  }

  document(resource: number): KnownDocument | null {
    const row = this.#db.prepare(DOCUMENT).get(resource) as (KnownDocument & { id: number }) | undefined;
    if (!row) return null;
    const { id, ...document } = row;
    const entries = this.#db.prepare(ENTRIES).all(id) as KnownChange[];
    return { ...document, entries, pending: this.#pending(id) };
  }

  place(resource: number, site: number, order: Order): QueuePlace | null {
    const queue = new SiteLog(resource, site);
    readLog(this.#db, (record) => queue.take(record));
    return queue.placeBy(order);
  }

  pagesOfSeed(resource: number): number {
    return (this.#db.prepare('SELECT pages FROM seed WHERE resource = ?').pluck().get(resource) as number | undefined) ?? 0;
  }

  rendering(site: string, template: string): LearnedRendering | null {
    const row = this.#db
      .prepare(
        'SELECT template, tried, gained, recent, because FROM rendering r JOIN site s ON s.id = r.site WHERE s.origin = ? AND r.template = ?',
      )
      .get(site, template);
    return (row as LearnedRendering | undefined) ?? null;
  }

  #pending(document: number): PendingChange | null {
    const row = this.#db.prepare(PENDING).get(document) as PendingRow | undefined;
    if (!row) return null;
    const { anomaly: id, kind, detail, state, ...pending } = row;
    return { ...pending, anomaly: id === null || kind === null ? null : { id, kind, detail: detail ?? '', state: state ?? '' } };
  }
}

interface PendingRow extends Omit<PendingChange, 'anomaly'> {
  readonly anomaly: number | null;
  readonly kind: string | null;
  readonly detail: string | null;
  readonly state: string | null;
}

/** The queue of one site as the log has it, and what it says of one entry. */
class SiteLog {
  readonly #queued = new Map<number, { order: Omit<Parameters<typeof orderOf>[0], 'score'>; score: number | null; dueAt: number | null }>();
  readonly #scores: number[] = [];

  constructor(
    private readonly id: number,
    private readonly site: number,
  ) {}

  take({ operation, id, site, kind, depth, immediate, value }: Readonly<LogRecord>): void {
    if (operation === 'known' || operation === 'settled') {
      this.#queued.delete(id);
      return;
    }
    if (site !== this.site) return;
    const waits = operation === 'retry';
    const score = waits ? (this.#queued.get(id)?.score ?? null) : Number.isNaN(value) ? null : value;
    this.#queued.set(id, { order: { kind, depth, immediate }, score, dueAt: waits ? value : null });
    if (id === this.id && !waits && score !== null) this.#scores.push(score);
  }

  placeBy(order: Order): QueuePlace | null {
    const own = this.#queued.get(this.id);
    if (!own) return null;
    const placeOf = ({ order: facts, score }: typeof own): number => orderOf({ ...facts, score }, order);
    const place = placeOf(own);
    let ahead = 0;
    for (const [id, other] of this.#queued) {
      const theirs = placeOf(other);
      if (other.dueAt === null && (theirs < place || (theirs === place && id < this.id))) ahead++;
    }
    return { ahead, atSite: this.#queued.size, immediate: own.order.immediate, dueAt: own.dueAt, scores: this.#scores };
  }
}

function resourceOf(row: unknown): KnownResource | null {
  if (!row) return null;
  const { state, ...resource } = row as Omit<KnownResource, 'state'> & { state: number };
  return { ...resource, state: STATE_NAMES[state] ?? 'queued' };
}

const visitsOf = (rows: unknown[]): KnownVisit[] =>
  (rows as (Omit<KnownVisit, 'revisit'> & { revisit: number | null })[]).map((row) => ({ ...row, revisit: row.revisit === 1 }));

const RESOURCE = `SELECT r.id, r.site AS siteId, s.origin AS site, r.url, r.kind, r.depth, r.redirects, r.via, r.seed, r.link, r.score, r.found, r.state, r.run,
  r.attempts, r.reason FROM resource r JOIN site s ON s.id = r.site`;

const RELATIVES = `SELECT url, state FROM resource
  WHERE (state = ${STATES.alias} AND via = @id) OR (state = ${STATES.redirected} AND substr(reason, -length(@tail)) = @tail) LIMIT ${LISTED}`;

const VISIT = `SELECT f.id, f.run, f.url, f.started AS startedAt, f.duration, f.owed, f.status, f.type, f.length, f.location, f.address, f.truncated, f.error,
  f.detail, f.revisit, f.warc AS file, f.offset`;

const SITE = `SELECT s.origin, s.domain, s.address, s.robots_state AS robotsState, s.robots_reason AS robotsReason, s.robots, s.robots_fetched AS robotsFetchedAt,
    s.robots_expires AS robotsExpiresAt, coalesce(q.queued, 0) AS queued, coalesce(q.pages, 0) AS pages,
    (SELECT count(*) FROM site o WHERE o.address = s.address AND o.id <> s.id) AS atAddress, (SELECT count(*) FROM site o WHERE o.domain = s.domain AND o.id <> s.id) AS inDomain
  FROM site s LEFT JOIN queue q ON q.site = s.id WHERE s.origin = ?`;

const TROUBLE = `SELECT t.reason, t.at, t.run, t.until FROM trouble t JOIN site s ON s.id = t.site
  WHERE s.origin = ? AND t.over IS NULL ORDER BY t.run DESC LIMIT 1`;

const DOCUMENT = `SELECT d.id, d.identifier, d.state, d.evidence, d.first_seen AS firstSeen, d.last_changed AS lastChanged, d.last_checked AS lastChecked, d.deleted,
    d.checks, d.changes, v.title, v.language, v.type, v.score, v.notes, o.identifier AS duplicateOf, k.similarity
  FROM document d LEFT JOIN version v ON v.id = d.version LEFT JOIN sketch k ON k.version = d.version LEFT JOIN document o ON o.id = k.duplicate_of WHERE d.resource = ?`;

/** Where an entry does not name the version before it, the one of the entry before is meant. */
const ENTRIES = `WITH story AS (SELECT *, coalesce(previous, lag(version) OVER (ORDER BY sequence)) AS before FROM journal WHERE document = ?)
  SELECT j.sequence, j.operation, j.run, j.at, j.reason, j.changed, j.evidence, j.suspicion, v.digests, b.digests AS digestsBefore, coalesce(j.fetch, v.fetch) AS fetch
  FROM story j LEFT JOIN version v ON v.id = j.version LEFT JOIN version b ON b.id = j.before AND b.id <> j.version ORDER BY j.sequence`;

const PENDING = `SELECT p.operation, p.run, p.at, p.reason, p.changed, p.evidence, p.anomaly, a.kind, a.detail, a.state
  FROM pending p LEFT JOIN anomaly a ON a.id = p.anomaly WHERE p.document = ?`;
