/**
 * Smaller and smaller graphs with the same shape: nodes that belong together become one, until few are left.
 *
 * A layout begins with the smallest, where the large shape is found in no time, and goes back step by step. Nodes are
 * paired along their heaviest link. That alone would stall at hubs, which can be paired with one neighbour only: nodes
 * left over are paired with another one left over at the same neighbour, so that the leaves of a star halve each time.
 */
import { type Adjacency, LinkCollector } from '../graph.js';
import { randomFrom } from './random.js';

export interface Level {
  readonly nodes: number;
  /** Each link at both ends. */
  readonly links: Adjacency;
  /** How many nodes of the whole graph each stands for. */
  readonly mass: Float64Array;
}

export interface Step {
  readonly finer: Level;
  readonly coarser: Level;
  /** Node of the coarser graph by node of the finer one. */
  readonly parent: Int32Array;
}

/** A graph of this size is laid out as it is. */
const FEW = 40;
/** A step that leaves more than this part of the nodes is not worth it. */
const STALLED = 0.92;

/** From the finest step to the coarsest. */
export function coarsened(graph: Level, seed: number): Step[] {
  const steps: Step[] = [];
  for (let finer = graph; finer.nodes > FEW; ) {
    const { parent, count } = paired(finer, seed + steps.length);
    if (count > STALLED * finer.nodes) break;
    const coarser = collapsed(finer, parent, count);
    steps.push({ finer, coarser, parent });
    finer = coarser;
  }
  return steps;
}

function paired(level: Level, seed: number): { parent: Int32Array; count: number } {
  const parent = new Int32Array(level.nodes).fill(-1);
  let count = 0;
  const order = byDegree(level, seed);
  for (const node of order) {
    if (parent[node] !== -1) continue;
    const partner = heaviestFree(level, node, parent);
    if (partner === -1) continue;
    parent[node] = count;
    parent[partner] = count++;
  }
  for (const node of order) count = pairNeighbours(level, node, parent, count);
  for (const node of order) if (parent[node] === -1) parent[node] = count++;
  return { parent, count };
}

/** Nodes with few links have the least choice: they come first. Within a degree the order is arbitrary. */
function byDegree({ nodes, links }: Level, seed: number): Int32Array {
  const random = randomFrom(seed);
  const shuffled = Int32Array.from({ length: nodes }, (_, node) => node);
  for (let last = nodes - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const swapped = shuffled[last] as number;
    shuffled[last] = shuffled[other] as number;
    shuffled[other] = swapped;
  }
  const most = 64; // beyond that it makes no difference
  const degree = (node: number): number => Math.min(most, (links.start[node + 1] as number) - (links.start[node] as number));
  const start = new Int32Array(most + 2);
  for (const node of shuffled) (start[degree(node) + 1] as number)++;
  for (let d = 0; d <= most; d++) (start[d + 1] as number) += start[d] as number;
  const order = new Int32Array(nodes);
  for (const node of shuffled) order[(start[degree(node)] as number)++] = node;
  return order;
}

/** The free neighbour by the heaviest link; light neighbours are preferred, so that nodes grow evenly. */
function heaviestFree({ links, mass }: Level, node: number, parent: Int32Array): number {
  let best = -1;
  let most = 0;
  for (let at = links.start[node] as number; at < (links.start[node + 1] as number); at++) {
    const other = links.target[at] as number;
    if (parent[other] !== -1) continue;
    const worth = (links.weight[at] as number) / (mass[other] as number);
    if (worth <= most) continue;
    most = worth;
    best = other;
  }
  return best;
}

function pairNeighbours({ links }: Level, node: number, parent: Int32Array, count: number): number {
  let waiting = -1;
  let made = count;
  for (let at = links.start[node] as number; at < (links.start[node + 1] as number); at++) {
    const other = links.target[at] as number;
    if (parent[other] !== -1) continue;
    if (waiting === -1) {
      waiting = other;
      continue;
    }
    parent[waiting] = made;
    parent[other] = made++;
    waiting = -1;
  }
  return made;
}

function collapsed({ nodes, links, mass }: Level, parent: Int32Array, count: number): Level {
  const heavier = new Float64Array(count);
  const merged = new LinkCollector(links.target.length);
  for (let node = 0; node < nodes; node++) {
    const from = parent[node] as number;
    (heavier[from] as number) += mass[node] as number;
    for (let at = links.start[node] as number; at < (links.start[node + 1] as number); at++) {
      const to = parent[links.target[at] as number] as number;
      if (to !== from) merged.add(from, to, links.weight[at] as number);
    }
  }
  return { nodes: count, links: merged.merged(count).adjacency, mass: heavier };
}
