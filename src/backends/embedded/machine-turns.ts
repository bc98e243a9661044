/**
 * The machine's turns as the frontier uses them: a site and its address are claimed before they are asked, and passed
 * on when another crawl waits for them.
 *
 * The address is claimed first, and what was claimed for nothing is given back, so that two crawls never wait for each
 * other. Without a register (`turns: null`) everything is ours.
 */
import type { Turns } from '../../politeness/index.js';
import type { Group, SharedLimits } from './shared-limits.js';
import type { SiteQueue } from './site-queue.js';

/** How soon to ask again for a turn that somebody else has. */
const ASK_AGAIN_MS = 25;
/** Turns of sites without work are given back after this time. */
const REFRESH_MS = 1000;

export class MachineTurns {
  readonly #turns: Turns | null;
  readonly #limits: SharedLimits;
  readonly #held = new Set<SiteQueue>();
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(turns: Turns | null, limits: SharedLimits) {
    this.#turns = turns;
    this.#limits = limits;
  }

  /** Null when the site may be asked now as far as other crawls are concerned; else when to try again. */
  obstacle(site: SiteQueue, now: number): number | null {
    if (!this.#turns) return null;
    const address = this.#limits.addressOf(site);
    if (address && !this.#claimAddress(site, address, now)) return now + ASK_AGAIN_MS;
    if (!this.#claimSite(site, now)) {
      if (address) this.#passOnAddress(site, address, now);
      return now + ASK_AGAIN_MS;
    }
    if (this.#isWanted(site, address)) {
      if (site.inFlight > 0 || (address?.inFlight ?? 0) > 0) return now + ASK_AGAIN_MS; // their answers pass it on
    }
    return site.notBefore > now ? site.notBefore : null;
  }

  /** After a request: whoever waits gets the turn. */
  released(site: SiteQueue, now: number): void {
    if (!this.#turns) return;
    const address = this.#limits.addressOf(site);
    if (site.hasTurn && site.inFlight === 0 && this.#turns.isWanted(siteKey(site))) this.#giveBack(site, now);
    if (address) this.#passOnAddress(site, address, now);
  }

  /** The heartbeat. Returns true when something changed for the sites we hold, so that they are scheduled anew. */
  refresh(now: number, isIdle: (site: SiteQueue) => boolean): boolean {
    if (!this.#turns || now - this.#refreshedAt < REFRESH_MS) return false;
    this.#refreshedAt = now;
    const changed = new Set(this.#turns.refresh(now));
    for (const site of this.#held) {
      if (changed.has(siteKey(site))) this.#lookAgain(site);
      else if (site.inFlight === 0 && isIdle(site)) this.#giveBack(site, now);
    }
    for (const [name, group] of this.#limits.heldAddresses()) {
      if (changed.has(addressKey(name))) group.hasTurn = false;
    }
    return changed.size > 0;
  }

  close(now: number): void {
    for (const site of this.#held) this.#giveBack(site, now);
    this.#turns?.close(now);
  }

  #claimAddress(site: SiteQueue, group: Group, now: number): boolean {
    if (group.hasTurn) return true;
    const grant = this.#turns?.claim(addressKey(site.address as string), { delay: 0, capacity: this.#limits.perAddress }, now);
    if (!grant) return false;
    group.hasTurn = true;
    group.share = grant.share;
    return true;
  }

  #claimSite(site: SiteQueue, now: number): boolean {
    if (site.hasTurn) return true;
    const { perSite } = site.rules.pace;
    const grant = this.#turns?.claim(siteKey(site), { delay: site.pause(), capacity: perSite }, now);
    if (!grant) return false;
    site.hasTurn = true;
    site.share = grant.share;
    site.notBefore = Math.max(site.notBefore, grant.at);
    this.#held.add(site);
    return true;
  }

  #isWanted(site: SiteQueue, address: Group | null): boolean {
    const turns = this.#turns as Turns;
    return turns.isWanted(siteKey(site)) || (address !== null && turns.isWanted(addressKey(site.address as string)));
  }

  /** The claim is made again, which says how it stands. */
  #lookAgain(site: SiteQueue): void {
    site.hasTurn = false;
    this.#held.delete(site);
  }

  #giveBack(site: SiteQueue, now: number): void {
    site.hasTurn = false;
    this.#held.delete(site);
    this.#turns?.release(siteKey(site), site.nextTurnAt(now));
  }

  #passOnAddress(site: SiteQueue, group: Group, now: number): void {
    const key = addressKey(site.address as string);
    if (!group.hasTurn || group.inFlight > 0 || !this.#turns?.isWanted(key)) return;
    group.hasTurn = false;
    this.#turns.release(key, now);
  }
}

const siteKey = ({ origin }: SiteQueue): string => `site:${origin}`;
const addressKey = (address: string): string => `address:${address}`;
