/**
 * The one transaction: archive bytes first, then everything the database learns from them.
 *
 * Runs in the writer thread. The archive is synced before the transaction begins, and the transaction stores the
 * synced lengths: bytes beyond them are cut when the workspace is opened again.
 */
import type { Archive, FileLength, NewFetch, NewVersion, Placement, Rejection, SiteUpdate } from '../../store/index.js';
import type { Sqlite } from './database.js';
import { STATES } from './schema.js';

/** A row of `resource` to insert. */
export interface FoundRow {
  readonly id: number;
  readonly site: number;
  readonly url: string;
  readonly fingerprint: readonly [high: number, low: number];
  readonly kind: string;
  readonly rank: number;
  readonly depth: number;
  readonly redirects: number;
  readonly via: number | null;
  readonly link: string;
  readonly trail: string | null;
  /** Known by this name too, never queued under it. */
  readonly alias: boolean;
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
  readonly site: number;
  readonly state: keyof typeof STATES;
  readonly reason: string;
  readonly attempts: number;
  readonly due: number;
  readonly fetches: readonly NewFetch[];
  readonly version: NewVersion | null;
  readonly found: readonly FoundRow[];
  readonly rejected: readonly Rejection[];
  readonly siteUpdate: SiteUpdate | null;
}

export interface CommitBatch {
  readonly run: number;
  readonly sites: readonly SiteRowToAdd[];
  readonly added: readonly FoundRow[];
  readonly items: readonly CommitItem[];
}

export class Committer {
  readonly #db: Sqlite;
  readonly #archive: Archive;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #inOneTransaction: (batch: CommitBatch, placements: Placement[][], lengths: readonly FileLength[]) => void;

  constructor(db: Sqlite, archive: Archive) {
    this.#db = db;
    this.#archive = archive;
    this.#statements = prepare(db);
    this.#inOneTransaction = db.transaction((batch: CommitBatch, placements: Placement[][], lengths: readonly FileLength[]) =>
      this.#write(batch, placements, lengths),
    );
  }

  commit(batch: CommitBatch): void {
    const placements = batch.items.map((item) => item.fetches.map((fetch) => (fetch.set ? this.#archive.append(fetch.set) : NOWHERE)));
    const lengths = this.#archive.sync();
    this.#inOneTransaction(batch, placements, lengths);
  }

  /** Closes the archive file and makes its last length part of the database. */
  close(): void {
    const lengths = this.#archive.close();
    this.#db.transaction(() => this.#writeLengths(lengths))();
  }

  #write(batch: CommitBatch, placements: Placement[][], lengths: readonly FileLength[]): void {
    for (const site of batch.sites) this.#statements.addSite.run(site.id, site.origin, site.domain);
    for (const row of batch.added) this.#addResource(row, batch.run);
    batch.items.forEach((item, index) => this.#writeItem(item, placements[index] as Placement[], batch.run));
    this.#writeLengths(lengths);
  }

  #writeItem(item: CommitItem, placements: Placement[], run: number): void {
    let fetch: number | bigint | null = null;
    item.fetches.forEach((row, index) => {
      fetch = this.#addFetch(item.resource, row, placements[index] as Placement, run);
    });
    if (item.version && fetch !== null) this.#writeVersion(item, item.version, fetch, run);
    for (const row of item.found) this.#addResource(row, run);
    for (const rejection of item.rejected) this.#addRejection(rejection, item.resource, run);
    if (item.siteUpdate) this.#updateSite(item.siteUpdate);
    const good = item.state === 'done' ? fetch : null;
    this.#statements.settle.run(STATES[item.state], item.reason, item.attempts, item.due, item.url, item.site, fetch, good, item.resource);
  }

  #addFetch(resource: number, f: NewFetch, at: Placement, run: number): number | bigint {
    const main = f.set?.records.find((record) => record.type === 'response' || record.type === 'revisit' || record.type === 'resource');
    return this.#statements.addFetch.run(
      resource,
      run,
      f.url,
      f.method,
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
    ).lastInsertRowid;
  }

  /** None touches only `last_checked`; Add and Upd make a version and a journal entry. */
  #writeVersion(item: CommitItem, v: NewVersion, fetch: number | bigint, run: number): void {
    const at = item.fetches.at(-1)?.startedAt ?? 0;
    const known = this.#statements.documentOf.get(item.resource) as { id: number } | undefined;
    if (v.operation === 'None') {
      if (known) this.#statements.checked.run(at, known.id);
      return;
    }
    const document = known?.id ?? this.#statements.addDocument.run(item.resource, item.url, at, at, at).lastInsertRowid;
    const version = this.#statements.addVersion.run(
      document,
      fetch,
      v.type,
      v.charset,
      v.title,
      v.language,
      v.languageConfidence,
      v.md5,
      v.sha256,
      v.digests,
      v.text,
      v.metadata,
      v.links,
      v.directives,
      v.notes,
      v.score,
    ).lastInsertRowid;
    this.#statements.setVersion.run(version, at, at, document);
    this.#statements.addJournal.run(v.operation, document, version, run, at, v.reason, JSON.stringify(v.changed));
  }

  #addResource(r: FoundRow, run: number): void {
    this.#statements.addResource.run(
      r.id,
      r.site,
      r.url,
      asInteger(r.fingerprint),
      r.kind,
      r.rank,
      r.depth,
      r.redirects,
      r.via,
      r.link,
      r.trail,
      run,
      r.alias ? STATES.alias : STATES.queued,
    );
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

