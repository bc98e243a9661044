/** The sites of a workspace, by origin and by number. Numbers are given in the order sites are met, from 1. */
import type { SiteRules } from '../queue/index.js';
import { SiteQueue } from './site-queue.js';

export interface SiteTableOptions {
  readonly domainOf: (host: string) => string | null;
  /** Sites are closed until their robots.txt is known. */
  readonly robots: boolean;
  /** Where random waits come from; left out: chance. */
  readonly random?: (() => number) | undefined;
}

export class SiteTable {
  readonly #options: SiteTableOptions;
  readonly #byOrigin = new Map<string, SiteQueue>();
  readonly #byId: SiteQueue[] = [];

  /** What holds for a site. */
  rulesFor: (origin: string) => SiteRules;

  constructor(options: SiteTableOptions, rulesFor: (origin: string) => SiteRules) {
    this.#options = options;
    this.rulesFor = rulesFor;
  }

  get size(): number {
    return this.#byOrigin.size;
  }

  find(origin: string): SiteQueue | undefined {
    return this.#byOrigin.get(origin);
  }

  /** A site that must be there. */
  at(id: number): SiteQueue {
    return this.#byId[id] as SiteQueue;
  }

  open(origin: string, id = this.size + 1, domain = this.#options.domainOf(new URL(origin).hostname)): SiteQueue {
    const asksRobots = this.#options.robots && /^https?:/.test(origin);
    const site = new SiteQueue(id, origin, domain, this.rulesFor(origin), asksRobots ? 'unknown' : 'open', this.#options.random);
    this.#byOrigin.set(origin, site);
    this.#byId[id] = site;
    return site;
  }

  all(): IterableIterator<SiteQueue> {
    return this.#byOrigin.values();
  }

  origins(): IterableIterator<string> {
    return this.#byOrigin.keys();
  }
}
