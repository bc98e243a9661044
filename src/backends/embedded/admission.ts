/**
 * Entries on their way in: new ones get a row, queued ones a new score, visited ones are dropped.
 *
 * A key is known, and a score combined, from the moment it is admitted, before the commit that makes it durable: a
 * failed commit ends the process anyway, and two pages settled together must not both bring in the same link. What
 * may be leased changes only after the commit: see `publish` in frontier.ts.
 */
import {
  combineScores,
  type EntryKind,
  KnownTable,
  type NewEntry,
  NOT_QUEUED,
  RowTable,
  type Scheduled,
  type Update,
} from '../../frontier/queue/index.js';
import { Bits } from '../../frontier/revisit/index.js';
import type { SiteQueue, SiteTable } from '../../frontier/schedule/index.js';
import type { FoundRow, RescoredRow, SiteRowToAdd } from './commit.js';
import type { StoredEntry } from './queue-reader.js';

/** Set in the turn of an entry that waits for a moment: it is queued, but not at its site. */
export const WAITS = 0x8000;
/** Scores that go into one; further ones change nothing worth a new place. */
const MOST_TURNS = WAITS - 2;

/** Entries that sitemaps and feeds may put back into the queue of one run: they may say of everything that it changed. */
const MOST_HINTED = 50_000;

/** What has to be committed. */
export interface Admission {
  readonly rows: FoundRow[];
  readonly sites: SiteRowToAdd[];
  readonly rescored: RescoredRow[];
  known: number;
}

export interface AdmissionParts {
  readonly sites: SiteTable;
  readonly update: Update;
  /** Whether the order of a page depends on its depth, which then is kept in memory for whoever finds it again. */
  readonly byDepth: boolean;
  /** Fingerprint of any text. */
  readonly identify: (text: string) => readonly [high: number, low: number];
  readonly stored: (id: number) => StoredEntry | null;
  readonly isLeased: (id: number) => boolean;
  readonly firstId: number;
  /** A turn that no entry had in this run: one that is queued again must not be taken for its former self. */
  readonly freshTurn: () => number;
}

