/**
 * The machine's turns as the frontier uses them: a site and its address are claimed before they are asked, and passed
 * on when another crawl waits for them.
 *
 * The address is claimed first, and what was claimed for nothing is given back, so that two crawls never wait for each
 * other. Without a register (`turns: null`) everything is ours.
 */
import type { Grant, Turns, Wish } from '../politeness/index.js';
import type { Group, SharedLimits } from './shared-limits.js';
import type { SiteQueue } from './site-queue.js';

/** How soon to ask again for a turn that somebody else has. */
const ASK_AGAIN_MS = 25;
/** How often to look what others want. */
const LOOK_MS = 50;
/** How often to look for turns that lie idle. */
const TIDY_MS = 1000;

export class MachineTurns {
  readonly #turns: Turns | null;
  readonly #limits: SharedLimits;
  readonly #held = new Set<SiteQueue>();
  /** Keys of ours that somebody waits for, as of the last look: so a request costs nothing while nobody does. */
  readonly #wanted = new Set<string>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #tidiedAt = Number.NEGATIVE_INFINITY;

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
    return this.#courtesy(site, address, now) ?? (site.notBefore > now ? site.notBefore : null);
  }

  /** Somebody waits for what we hold and do not need this moment: they go first. Null when nobody does. */
  #courtesy(site: SiteQueue, address: Group | null, now: number): number | null {
    if (!this.#isWanted(site, address)) return null;
    if (site.inFlight > 0 || (address?.inFlight ?? 0) > 0) return now + ASK_AGAIN_MS; // their answers pass it on
    if (site.notBefore <= now) return null; // our request is due: it goes out, and then the turn is theirs
    this.released(site, now);
    return now + ASK_AGAIN_MS;
  }

  /** After a request: whoever waits gets the turn. */
  released(site: SiteQueue, now: number): void {
    if (this.#wanted.size === 0) return;
    const address = this.#limits.addressOf(site);
    if (site.inFlight === 0 && this.#wanted.has(siteKey(site))) this.#giveBack(site, now);
    if (address) this.#passOnAddress(site, address, now);
  }

  /** The heartbeat. Returns true when something changed, so that sites are scheduled anew. */
  refresh(now: number, isIdle: (site: SiteQueue) => boolean): boolean {
    if (!this.#turns || now - this.#lookedAt < LOOK_MS) return false;
    this.#lookedAt = now;
    const changed = new Set(this.#turns.refresh(now));
    if (changed.size) this.#lookAgain(changed, now);
    if (now - this.#tidiedAt >= TIDY_MS) this.#tidy(now, isIdle);
    return changed.size > 0;
  }

  /** What is wanted and lies idle is passed on; of the rest, the next claim says how it stands. */
  #lookAgain(changed: ReadonlySet<string>, now: number): void {
    for (const key of changed) {
      if (this.#turns?.isWanted(key)) this.#wanted.add(key);
      else this.#wanted.delete(key);
    }
    for (const site of this.#held) {
      if (!changed.has(siteKey(site))) continue;
      if (site.inFlight === 0 && this.#wanted.has(siteKey(site))) this.#giveBack(site, now);
      else site.hasTurn = false;
    }
    for (const [name, group] of this.#limits.heldAddresses()) {
      if (!changed.has(addressKey(name))) continue;
      if (group.inFlight === 0 && this.#wanted.has(addressKey(name))) this.#release(addressKey(name), now);
      group.hasTurn = false;
    }
  }

  #tidy(now: number, isIdle: (site: SiteQueue) => boolean): void {
    this.#tidiedAt = now;
    for (const site of this.#held) if (site.inFlight === 0 && isIdle(site)) this.#giveBack(site, now);
  }

  close(now: number): void {
    for (const site of this.#held) this.#giveBack(site, now);
    this.#turns?.close(now);
  }

  #claimAddress(site: SiteQueue, group: Group, now: number): boolean {
    if (group.hasTurn) return true;
    const grant = this.#claim(addressKey(site.address as string), { delay: 0, capacity: this.#limits.perAddress }, now);
    if (!grant) return false;
    group.hasTurn = true;
    group.share = grant.share;
    return true;
  }

  #claimSite(site: SiteQueue, now: number): boolean {
    const atWorst = site.delayAtWorst;
    if (site.hasTurn && site.claimedDelay === atWorst) return true;
    const { delay, perSite } = site.rules.pace;
    const grant = this.#claim(siteKey(site), { delay, atWorst, capacity: perSite }, now);
    if (!grant) return false;
    site.hasTurn = true;
    site.claimedDelay = atWorst;
    site.share = grant.share;
    site.notBefore = Math.max(site.notBefore, grant.at);
    this.#held.add(site);
    return true;
  }

  /** Whoever waited for it before we got it waits on. */
  #claim(key: string, wish: Wish, now: number): Grant | null {
    const grant = this.#turns?.claim(key, wish, now) ?? null;
    if (grant && this.#turns?.isWanted(key)) this.#wanted.add(key);
    return grant;
  }

  #isWanted(site: SiteQueue, address: Group | null): boolean {
    if (this.#wanted.size === 0) return false;
    return this.#wanted.has(siteKey(site)) || (address !== null && this.#wanted.has(addressKey(site.address as string)));
  }

  #giveBack(site: SiteQueue, now: number): void {
    site.hasTurn = false;
    this.#held.delete(site);
    this.#release(siteKey(site), site.nextTurnAt(now));
  }

  #release(key: string, nextAt: number): void {
    this.#wanted.delete(key);
    this.#turns?.release(key, nextAt);
  }

  #passOnAddress(site: SiteQueue, group: Group, now: number): void {
    const key = addressKey(site.address as string);
    if (group.inFlight > 0 || !this.#wanted.has(key)) return;
    group.hasTurn = false;
    this.#release(key, now);
  }
}

const siteKey = ({ origin }: SiteQueue): string => `site:${origin}`;
const addressKey = (address: string): string => `address:${address}`;
