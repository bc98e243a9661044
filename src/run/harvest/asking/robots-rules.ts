/** What each site's robots.txt allows us, asked once a run before the first request to it. */

import { type Definition, siteSettings } from '../../../definition/crawl/index.js';
import { type RobotsAccess, robotsFromStatus } from '../../../frontier/robots/index.js';
import { delayAsked } from '../../crawl/index.js';

export interface RobotsFile {
  /** Null: there was no answer. */
  readonly status: number | null;
  readonly body: Uint8Array;
}

export class RobotsRules {
  readonly #definition: Definition;
  readonly #fetch: (url: string) => Promise<RobotsFile>;
  readonly #bySite = new Map<string, Promise<RobotsAccess>>();

  constructor(definition: Definition, fetch: (url: string) => Promise<RobotsFile>) {
    this.#definition = definition;
    this.#fetch = fetch;
  }

  /** Why the URL may not be asked for, in words; null when it may. */
  async objection(url: URL): Promise<string | null> {
    if (!this.#applies(url)) return null;
    const { robots, outcome, reason } = await this.#accessOf(url.origin);
    if (outcome === 'unavailable') return `whether it may be asked for cannot be told, since ${reason}`;
    const decision = robots.decide(this.#definition.fetch.agent, url.href);
    return decision.allowed ? null : `robots.txt of ${url.host} forbids it: ${decision.rule ?? 'not allowed'}`;
  }

  /** Milliseconds the site asks for between two requests, as far as it is known; 0 when it does not. */
  async delay(url: URL): Promise<number> {
    if (!this.#applies(url)) return 0;
    const { robots } = await this.#accessOf(url.origin);
    return Math.min(delayAsked(this.#definition, robots) ?? 0, siteSettings(this.#definition, url.origin).maxDelay);
  }

  #applies(url: URL): boolean {
    return this.#definition.fetch.robots === 'obey' && /^https?:$/.test(url.protocol);
  }

  #accessOf(site: string): Promise<RobotsAccess> {
    const known = this.#bySite.get(site);
    if (known) return known;
    const { robotsMode } = this.#definition.fetch;
    const access = this.#fetch(`${site}/robots.txt`).then((file) => robotsFromStatus({ ...file, at: Date.now() }, robotsMode));
    this.#bySite.set(site, access);
    access.catch(() => this.#bySite.delete(site));
    return access;
  }
}
