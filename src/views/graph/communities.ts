/**
 * Groups of nodes with more links among themselves than chance would give them, by the method of Louvain: nodes move to
 * the neighbouring group where they fit best, then groups become nodes and move on.
 */
import { type Adjacency, LinkCollector } from './graph.js';

/** Rounds of moving at one level, and levels: more change hardly anything. */
const ROUNDS = 12;
const LEVELS = 8;

interface Grouped {
  readonly nodes: number;
  readonly links: Adjacency;
  /** Weight of all links of each node, those inside it counted twice. */
  readonly ends: Float64Array;
}

/** The number of its group for each node, from 0 without gaps. `links` must list each link at both ends. */
export function communitiesOf(nodes: number, links: Adjacency): Int32Array {
  const ends = new Float64Array(nodes);
  for (let node = 0; node < nodes; node++)
    for (let at = links.start[node] as number; at < (links.start[node + 1] as number); at++)
      (ends[node] as number) += links.weight[at] as number;
  let level: Grouped = { nodes, links, ends };
  let groups = Int32Array.from({ length: nodes }, (_, node) => node);
  for (let depth = 0; depth < LEVELS; depth++) {
    const { groupOf, count } = moved(level);
    groups = groups.map((group) => groupOf[group] as number);
    if (count === level.nodes) break;
    level = merged(level, groupOf, count);
  }
  return groups;
}

function moved(level: Grouped): { groupOf: Int32Array; count: number } {
  const { nodes, ends } = level;
  const total = ends.reduce((sum, end) => sum + end, 0) || 1;
  const groupOf = Int32Array.from({ length: nodes }, (_, node) => node);
  const sums = ends.slice();
  const shared = new Float64Array(nodes);
  for (let round = 0, changed = true; changed && round < ROUNDS; round++) {
    changed = false;
    for (let node = 0; node < nodes; node++) {
      const from = groupOf[node] as number;
      (sums[from] as number) -= ends[node] as number;
      const to = bestGroup(level, node, groupOf, sums, shared, total);
      (sums[to] as number) += ends[node] as number;
      groupOf[node] = to;
      changed ||= to !== from;
    }
  }
  return numbered(groupOf);
}

/** `sums` holds the ends of each group without the node; `shared` is all zero, before and after. */
function bestGroup(
  { links, ends }: Grouped,
  node: number,
  groupOf: Int32Array,
  sums: Float64Array,
  shared: Float64Array,
  total: number,
): number {
  const [first, end] = [links.start[node] as number, links.start[node + 1] as number];
  const own = ends[node] as number;
  for (let at = first; at < end; at++) (shared[groupOf[links.target[at] as number] as number] as number) += links.weight[at] as number;
  let best = groupOf[node] as number;
  let most = (shared[best] as number) - ((sums[best] as number) * own) / total;
  for (let at = first; at < end; at++) {
    const group = groupOf[links.target[at] as number] as number;
    const gain = (shared[group] as number) - ((sums[group] as number) * own) / total;
    if (gain > most + 1e-9) [best, most] = [group, gain];
  }
  for (let at = first; at < end; at++) shared[groupOf[links.target[at] as number] as number] = 0;
  return best;
}

function numbered(groupOf: Int32Array): { groupOf: Int32Array; count: number } {
  const numbers = new Int32Array(groupOf.length).fill(-1);
  let count = 0;
  const dense = groupOf.map((group) => {
    if (numbers[group] === -1) numbers[group] = count++;
    return numbers[group] as number;
  });
  return { groupOf: dense, count };
}

function merged({ nodes, links, ends }: Grouped, groupOf: Int32Array, count: number): Grouped {
  const sums = new Float64Array(count);
  const between = new LinkCollector(links.target.length);
  for (let node = 0; node < nodes; node++) {
    const from = groupOf[node] as number;
    (sums[from] as number) += ends[node] as number;
    for (let at = links.start[node] as number; at < (links.start[node + 1] as number); at++)
      between.add(from, groupOf[links.target[at] as number] as number, links.weight[at] as number);
  }
  return { nodes: count, links: between.merged(count).adjacency, ends: sums };
}
