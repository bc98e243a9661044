/** Gives every node of a graph a place: each connected part by itself, then all of them side by side. */
import { type Components, componentsOf } from '../components.js';
import { type Adjacency, type Graph, undirected } from '../graph.js';
import type { Level } from './coarsen.js';
import { type ForceAtlasOptions, forceAtlas } from './force-atlas.js';
import type { Positions } from './levels.js';
import { layFlat, pack } from './pack.js';
import { springElectrical } from './spring-electrical.js';

export const LAYOUTS = ['multilevel', 'forceatlas'] as const;
export type Layout = (typeof LAYOUTS)[number];

export interface LayoutOptions extends ForceAtlasOptions {
  readonly layout: Layout;
  /** The same number gives the same picture. */
  readonly seed?: number;
  /** Hears what has been done, for somebody who waits. */
  readonly progress?: (what: string) => void;
}

/** Steps between two words of progress, in nodes moved. */
const TOLD_EVERY = 500_000;

export function layOut(graph: Graph, { layout, seed = 1, progress = () => {}, ...options }: LayoutOptions): Positions {
  const links = undirected(graph);
  const parts = componentsOf(graph.nodes, links);
  const all: Positions = { x: new Float64Array(graph.nodes), y: new Float64Array(graph.nodes) };
  const within = new Int32Array(graph.nodes);
  for (let part = 0; part < parts.count; part++) {
    const size = (parts.start[part + 1] as number) - (parts.start[part] as number);
    if (size === 1) continue; // at the middle of its own, and there is nothing to lay out
    const told = tellSometimes(progress, `${graph.nodes === size ? '' : `part ${part + 1} of ${parts.count}, `}${size} nodes`);
    const level = partOf(links, parts, part, within);
    const laid = layout === 'multilevel' ? springElectrical(level, seed, told) : forceAtlas(level, seed, told, options);
    layFlat(laid);
    for (let node = 0; node < size; node++) {
      const whole = parts.members[(parts.start[part] as number) + node] as number;
      all.x[whole] = laid.x[node] as number;
      all.y[whole] = laid.y[node] as number;
    }
  }
  pack(all, parts, meanLinkLength(links, all));
  return all;
}

function tellSometimes(progress: (what: string) => void, what: string): (moved: number) => void {
  let next = TOLD_EVERY;
  return (moved) => {
    if (moved < next) return;
    next = moved + TOLD_EVERY;
    progress(`${what}: ${Math.round(moved / 1e6)} million moves`);
  };
}

/** One connected part as a graph of its own. A link that pages repeat a hundred times pulls more than one, but not a hundred times as much. */
function partOf(links: Adjacency, { members, start: starts }: Components, part: number, within: Int32Array): Level {
  const nodes = members.subarray(starts[part] as number, starts[part + 1] as number);
  for (const [place, node] of nodes.entries()) within[node] = place;
  const count = nodes.reduce((sum, node) => sum + (links.start[node + 1] as number) - (links.start[node] as number), 0);
  const start = new Int32Array(nodes.length + 1);
  const target = new Int32Array(count);
  const weight = new Float32Array(count);
  let filled = 0;
  for (const [place, node] of nodes.entries()) {
    for (let at = links.start[node] as number; at < (links.start[node + 1] as number); at++) {
      target[filled] = within[links.target[at] as number] as number;
      weight[filled++] = 1 + Math.log(Math.max(1, links.weight[at] as number));
    }
    start[place + 1] = filled;
  }
  return { nodes: nodes.length, links: { start, target, weight }, mass: new Float64Array(nodes.length).fill(1) };
}

function meanLinkLength(links: Adjacency, { x, y }: Positions): number {
  let sum = 0;
  for (let node = 0; node < x.length; node++)
    for (let at = links.start[node] as number; at < (links.start[node + 1] as number); at++) {
      const other = links.target[at] as number;
      sum += Math.hypot((x[node] as number) - (x[other] as number), (y[node] as number) - (y[other] as number));
    }
  return sum / Math.max(1, links.target.length) || 1;
}
