/** The same graph with sites for nodes: links between two sites become one, whose weight is their number. */
import { type Graph, LinkCollector } from './graph.js';

export function bySite(graph: Graph): Graph {
  const { nodes, out, siteOf, sites, depth } = graph;
  const links = new LinkCollector(out.target.length);
  const least = new Int32Array(sites.length).fill(-1);
  for (let node = 0; node < nodes; node++) {
    const site = siteOf[node] as number;
    const own = depth[node] as number;
    if (own >= 0 && ((least[site] as number) < 0 || own < (least[site] as number))) least[site] = own;
    for (let at = out.start[node] as number; at < (out.start[node + 1] as number); at++)
      links.add(site, siteOf[out.target[at] as number] as number, out.weight[at] as number);
  }
  const { adjacency, selfLinks } = links.merged(sites.length);
  return {
    nodes: sites.length,
    names: sites,
    siteOf: Int32Array.from(sites, (_, site) => site),
    sites,
    depth: least,
    out: adjacency,
    selfLinks: selfLinks + graph.selfLinks,
    outside: graph.outside,
  };
}
