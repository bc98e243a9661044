/**
 * Workers that whole domains are dealt to. A domain belongs to one worker for as long as a level lasts, a worker has one
 * request in flight; whoever has to wait for its worker is parked at it. Orders without levels have one that never ends.
 *
 * A domain that is met while a level goes on (its robots.txt is asked for, a redirect leads there) is given to the worker
 * with the fewest, and noted as late.
 */
import { type Assignment, dealDomains } from '../queue/index.js';
import type { SiteQueue } from './site-queue.js';

interface Worker {
  readonly number: number;
  domains: number;
  links: number;
  inFlight: number;
  readonly parked: Set<SiteQueue>;
}

/** What is kept of the log; a crawl may meet millions of hosts. */
const MOST_LOGGED = 10_000;

export class DomainWorkers {
  readonly assignments: Assignment[] = [];
  readonly #most: number;
  readonly #byDomain = new Map<string, Worker>();
  #workers: Worker[] = [];
  #level: number | null = null;
  #isDealt = false;

  constructor(most: number) {
    this.#most = most;
  }

  get isDealt(): boolean {
    return this.#isDealt;
  }

  /** A level is over, and nothing is in flight: whoever waited may go on under another worker. */
  collect(): void {
    for (const worker of this.#workers) for (const site of worker.parked) site.parked = false;
    this.#workers = [];
    this.#byDomain.clear();
    this.#isDealt = false;
  }

  /** `sites` have something to do in this level, each with how many links. */
  deal(level: number, sites: Iterable<readonly [site: SiteQueue, links: number]>): void {
    this.#level = Number.isFinite(level) ? level : null;
    this.#isDealt = true;
    const links = new Map<string, number>();
    for (const [site, count] of sites) links.set(domainIn(site), (links.get(domainIn(site)) ?? 0) + count);
    for (const { worker, domain, links: count } of dealDomains(links, this.#most)) this.#give(domain, worker, count, false);
  }

  /** Null when the site's worker is free. */
  obstacle(site: SiteQueue): 'parked' | null {
    const worker = this.#workerOf(site);
    if (worker.inFlight === 0) return null;
    site.parked = true;
    worker.parked.add(site);
    return 'parked';
  }

  took(site: SiteQueue): void {
    this.#workerOf(site).inFlight++;
  }

  /** Returns the sites that may go on because of it. */
  released(site: SiteQueue): SiteQueue[] {
    const worker = this.#workerOf(site);
    worker.inFlight--;
    const freed = [...worker.parked];
    worker.parked.clear();
    for (const other of freed) other.parked = false;
    return freed;
  }

  #workerOf(site: SiteQueue): Worker {
    const domain = domainIn(site);
    return this.#byDomain.get(domain) ?? this.#give(domain, this.#leastBusy(), 0, true);
  }

  #leastBusy(): number {
    if (this.#workers.length < this.#most) return this.#workers.length + 1;
    return this.#workers.reduce((least, worker) => ((worker.domains - least.domains || worker.links - least.links) < 0 ? worker : least))
      .number;
  }

  #give(domain: string, number: number, links: number, late: boolean): Worker {
    const worker = (this.#workers[number - 1] ??= { number, domains: 0, links: 0, inFlight: 0, parked: new Set() });
    worker.domains++;
    worker.links += links;
    this.#byDomain.set(domain, worker);
    if (this.assignments.length < MOST_LOGGED) this.assignments.push({ level: this.#level, worker: number, domain, links, late });
    return worker;
  }
}

const domainIn = ({ host }: SiteQueue): string => host;
