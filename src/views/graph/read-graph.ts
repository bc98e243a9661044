/**
 * Makes a graph of what a crawl left: of the ways it took, or of all hyperlinks between what it visited.
 *
 * Both have the same nodes: what was visited, failures and redirects too, since the crawler went there. Page requisites
 * and robots.txt are none. Sitemaps are part of the ways, where they led to pages, but no part of the web of hyperlinks.
 */
import { KnownTable } from '../../frontier/queue/index.js';
import { isRequisite, type LinkKind } from '../../model/index.js';
import type { GraphResource, Repository } from '../../store/index.js';
import { type Graph, LinkCollector } from './graph.js';

export type GraphView = 'paths' | 'full';

export interface ReadOptions {
  readonly view: GraphView;
  /** With what is linked to but was not visited; only in the full view. */
  readonly outside?: boolean;
  /** The identity of a link's URL; null for what is never visited. */
  readonly identify: (
    url: string,
  ) => { readonly url: string; readonly site: string; readonly fingerprint: readonly [high: number, low: number] } | null;
}

export function readGraph(repository: Pick<Repository, 'graph' | 'sites'>, options: ReadOptions): Graph {
  const table = new NodeTable(new Map(repository.sites().map(({ id, origin }) => [id, origin])));
  const links = new LinkCollector();
  for (const resource of repository.graph.resources()) if (options.view === 'paths' || resource.role !== 'sitemap') table.take(resource);
  table.settleAliases();
  const outside = options.view === 'paths' ? pathLinks(table, links) : hyperlinks(repository, table, links, options);
  const { adjacency, selfLinks } = links.merged(table.count);
  return { ...table.columns(), out: adjacency, selfLinks, outside };
}

function pathLinks(table: NodeTable, links: LinkCollector): number {
  table.eachParent((node, parent) => links.add(parent, node));
  return 0;
}

function hyperlinks(
  { graph }: Pick<Repository, 'graph'>,
  table: NodeTable,
  links: LinkCollector,
  { identify, outside = false }: ReadOptions,
): number {
  let lost = 0;
  const add = (from: number, url: string): void => {
    const identity = identify(url);
    if (!identity) return;
    const to = table.find(identity.fingerprint) ?? (outside ? table.addOutside(identity) : null);
    if (to === null) lost++;
    else links.add(from, to);
  };
  for (const { resource, links: list } of graph.linkLists()) {
    const from = table.nodeOf(resource);
    if (from === null) continue;
    for (const [url, kind] of JSON.parse(list) as [string, LinkKind][]) if (!isRequisite(kind)) add(from, url);
  }
  for (const { resource, url, location } of graph.redirects()) {
    const from = table.nodeOf(resource);
    if (from !== null && URL.canParse(location, url)) add(from, new URL(location, url).href);
  }
  return lost;
}

/** Nodes as they come to light, found again by resource and by fingerprint. */
class NodeTable {
  readonly #names: string[] = [];
  readonly #siteOf: number[] = [];
  readonly #depth: number[] = [];
  readonly #via: number[] = [];
  readonly #sites: string[] = [];
  readonly #siteNumbers = new Map<string, number>();
  /** Node + 1 by resource: resources are numbered without large gaps. */
  readonly #byResource: number[] = [];
  /** Rows of this table are node + 1. */
  readonly #byFingerprint = new KnownTable();
  readonly #sitemaps = new Set<number>();
  readonly #aliases: GraphResource[] = [];
  readonly #origins: ReadonlyMap<number, string>;

  constructor(origins: ReadonlyMap<number, string>) {
    this.#origins = origins;
  }

  get count(): number {
    return this.#names.length;
  }

  take(resource: GraphResource): void {
    if (resource.role === 'alias') {
      this.#aliases.push(resource);
      return;
    }
    const { id, url, site, depth, via, high, low } = resource;
    const node = this.#push(url, this.#origins.get(site) ?? '', depth, via ?? 0);
    if (resource.role === 'sitemap') this.#sitemaps.add(node);
    while (this.#byResource.length <= id) this.#byResource.push(0);
    this.#byResource[id] = node + 1;
    this.#byFingerprint.add(high, low, node + 1);
  }

  /** A further name stands for the page it names, which may come after it. */
  settleAliases(): void {
    for (const { via, high, low } of this.#aliases) {
      const node = via === null ? null : this.nodeOf(via);
      if (node !== null) this.#byFingerprint.add(high, low, node + 1);
    }
  }

  addOutside({ url, site, fingerprint: [high, low] }: NonNullable<ReturnType<ReadOptions['identify']>>): number {
    const node = this.#push(url, site, -1, 0);
    this.#byFingerprint.add(high, low, node + 1);
    return node;
  }

  nodeOf(resource: number): number | null {
    const found = this.#byResource[resource] ?? 0;
    return found === 0 ? null : found - 1;
  }

  find([high, low]: readonly [number, number]): number | null {
    const row = this.#byFingerprint.find(high, low);
    return row === -1 ? null : row - 1;
  }

  eachParent(each: (node: number, parent: number) => void): void {
    for (const [node, via] of this.#via.entries()) {
      const parent = this.nodeOf(via);
      if (parent !== null) each(node, parent);
    }
  }

  columns(): Pick<Graph, 'nodes' | 'names' | 'siteOf' | 'sites' | 'depth' | 'sitemaps'> {
    return {
      nodes: this.count,
      names: this.#names,
      siteOf: Int32Array.from(this.#siteOf),
      sites: this.#sites,
      depth: Int32Array.from(this.#depth),
      sitemaps: this.#sitemaps,
    };
  }

  #push(name: string, site: string, depth: number, via: number): number {
    let number = this.#siteNumbers.get(site);
    if (number === undefined) {
      number = this.#sites.push(site) - 1;
      this.#siteNumbers.set(site, number);
    }
    this.#siteOf.push(number);
    this.#depth.push(depth);
    this.#via.push(via);
    return this.#names.push(name) - 1;
  }
}