const NOWHERE: Placement = { file: '', offset: 0 };

/** SQLite integers are signed: the fingerprint's 64 bits are kept as they are, read as a signed number. */
export function asInteger([high, low]: readonly [number, number]): bigint {
  return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
}

function prepare(db: Sqlite) {
  return {
    addSite: db.prepare('INSERT INTO site (id, origin, domain) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    addResource: db.prepare(
      'INSERT INTO resource (id, site, url, fingerprint, kind, rank, depth, redirects, via, link, trail, found, state) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)',
    ),
    settle: db.prepare(
      'UPDATE resource SET state = ?, reason = ?, attempts = ?, due = ?, url = ?, site = ?, last_fetch = coalesce(?, last_fetch), last_good = coalesce(?, last_good) WHERE id = ?',
    ),
    addFetch: db.prepare(
      `INSERT INTO fetch (resource, run, url, method, started, duration, first_byte, status, type, declared_type, length, etag, last_modified, location,
         address, protocol, tls, truncated, error, detail, payload_digest, record_id, revisit, warc, offset, size)
       VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
    ),
    documentOf: db.prepare('SELECT id FROM document WHERE resource = ?'),
    addDocument: db.prepare(
      'INSERT INTO document (resource, identifier, version, first_seen, last_changed, last_checked) VALUES (?, ?, 0, ?, ?, ?)',
    ),
    addVersion: db.prepare(
      `INSERT INTO version (document, fetch, type, charset, title, language, language_confidence, md5, sha256, digests, text, metadata, links,
         directives, notes, score) VALUES (?,?,?,?,?,?,?,?,?,?,CAST(? AS TEXT),CAST(? AS TEXT),CAST(? AS TEXT),?,?,?)`,
    ),
    setVersion: db.prepare('UPDATE document SET version = ?, last_changed = ?, last_checked = ? WHERE id = ?'),
    checked: db.prepare('UPDATE document SET last_checked = ? WHERE id = ?'),
    addJournal: db.prepare('INSERT INTO journal (operation, document, version, run, at, reason, changed) VALUES (?,?,?,?,?,?,?)'),
    addRejection: db.prepare('INSERT OR IGNORE INTO rejection (fingerprint, url, filter, reason, found_on, run) VALUES (?,?,?,?,?,?)'),
    updateSite: db.prepare(
      'UPDATE site SET robots_state = ?, robots_reason = ?, robots = ?, robots_fetched = ?, robots_expires = ?, crawl_delay = ?, address = coalesce(?, address) WHERE origin = ?',
    ),
    setLength: db.prepare(
      'INSERT INTO warc (file, length, closed) VALUES (?, ?, ?) ON CONFLICT (file) DO UPDATE SET length = excluded.length, closed = excluded.closed',
    ),
  };
}