export class Admitter {
  readonly known = new KnownTable();
  readonly rows = new RowTable();
  readonly #parts: AdmissionParts;
  /** What is known as a requisite only; the files of documents are among them. */
  readonly requisites = new Bits();
  /** Pages that are being visited as requisites, or wait to be: they become pages when that is over. */
  readonly #later = new Map<number, NewEntry>();
  /** Rows that are being committed. */
  readonly #underWay = new Map<number, FoundRow>();
  #nextId: number;
  #hinted = 0;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
    this.#nextId = parts.firstId;
  }

  admit(entries: Iterable<NewEntry>): Admission {
    const admission = emptyAdmission();
    for (const entry of entries) this.#admitOne(entry, admission);
    return admission;
  }

  /** Further names of something known: never queued. */
  admitAliases(entries: Iterable<NewEntry>): Admission {
    const admission = emptyAdmission();
    for (const entry of entries) {
      const id = this.#newId(entry.fingerprint);
      if (id !== null) admission.rows.push(this.#rowOf(id, entry, this.siteFor(entry.site, admission), true));
    }
    return admission;
  }

  /** What comes with documents that are handed over: known from now on, never queued, and nobody's robots.txt is asked for. */
  admitDeposited(entries: Iterable<NewEntry>): Admission {
    const admission = emptyAdmission();
    for (const entry of entries) {
      const id = this.#newId(entry.fingerprint);
      if (id !== null) admission.rows.push(this.#rowOf(id, entry, this.#quietSite(entry.site, admission), true));
    }
    return admission;
  }

  /** Its robots.txt is asked for when there is something to visit. */
  #quietSite(origin: string, admission: Admission): SiteQueue {
    const known = this.#parts.sites.find(origin);
    if (known) return known;
    const site = this.#parts.sites.open(origin);
    admission.sites.push({ id: site.id, origin, domain: site.domain });
    return site;
  }

  /** The site, met for the first time maybe; then its robots.txt is to be asked for first. */
  siteFor(origin: string, admission: Admission): SiteQueue {
    const known = this.#parts.sites.find(origin);
    if (known) return known;
    const site = this.#parts.sites.open(origin);
    admission.sites.push({ id: site.id, origin, domain: site.domain });
    if (site.gate === 'unknown') this.#admitRobots(site, admission);
    return site;
  }

  /**
   * A site's robots.txt is to be asked for again, before anything else there. Where it is not known by our name for it (the
   * first release had another), it is as if it had never been asked for.
   */
  robotsAgain(site: SiteQueue, admission: Admission): void {
    const fingerprint = this.#parts.identify(robotsKey(site.origin));
    const id = this.known.find(...fingerprint);
    if (id === -1) this.#admitRobots(site, admission);
    else if (this.rows.turnOf(id) === NOT_QUEUED)
      admission.rescored.push(this.#requeued({ id, site: site.id, fingerprint, kind: 'robots', depth: 0 }));
  }

  committed(row: FoundRow): void {
    this.#underWay.delete(row.id);
  }

  #admitOne(entry: NewEntry, admission: Admission): void {
    const id = this.#newId(entry.fingerprint);
    if (id !== null) {
      const site = this.siteFor(entry.site, admission);
      admission.rows.push(this.#rowOf(id, entry, site, false));
      this.#askRobotsFirst(site, admission);
      return;
    }
    const known = this.known.find(...entry.fingerprint);
    const rescored = this.#promote(known, entry) ?? this.#rescore(known, entry) ?? this.#requeueChanged(known, entry);
    if (rescored?.requeued) this.#askRobotsFirst(this.siteFor(entry.site, admission), admission);
    if (rescored) admission.rescored.push(rescored);
    else admission.known++;
  }

  /** The page that a visited requisite turned out to be; null where there is none. */
  takeLater(id: number): NewEntry | null {
    const entry = this.#later.get(id) ?? null;
    this.#later.delete(id);
    return entry;
  }

  /** What pages show may be linked to as well: then it is a page, and visited as one, whatever was found first. */
  #promote(id: number, entry: NewEntry): RescoredRow | null {
    if (entry.kind !== 'page' || !this.requisites.has(id)) return null;
    const held = this.#underWay.get(id) ?? this.#storedPlace(id);
    if (!held || held.link === 'file') return null;
    const turn = this.rows.turnOf(id);
    if (this.#parts.isLeased(id) || (turn !== NOT_QUEUED && turn & WAITS) || turn === MOST_TURNS) {
      this.#later.set(id, entry);
      return null;
    }
    this.requisites.remove(id);
    const { depth, redirects, via, link, trail, fingerprint, score = null, immediate = false } = entry;
    const place = { id, site: held.site, fingerprint, kind: 'page' as const, depth, promoted: { depth, redirects, via, link, trail } };
    if (turn === NOT_QUEUED) return { ...this.#requeued(place), promoted: place.promoted };
    const row = { ...place, score, immediate, turn: turn + 1 };
    this.#queue(row, row.turn);
    return row;
  }

  #storedPlace(id: number): { readonly site: number; readonly link: string } | null {
    const stored = this.#parts.stored(id);
    return stored && { site: stored.site, link: stored.entry.link };
  }

  /** Null when the key is known. */
  #newId([high, low]: readonly [number, number]): number | null {
    if (this.known.add(high, low, this.#nextId) !== -1) return null;
    return this.#nextId++;
  }

  #admitRobots(site: SiteQueue, admission: Admission): void {
    const url = `${site.origin}/robots.txt`;
    const fingerprint = this.#parts.identify(robotsKey(site.origin));
    const id = this.#newId(fingerprint);
    if (id === null) return;
    const entry: NewEntry = {
      url,
      fingerprint,
      site: site.origin,
      kind: 'robots',
      depth: 0,
      redirects: 0,
      via: null,
      link: 'robots',
      trail: null,
    };
    admission.rows.push(this.#rowOf(id, entry, site, false));
  }

  /** A run that revisits a part leaves out the robots.txt of sites it has nothing for, until it has. */
  #askRobotsFirst(site: SiteQueue, admission: Admission): void {
    if (site.gate !== 'unknown') return;
    const fingerprint = this.#parts.identify(robotsKey(site.origin));
    const id = this.known.find(...fingerprint);
    if (id === -1) return this.#admitRobots(site, admission); // so far it was only known from deposits
    if (this.rows.turnOf(id) !== NOT_QUEUED || this.#parts.isLeased(id)) return;
    admission.rescored.push(this.#requeued({ id, site: site.id, fingerprint, kind: 'robots', depth: 0 }));
  }

  /** What was visited before it is said to have changed is visited again. */
  #requeueChanged(id: number, { fingerprint, modifiedAt }: NewEntry): RescoredRow | null {
    if (modifiedAt === undefined || this.#hinted >= MOST_HINTED) return null;
    if (this.rows.turnOf(id) !== NOT_QUEUED || this.#parts.isLeased(id)) return null;
    const stored = this.#parts.stored(id);
    if (!stored?.entry.previous || stored.entry.previous.startedAt >= modifiedAt) return null;
    const { kind, depth } = stored.entry;
    this.#hinted++;
    return this.#requeued({ id, site: stored.site, fingerprint, kind, depth });
  }

  #requeued(row: Pick<RescoredRow, 'id' | 'site' | 'fingerprint' | 'kind' | 'depth'>): RescoredRow {
    const turn = this.#parts.freshTurn();
    this.rows.setTurn(row.id, turn);
    return { ...row, requeued: true, score: null, immediate: false, turn };
  }

  #rowOf(id: number, entry: NewEntry, site: SiteQueue, alias: boolean): FoundRow {
    const { url, fingerprint, kind, depth, redirects, via, link, trail, score = null, immediate = false } = entry;
    const row = {
      id,
      site: site.id,
      url,
      fingerprint,
      kind,
      depth,
      redirects,
      via,
      seed: entry.seed ?? id,
      link,
      trail,
      score,
      immediate,
      alias,
    };
    if (!alias) this.#queue(row, 0);
    if (!alias && kind === 'requisite') this.requisites.add(id);
    this.#underWay.set(id, row);
    return row;
  }

  /** If it is queued, its score is combined and it gets a new place; if it is visited or under way, nothing happens. */
  #rescore(id: number, entry: NewEntry): RescoredRow | null {
    const turn = this.rows.turnOf(id);
    const { score = null, immediate = false } = entry;
    if (turn === NOT_QUEUED || (score === null && !immediate) || this.#parts.isLeased(id)) return null;
    if ((turn & ~WAITS) >= MOST_TURNS) return null;
    const place = this.#placeOf(id, entry);
    const combined = this.#combine(id, turn, score);
    const now = { ...place, score: combined, immediate: immediate || place.immediate };
    const same = combined === null || Math.fround(combined) === this.#scoreOf(id);
    if (same && now.immediate === place.immediate) return null;
    // What waits for its moment keeps waiting; its new score counts from then on.
    const next = turn & WAITS ? turn : turn + 1;
    const row = { id, fingerprint: entry.fingerprint, turn: next, ...now };
    this.#queue(row, next);
    return turn & WAITS ? null : row;
  }

  #combine(id: number, turn: number, found: number | null): number | null {
    const has = this.#scoreOf(id);
    if (found === null || has === null) return found ?? has;
    return combineScores(this.#parts.update, has, (turn & ~WAITS) + 1, found);
  }

  #scoreOf(id: number): number | null {
    const score = this.rows.scoreOf(id);
    return Number.isNaN(score) ? null : score;
  }

  /** Where and as what it is queued: from memory where it is there, else from what is stored. */
  #placeOf(id: number, entry: NewEntry): { site: number; kind: EntryKind; depth: number; immediate: boolean } {
    const underWay = this.#underWay.get(id);
    if (underWay) return underWay;
    const facts = this.rows.factsOf(id);
    const site = this.#parts.sites.find(entry.site);
    if (facts && site) return { site: site.id, kind: 'page', ...facts };
    if (!this.#parts.byDepth && site) return { site: site.id, kind: 'page', depth: entry.depth, immediate: false };
    const stored = this.#parts.stored(id);
    if (stored) return { site: stored.site, kind: stored.entry.kind, depth: stored.entry.depth, immediate: false };
    return { site: site?.id ?? 0, kind: entry.kind, depth: entry.depth, immediate: false };
  }

  #queue(
    { id, score, immediate, depth, kind }: { id: number; score: number | null; immediate: boolean; depth: number; kind: EntryKind },
    turn: number,
  ): void {
    this.rows.setTurn(id, turn);
    if (score !== null) this.rows.setScore(id, score);
    if (kind === 'page' && (immediate || (score !== null && this.#parts.byDepth))) this.rows.setFacts(id, depth, immediate);
  }
}

/** Each site has a robots.txt of its own, also where two sites are one by the policy for URLs. */
export const robotsKey = (origin: string): string => `robots.txt of ${origin}`;

export const emptyAdmission = (): Admission => ({ rows: [], sites: [], rescored: [], known: 0 });

export const scheduled = ({ rows, rescored, known }: Admission): Scheduled => ({
  added: rows.filter(({ kind }) => kind !== 'robots').length,
  updated: rescored.length,
  known,
});
