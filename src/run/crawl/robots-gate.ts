/** What each site's robots.txt says to us: asked before every request, and the source of a site's pace and sitemaps. */
import type { Definition } from '../../definition/crawl/index.js';
import type { Frontier, SiteRules } from '../../frontier/queue/index.js';
import { type Robots, type RobotsAccess, robotsFromStatus } from '../../frontier/robots/index.js';
import type { KnownSiteRow, SiteUpdate } from '../../store/index.js';
import { type LiveDefinition, siteRules } from './live-definition.js';

/** What it tells a frontier. */
export type Gates = Pick<Frontier, 'setRules' | 'rulesChanged' | 'setGate'>;

export class RobotsGate {
  readonly #live: LiveDefinition;
  readonly #frontier: Gates;
  readonly #bySite = new Map<string, Robots>();
  /** Sites whose host does not exist, with what was said of it. */
  readonly #nowhere = new Map<string, string>();

  constructor(live: LiveDefinition, frontier: Gates) {
    this.#live = live;
    this.#frontier = frontier;
    frontier.setRules((site) => this.rulesFor(site));
  }

  /** What holds for a site, as the definition and its robots.txt have it now. */
  rulesFor(site: string): SiteRules {
    const robots = this.#bySite.get(site);
    return siteRules(this.#live.current, site, robots ? this.#delayAsked(robots) : null);
  }

  /** The rule that forbids the URL, in words; null when it may be fetched. */
  objection(site: string, url: string): string | null {
    const decision = this.#bySite.get(site)?.decide(this.#live.current.fetch.agent, url);
    return decision && !decision.allowed ? `robots.txt: ${decision.rule ?? 'not allowed'}` : null;
  }

  /** The same, but undefined as long as nobody has asked for the site's robots.txt. */
  objectionIfKnown(site: string, url: string): string | null | undefined {
    return this.#bySite.has(site) ? this.objection(site, url) : undefined;
  }

  sitemapsOf(site: string): readonly string[] {
    return this.#bySite.get(site)?.sitemaps ?? [];
  }

  /** Takes the answer to a request for robots.txt (null: there was none) and opens or closes the site. */
  take(
    site: string,
    answer: { status: number | null; body: Uint8Array; cacheControl: string | null; address: string | null },
    now: number,
  ): SiteUpdate {
    const access = robotsFromStatus(
      { status: answer.status, body: answer.body, at: now, cacheControl: answer.cacheControl },
      this.#live.current.fetch.robotsMode,
    );
    this.#apply(site, access.robots, access.outcome);
    return updateOf(site, access, answer, this.#delayAsked(access.robots), now);
  }

  /**
   * There is no such host. Its pages need no permission then, and no request either: they fail as the request for its
   * robots.txt did, one by one, so that each has its reason.
   */
  takeNowhere(site: string, detail: string, now: number): SiteUpdate {
    const update = this.take(site, { status: null, body: new Uint8Array(), cacheControl: null, address: null }, now);
    this.#nowhere.set(site, detail);
    this.#frontier.setGate(site, 'open');
    return update;
  }

  /** Why a request to the site would find nobody; null when it may be made. */
  nowhere(site: string): string | null {
    return this.#nowhere.get(site) ?? null;
  }

  /** Takes what an earlier run stored, as long as it holds. */
  restore(row: KnownSiteRow, now: number): void {
    if (row.robotsState === null || row.robotsState === 'unavailable' || (row.robotsExpiresAt ?? 0) < now) return;
    const status = row.robotsState === 'parsed' ? 200 : 404;
    const { robots, outcome } = robotsFromStatus(
      { status, body: row.robots ?? new Uint8Array(), at: now },
      this.#live.current.fetch.robotsMode,
    );
    this.#apply(row.origin, robots, outcome);
  }

  #apply(site: string, robots: Robots, outcome: RobotsAccess['outcome']): void {
    this.#bySite.set(site, robots);
    this.#frontier.rulesChanged(site);
    this.#frontier.setGate(site, outcome === 'unavailable' ? 'closed' : 'open');
  }

  #delayAsked(robots: Robots): number | null {
    return delayAsked(this.#live.current, robots);
  }
}

/** Milliseconds by Crawl-delay or Request-rate, whichever is slower; null when the site asks for neither. */
export function delayAsked({ fetch: { agent }, politeness }: Definition, robots: Robots): number | null {
  const rate = robots.requestRate(agent);
  const seconds = Math.max(robots.crawlDelay(agent) ?? 0, rate ? rate.seconds / rate.requests : 0);
  return seconds > 0 ? 1000 * seconds * politeness.crawlDelayFactor : null;
}

function updateOf(
  site: string,
  access: RobotsAccess,
  answer: { status: number | null; body: Uint8Array; address: string | null },
  delayMs: number | null,
  now: number,
): SiteUpdate {
  return {
    origin: site,
    address: answer.address,
    robotsState: access.outcome,
    robotsReason: access.reason,
    robots: access.outcome === 'parsed' ? answer.body : null,
    robotsFetchedAt: now,
    robotsExpiresAt: Math.round(access.expiresAt),
    crawlDelay: delayMs === null ? null : delayMs / 1000,
  };
}
