/** Lays a connected graph out from its coarsest form to its finest: each node begins where what it was part of ended. */
import { coarsened, type Level } from './coarsen.js';
import { randomFrom } from './random.js';

export interface Positions {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Moves the nodes of one level. `fineness` is 0 for the coarsest level and 1 for the graph itself. */
export type Refine = (level: Level, positions: Positions, fineness: number) => void;

export function layLevels(graph: Level, seed: number, refine: Refine): Positions {
  const steps = coarsened(graph, seed);
  const random = randomFrom(seed);
  const coarsest = steps.at(-1)?.coarser ?? graph;
  let positions = scattered(coarsest.nodes, Math.cbrt(graph.nodes), random);
  refine(coarsest, positions, steps.length === 0 ? 1 : 0);
  for (const [index, { finer, parent }] of [...steps].toReversed().entries()) {
    positions = inherited(parent, positions, finer, random);
    refine(finer, positions, (index + 1) / steps.length);
  }
  return positions;
}

function scattered(count: number, width: number, random: () => number): Positions {
  const draw = (): Float64Array => Float64Array.from({ length: count }, () => (random() - 0.5) * width);
  return { x: draw(), y: draw() };
}

/** Nodes that were one start beside each other, within less than the usual length of a link. */
function inherited(parent: Int32Array, { x, y }: Positions, { nodes, mass }: Level, random: () => number): Positions {
  const begun = { x: new Float64Array(nodes), y: new Float64Array(nodes) };
  for (let node = 0; node < nodes; node++) {
    const near = 0.3 * Math.cbrt(mass[node] as number);
    begun.x[node] = (x[parent[node] as number] as number) + (random() - 0.5) * near;
    begun.y[node] = (y[parent[node] as number] as number) + (random() - 0.5) * near;
  }
  return begun;
}

/** Steps at one level: many where there are few nodes, fewer at the fine levels of a large graph, whose shape is found by then. */
export const stepsFor = (nodes: number, most: number, least: number): number =>
  Math.round(Math.min(most, Math.max(least, least * (100_000 / nodes) ** 0.4)));
