import { describe, expect, it } from 'vitest';
import { bySite } from './by-site.js';
import { communitiesOf } from './communities.js';
import { type Graph, LinkCollector, undirected } from './graph.js';
import { graphStatistics } from './statistics.js';

/** `a->b` lines; the site is what stands before the slash. */
function graphOf(...links: readonly (readonly [string, string])[]): Graph {
  const names = [...new Set(links.flat())];
  const sites = [...new Set(names.map((name) => name.split('/')[0] as string))];
  const collector = new LinkCollector();
  for (const [from, to] of links) collector.add(names.indexOf(from), names.indexOf(to));
  const { adjacency, selfLinks } = collector.merged(names.length);
  const siteOf = Int32Array.from(names, (name) => sites.indexOf(name.split('/')[0] as string));
  return { nodes: names.length, names, sites, siteOf, depth: new Int32Array(names.length), out: adjacency, selfLinks, outside: 0 };
}

const star = (hub: string, leaves: number, prefix = hub): [string, string][] =>
  Array.from({ length: leaves }, (_, leaf) => [hub, `${prefix}/${leaf}`]);

describe('a graph', () => {
  it('merges repeated links with their weight and counts links to oneself apart', () => {
    const { out, selfLinks } = graphOf(['a', 'b'], ['a', 'b'], ['a', 'a'], ['b', 'a'], ['a', 'c'], ['a', 'b']);
    expect(selfLinks).toBe(1);
    expect([...out.start]).toEqual([0, 2, 3, 3]);
    expect([...out.target]).toEqual([1, 2, 0]);
    expect([...out.weight]).toEqual([3, 1, 1]);
  });

  it('seen from both ends has each link twice, to and fro added up', () => {
    const both = undirected(graphOf(['a', 'b'], ['b', 'a'], ['b', 'c']));
    expect([...both.start]).toEqual([0, 1, 3, 4]);
    expect([...both.weight]).toEqual([2, 2, 1, 1]);
  });

  it('by site has the links between sites, weighted, and those within apart', () => {
    const sites = bySite(graphOf(['x/1', 'y/1'], ['x/2', 'y/2'], ['x/1', 'x/2'], ['y/1', 'x/1']));
    expect(sites.names).toEqual(['x', 'y']);
    expect([...sites.out.weight]).toEqual([2, 1]);
    expect(sites.selfLinks).toBe(1);
  });

  it('grows with its links, whatever their number', () => {
    const links = new LinkCollector(1);
    for (let link = 0; link < 10_000; link++) links.add(link % 100, (link * 7) % 100);
    const { adjacency, selfLinks } = links.merged(100);
    expect(adjacency.weight.reduce((sum, weight) => sum + weight, selfLinks)).toBe(10_000);
  });
});

describe('statistics', () => {
  // Two hubs: h with twenty pages, g with ten, joined by one link. 32 nodes, 31 links.
  const graph = graphOf(...star('h', 20), ...star('g', 10), ['h', 'g']);

  it('G-36 has known answers on a graph with two hubs', () => {
    const found = graphStatistics(graph, 5);
    expect(found).toMatchObject({ nodes: 32, links: 31, averageDegree: 62 / 32, largestDegree: 21, parts: 1, largestPart: 32 });
    expect(found.degrees).toEqual([
      { degree: 1, nodes: 30 },
      { degree: 11, nodes: 1 },
      { degree: 21, nodes: 1 },
    ]);
    expect(found.hubs).toEqual([
      { url: 'h', degree: 21, in: 0, out: 21, share: 21 / 31 },
      { url: 'g', degree: 11, in: 1, out: 10, share: 11 / 31 },
    ]);
    expect(found.withoutOutlinks).toHaveLength(30);
  });

  it.each([
    [1, ['h', 'g']],
    [10, ['h']],
    [11, []],
  ])('G-36 a hub factor of %d gives another list', (factor, hubs) => {
    expect(graphStatistics(graph, factor).hubs.map(({ url }) => url)).toEqual(hubs);
  });

  it('G-36 a sitemap is no hub, however much it names', () => {
    const found = graphStatistics({ ...graph, sitemaps: new Set([graph.names.indexOf('h')]) }, 5);
    expect(found.hubs.map(({ url }) => url)).toEqual(['g']);
    expect(found.largestDegree).toBe(11);
  });

  it('says so when there is nothing', () => {
    expect(graphStatistics(graphOf())).toMatchObject({ nodes: 0, links: 0, averageDegree: 0, hubs: [], parts: 0 });
  });
});

it('communities are the groups that are tied most closely', () => {
  const ring = (name: string) =>
    [0, 1, 2, 3, 4].flatMap((from) => [1, 2].map((step): [string, string] => [`${name}${from}`, `${name}${(from + step) % 5}`]));
  const graph = graphOf(...ring('a'), ...ring('b'), ...ring('c'), ['a0', 'b0'], ['b1', 'c1']);
  const groups = communitiesOf(graph.nodes, undirected(graph));
  const groupOf = new Map(graph.names.map((name, node) => [name, groups[node]]));
  expect(new Set(groups).size).toBe(3);
  for (const [name, group] of groupOf) expect(group).toBe(groupOf.get(`${name[0]}0`));
});
