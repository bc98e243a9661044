/** What each site's robots.txt says to us: asked before every request, and the source of a site's pace and sitemaps. */
import type { Definition } from '../definition/index.js';
import { type Robots, type RobotsAccess, robotsFromStatus } from '../fetch/index.js';
import type { Frontier, Pace } from '../frontier/index.js';
import type { SiteRow, SiteUpdate } from '../store/index.js';

export class RobotsGate {
  readonly #definition: Definition;
  readonly #frontier: Frontier;
  readonly #bySite = new Map<string, Robots>();

  constructor(definition: Definition, frontier: Frontier) {
    this.#definition = definition;
    this.#frontier = frontier;
  }

  /** The rule that forbids the URL, in words; null when it may be fetched. */
  objection(site: string, url: string): string | null {
    const decision = this.#bySite.get(site)?.decide(this.#definition.fetch.agent, url);
    return decision && !decision.allowed ? `robots.txt: ${decision.rule ?? 'not allowed'}` : null;
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
      this.#definition.fetch.robotsMode,
    );
    this.#apply(site, access.robots, access.outcome);
    return updateOf(site, access, answer, this.#delayAsked(access.robots), now);
  }

  /** Takes what an earlier run stored, as long as it holds. */
  restore(row: SiteRow, now: number): void {
    if (row.robotsState === null || row.robotsState === 'unavailable' || (row.robotsExpiresAt ?? 0) < now) return;
    const status = row.robotsState === 'parsed' ? 200 : 404;
    const { robots, outcome } = robotsFromStatus(
      { status, body: row.robots ?? new Uint8Array(), at: now },
      this.#definition.fetch.robotsMode,
    );
    this.#apply(row.origin, robots, outcome);
  }

  #apply(site: string, robots: Robots, outcome: RobotsAccess['outcome']): void {
    this.#bySite.set(site, robots);
    this.#frontier.setPace(site, this.#paceFor(robots));
    this.#frontier.setGate(site, outcome === 'unavailable' ? 'closed' : 'open');
  }

  #paceFor(robots: Robots): Pace {
    const { delay, perSite, responseFactor } = this.#definition.politeness;
    const asked = this.#delayAsked(robots);
    return { delay: Math.max(delay, asked ?? 0), perSite: asked ? 1 : perSite, responseFactor, asked: asked !== null };
  }

  /** Milliseconds by Crawl-delay or Request-rate, whichever is slower; null when the site asks for neither. */
  #delayAsked(robots: Robots): number | null {
    const { agent } = this.#definition.fetch;
    const { maxDelay, crawlDelayFactor } = this.#definition.politeness;
    const rate = robots.requestRate(agent);
    const seconds = Math.max(robots.crawlDelay(agent) ?? 0, rate ? rate.seconds / rate.requests : 0);
    return seconds > 0 ? Math.min(1000 * seconds * crawlDelayFactor, maxDelay) : null;
  }
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
