/**
 * Spring-electrical layout over several levels, after Hu (2005): all nodes push each other apart by 1/distance, links
 * pull by the square of their length. The length of a step shrinks as the whole calms down and grows while it gets better.
 */
import type { Level } from './coarsen.js';
import { layLevels, type Positions, type Refine, stepsFor } from './levels.js';
import { COARSENESS, Repulsion } from './repulsion.js';

/** Strength of the push against the pull of a link of length 1. */
const PUSH = 0.2;
const SHRINK = 0.9;
/** After so many steps that made it better in a row, steps may grow again. */
const GOOD_STEPS = 5;
/** A step of this part of the longest first one moves nothing one could see. */
const STILL = 0.01;
const STEPS = { most: 400, least: 45 };

export function springElectrical(graph: Level, seed: number, told: (done: number) => void): Positions {
  return layLevels(graph, seed, settling(told));
}

/** `told` gets the nodes moved so far; their number cannot be known before, so it is measured against the most there can be. */
function settling(told: (moved: number) => void): Refine {
  let moved = 0;
  return (level, positions, fineness) => {
    const { nodes } = level;
    const forces = { x: new Float64Array(nodes), y: new Float64Array(nodes) };
    const repulsion = new Repulsion(nodes);
    const most = stepsFor(nodes, STEPS.most, STEPS.least);
    const first = fineness === 0 || nodes < 100 ? Math.cbrt(nodes * meanMass(level)) : 0.5 * meanLength(level, positions);
    let [step, energy, good] = [first, Number.POSITIVE_INFINITY, 0];
    for (let done = 0; done < most && step > STILL * first; done++) {
      repulsion.push(positions.x, positions.y, level.mass, forces.x, forces.y, COARSENESS);
      const before = energy;
      energy = pullAndMove(level, positions, forces, step);
      good = energy < before ? good + 1 : 0;
      if (energy >= before) step *= SHRINK;
      else if (good >= GOOD_STEPS) [step, good] = [step / SHRINK, 0];
      told((moved += nodes));
    }
  };
}

const meanMass = ({ mass, nodes }: Level): number => mass.reduce((sum, one) => sum + one, 0) / nodes;

function meanLength({ nodes, links }: Level, { x, y }: Positions): number {
  let sum = 0;
  for (let node = 0; node < nodes; node++)
    for (let at = links.start[node] as number; at < (links.start[node + 1] as number); at++) {
      const other = links.target[at] as number;
      sum += Math.hypot((x[node] as number) - (x[other] as number), (y[node] as number) - (y[other] as number));
    }
  return sum / Math.max(1, links.target.length) || 1;
}

/** Adds the pull of links to the push, moves every node by one step along the sum. Returns how strong all forces were. */
function pullAndMove(level: Level, { x, y }: Positions, forces: Positions, step: number): number {
  const { nodes, links, mass } = level;
  const { start, target, weight } = links;
  let energy = 0;
  const [forceX, forceY] = [forces.x, forces.y];
  for (let node = 0; node < nodes; node++) {
    const [nodeX, nodeY] = [x[node] as number, y[node] as number];
    const own = mass[node] as number;
    let fx = PUSH * (forceX[node] as number);
    let fy = PUSH * (forceY[node] as number);
    for (let at = start[node] as number; at < (start[node + 1] as number); at++) {
      const other = target[at] as number;
      const dx = (x[other] as number) - nodeX;
      const dy = (y[other] as number) - nodeY;
      // The push is per unit of own mass; so is the pull.
      const pull = ((weight[at] as number) * Math.sqrt(dx * dx + dy * dy)) / own;
      fx += dx * pull;
      fy += dy * pull;
    }
    forceX[node] = fx;
    forceY[node] = fy;
    energy += own * (fx * fx + fy * fy);
  }
  for (let node = 0; node < nodes; node++) {
    const [fx, fy] = [forceX[node] as number, forceY[node] as number];
    const strength = Math.sqrt(fx * fx + fy * fy);
    if (strength === 0) continue;
    (x[node] as number) += (step * fx) / strength;
    (y[node] as number) += (step * fy) / strength;
  }
  return energy;
}
