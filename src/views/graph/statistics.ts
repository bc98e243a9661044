/** Figures about a graph: size, degrees, hubs, dead ends, parts. */
import { componentsOf } from './components.js';
import { degreesOf, type Graph, linksOf, undirected } from './graph.js';

export interface GraphStatistics {
  readonly nodes: number;
  readonly links: number;
  /** Links counted as often as pages repeat them. */
  readonly repeated: number;
  readonly selfLinks: number;
  readonly outside: number;
  /** A link counts at both of its ends. */
  readonly averageDegree: number;
  readonly largestDegree: number;
  /** By degree, rising; degrees nobody has are left out. */
  readonly degrees: readonly { readonly degree: number; readonly nodes: number }[];
  readonly hubFactor: number;
  /** Largest first. */
  readonly hubs: readonly Hub[];
  /** Names of nodes from which no link begins. */
  readonly withoutOutlinks: readonly string[];
  readonly parts: number;
  readonly largestPart: number;
}

export interface Hub {
  readonly url: string;
  readonly degree: number;
  readonly in: number;
  readonly out: number;
  /** Of all links, 0 to 1, those that begin or end here. */
  readonly share: number;
}

/** A hub has a degree of at least so many times the mean. */
export const DEFAULT_HUB_FACTOR = 10;

export function graphStatistics(graph: Graph, hubFactor = DEFAULT_HUB_FACTOR): GraphStatistics {
  const links = linksOf(graph);
  const degrees = degreesOf(graph);
  const parts = componentsOf(graph.nodes, undirected(graph));
  return {
    nodes: graph.nodes,
    links,
    repeated: graph.out.weight.reduce((sum, weight) => sum + weight, 0),
    selfLinks: graph.selfLinks,
    outside: graph.outside,
    averageDegree: graph.nodes === 0 ? 0 : (2 * links) / graph.nodes,
    largestDegree: degrees.all.reduce((most, degree, node) => (graph.sitemaps?.has(node) ? most : Math.max(most, degree)), 0),
    degrees: distribution(degrees.all),
    hubFactor,
    hubs: hubNodes(graph, hubFactor).map((node) => ({
      url: graph.names[node] as string,
      degree: degrees.all[node] as number,
      in: degrees.in[node] as number,
      out: degrees.out[node] as number,
      share: (degrees.all[node] as number) / links,
    })),
    withoutOutlinks: graph.names.filter((_, node) => degrees.out[node] === 0),
    parts: parts.count,
    largestPart: parts.count === 0 ? 0 : (parts.start[1] as number),
  };
}

/** Pages whose degree is at least `factor` times the mean, largest first: a sitemap names everything and says nothing. Without links there are none. */
export function hubNodes(graph: Graph, factor: number): number[] {
  const { all } = degreesOf(graph);
  const least = (factor * 2 * linksOf(graph)) / graph.nodes;
  const hubs: number[] = [];
  const isHub = (node: number): boolean => (all[node] as number) > 0 && (all[node] as number) >= least && !graph.sitemaps?.has(node);
  for (let node = 0; node < graph.nodes; node++) if (isHub(node)) hubs.push(node);
  return hubs.toSorted((a, b) => (all[b] as number) - (all[a] as number) || a - b);
}

function distribution(degrees: Int32Array): GraphStatistics['degrees'] {
  const counts = new Map<number, number>();
  for (const degree of degrees) counts.set(degree, (counts.get(degree) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => a - b).map(([degree, nodes]) => ({ degree, nodes }));
}
