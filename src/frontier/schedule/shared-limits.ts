/**
 * Limits that sites share: requests in flight to one address, sites of one registrable domain asked at once, requests
 * a second to a domain and over everything. A site that has to wait for another one's answer is parked here.
 */
import { AddressSet } from '../../model/index.js';
import type { Limits } from '../queue/index.js';
import type { SiteQueue } from './site-queue.js';

/** One address or one domain. */
export interface Group {
  inFlight: number;
  /** By how much the machine's other crawls leave us room. */
  share: number;
  hasTurn: boolean;
  nextAt: number;
  readonly parked: Set<SiteQueue>;
}

export class SharedLimits {
  #limits: Limits;
  #exempt: AddressSet;
  readonly #addresses = new Map<string, Group>();
  readonly #domains = new Map<string, Group>();
  #nextAt = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#exempt = new AddressSet(limits.exemptAddresses);
  }

  set limits(limits: Limits) {
    this.#limits = limits;
    this.#exempt = new AddressSet(limits.exemptAddresses);
  }

  get perAddress(): number {
    return this.#limits.perAddress;
  }

  /** When the next request over all sites may begin. */
  get nextAt(): number {
    return this.#nextAt;
  }

  /** The group of the site's address; null when no limit by address holds for it. */
  addressOf(site: SiteQueue): Group | null {
    return site.address && !this.#exempt.has(site.address) ? groupIn(this.#addresses, site.address) : null;
  }

  /**
   * Null when nothing shared stands against asking the site now. A number is the moment to try again. 'parked': another
   * site's answer has to come first, which will unpark it.
   */
  obstacle(site: SiteQueue, now: number): number | 'parked' | null {
    const address = this.addressOf(site);
    if (address && address.inFlight >= Math.min(this.#limits.perAddress, address.share)) return park(site, address);
    const domain = site.domain === null ? null : groupIn(this.#domains, site.domain);
    if (!domain) return null;
    if (site.inFlight === 0 && domain.inFlight >= this.#limits.sitesPerDomain) return park(site, domain);
    return domain.nextAt > now ? domain.nextAt : null;
  }

  /** A request begins. The domain counts sites, not requests. */
  took(site: SiteQueue, now: number): void {
    const { rate, domainRate } = this.#limits;
    const address = this.addressOf(site);
    if (address) address.inFlight++;
    if (site.domain !== null) {
      const domain = groupIn(this.#domains, site.domain);
      if (site.inFlight === 1) domain.inFlight++;
      if (domainRate !== null) domain.nextAt = Math.max(now, domain.nextAt) + 1000 / domainRate;
    }
    if (rate !== null) this.#nextAt = Math.max(now, this.#nextAt) + 1000 / rate;
  }

  /** A request has ended. Returns the sites that may go on because of it. */
  released(site: SiteQueue): SiteQueue[] {
    const freed: SiteQueue[] = [];
    const address = this.addressOf(site);
    if (address) {
      address.inFlight--;
      unpark(address, freed);
    }
    if (site.domain !== null && site.inFlight === 0) {
      const domain = groupIn(this.#domains, site.domain);
      domain.inFlight--;
      unpark(domain, freed);
      if (domain.inFlight === 0 && domain.nextAt === 0) this.#domains.delete(site.domain);
    }
    return freed;
  }

  /** Everybody tries again: the limits have changed. */
  unparkAll(): SiteQueue[] {
    const freed: SiteQueue[] = [];
    for (const group of [...this.#addresses.values(), ...this.#domains.values()]) unpark(group, freed);
    return freed;
  }

  /** Addresses whose turn is ours. */
  *heldAddresses(): IterableIterator<[address: string, group: Group]> {
    for (const entry of this.#addresses) if (entry[1].hasTurn) yield entry;
  }
}

function groupIn(groups: Map<string, Group>, name: string): Group {
  const known = groups.get(name);
  if (known) return known;
  const group: Group = { inFlight: 0, share: Number.POSITIVE_INFINITY, hasTurn: false, nextAt: 0, parked: new Set() };
  groups.set(name, group);
  return group;
}

function park(site: SiteQueue, group: Group): 'parked' {
  site.parked = true;
  group.parked.add(site);
  return 'parked';
}

function unpark(group: Group, freed: SiteQueue[]): void {
  for (const site of group.parked) {
    site.parked = false;
    freed.push(site);
  }
  group.parked.clear();
}
