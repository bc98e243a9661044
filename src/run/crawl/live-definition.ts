/** The definition of a crawl as it is now: it may change while the crawl runs, and whoever depends on it asks here. */
import { type AppliedChange, changeDefinition, changesBetween, type Definition, siteSettings } from '../../definition/crawl/index.js';
import type { Limits, SiteRules } from '../../frontier/queue/index.js';

export class LiveDefinition {
  #current: Definition;
  readonly #listeners: (() => void)[] = [];

  constructor(definition: Definition) {
    this.#current = definition;
  }

  get current(): Definition {
    return this.#current;
  }

  /** Called after every change. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Throws DefinitionError when the change makes no sense or cannot be made while the crawl runs. */
  change(settings: unknown): readonly AppliedChange[] {
    const before = this.#current;
    this.#current = changeDefinition(before, settings);
    for (const listener of this.#listeners) listener();
    return changesBetween(before, this.#current);
  }
}

/** What holds for a site, with what its robots.txt asks for: milliseconds between requests, or null. */
export function siteRules(definition: Definition, site: string, asked: number | null): SiteRules {
  const { delay, maxDelay, perSite, responseFactor, pages } = siteSettings(definition, site);
  const wanted = asked === null ? null : Math.min(asked, maxDelay);
  const { randomWait } = definition.politeness;
  const own = { maxDelay, responseFactor, randomWait, perSite: wanted ? 1 : perSite };
  const pace = { ...own, delay: Math.max(delay, wanted ?? 0), asked: wanted !== null };
  return { pace, pages, patience: definition.politeness.trouble };
}

export function limitsOf({ politeness }: Definition): Limits {
  const { perAddress, exemptAddresses, perDomain, rate } = politeness;
  return { perAddress, exemptAddresses, sitesPerDomain: perDomain.sites, domainRate: perDomain.rate ?? null, rate: rate ?? null };
}
