/**
 * Layout after ForceAtlas2 (Jacomy and others, 2014), with two ideas of OpenOrd (Martin and others, 2011).
 *
 * Links pull in proportion to their length, and nodes push each other apart by the product of their degrees, so that
 * hubs stand far from each other with their pages around them. Each node moves as fast as it can without shaking. Of
 * OpenOrd are the beginning with a coarse graph and the cutting of links: near the end the longest ones let go, unless
 * a node would be left without any, so that groups come apart which a few links held together.
 */
import type { Level } from './coarsen.js';
import { layLevels, type Positions, type Refine, stepsFor } from './levels.js';
import { COARSENESS, Repulsion } from './repulsion.js';

export interface ForceAtlasOptions {
  /** Links pull by the logarithm of their length: groups become denser and stand further apart. */
  readonly linLog?: boolean;
  /** Share of the links that are cut near the end, the longest first; 0 cuts none. */
  readonly edgeCut?: number;
}

const PUSH = 1;
/** Pulls everything towards the middle, the more the further out: groups held by a single link stay in sight. */
const GRAVITY = 0.02;
const STEPS = { most: 400, least: 45 };
/** Of the steps at the finest level, those after this part are made with long links cut. */
const CUT_AFTER = 0.5;
/** Faster than this and the pull of links would overshoot. */
const FASTEST = 1;

/** The mean step that counts as none, against the length a link has about. */
const STILL = 0.0005;

export function forceAtlas(graph: Level, seed: number, told: (done: number) => void, options: ForceAtlasOptions = {}): Positions {
  // A node weighs its degree and one: coarser nodes weigh what they are made of.
  const mass = Float64Array.from(
    { length: graph.nodes },
    (_, node) => 1 + (graph.links.start[node + 1] as number) - (graph.links.start[node] as number),
  );
  return layLevels({ ...graph, mass }, seed, settling(told, options));
}

function settling(told: (moved: number) => void, { linLog = false, edgeCut = 0 }: ForceAtlasOptions): Refine {
  let moved = 0;
  return (level, positions, fineness) => {
    const { nodes } = level;
    const field = new Field(level, linLog);
    const most = stepsFor(nodes, STEPS.most, STEPS.least);
    const cutAt = fineness === 1 && edgeCut > 0 ? Math.floor(CUT_AFTER * most) : -1;
    let speed = 0.1;
    for (let done = 0; done < most; done++) {
      if (done === cutAt) field.cutLongest(positions, edgeCut);
      field.work(positions);
      speed = field.move(positions, speed);
      told((moved += nodes));
      if (field.isStill && cutAt < done) break;
    }
  };
}

/** The forces on the nodes of a level, now and one step before. */
class Field {
  readonly #level: Level;
  readonly #linLog: boolean;
  readonly #repulsion: Repulsion;
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #beforeX: Float64Array;
  readonly #beforeY: Float64Array;
  #weight: Float32Array;
  /** Nodes no longer move by anything one could see. */
  isStill = false;

  constructor(level: Level, linLog: boolean) {
    this.#level = level;
    this.#linLog = linLog;
    this.#repulsion = new Repulsion(level.nodes);
    this.#weight = level.links.weight;
    this.#x = new Float64Array(level.nodes);
    this.#y = new Float64Array(level.nodes);
    this.#beforeX = new Float64Array(level.nodes);
    this.#beforeY = new Float64Array(level.nodes);
  }

  /** Forces per unit of mass: a hub is as slow as it is heavy. */
  work({ x, y }: Positions): void {
    const { nodes, links, mass } = this.#level;
    const { start, target } = links;
    const weight = this.#weight;
    const [forceX, forceY] = [this.#x, this.#y];
    this.#beforeX.set(forceX);
    this.#beforeY.set(forceY);
    this.#repulsion.push(x, y, mass, forceX, forceY, COARSENESS);
    for (let node = 0; node < nodes; node++) {
      const [nodeX, nodeY] = [x[node] as number, y[node] as number];
      const own = mass[node] as number;
      let fx = PUSH * (forceX[node] as number) - GRAVITY * nodeX;
      let fy = PUSH * (forceY[node] as number) - GRAVITY * nodeY;
      for (let at = start[node] as number; at < (start[node + 1] as number); at++) {
        const other = target[at] as number;
        const dx = (x[other] as number) - nodeX;
        const dy = (y[other] as number) - nodeY;
        const pull = ((weight[at] as number) * (this.#linLog ? logarithmic(dx, dy) : 1)) / own;
        fx += dx * pull;
        fy += dy * pull;
      }
      forceX[node] = fx;
      forceY[node] = fy;
    }
  }

  /** Returns the speed for the next step: the steadier the forces, the faster. */
  move({ x, y }: Positions, speed: number): number {
    const { nodes, mass } = this.#level;
    let [swinging, pulling] = [0, 0];
    for (let node = 0; node < nodes; node++) {
      const [fx, fy] = [this.#x[node] as number, this.#y[node] as number];
      const [bx, by] = [this.#beforeX[node] as number, this.#beforeY[node] as number];
      const swing = Math.hypot(fx - bx, fy - by);
      swinging += (mass[node] as number) * swing;
      pulling += ((mass[node] as number) * Math.hypot(fx + bx, fy + by)) / 2;
      const own = speed / (1 + speed * Math.sqrt(swing));
      (x[node] as number) += own * fx;
      (y[node] as number) += own * fy;
    }
    const heavy = mass.reduce((sum, one) => sum + one, 0);
    this.isStill = (speed * pulling) / heavy < STILL * Math.sqrt(heavy / nodes);
    return Math.min(FASTEST, 1.5 * speed, swinging === 0 ? FASTEST : pulling / swinging);
  }

  cutLongest({ x, y }: Positions, share: number): void {
    const { nodes, links } = this.#level;
    const lengthOf = (node: number, at: number): number => {
      const other = links.target[at] as number;
      return Math.hypot((x[node] as number) - (x[other] as number), (y[node] as number) - (y[other] as number));
    };
    const limit = lengthBeyond(nodes, links.start, lengthOf, share);
    const shortest = new Float64Array(nodes).fill(Number.POSITIVE_INFINITY);
    eachLink(nodes, links.start, (node, at) => {
      shortest[node] = Math.min(shortest[node] as number, lengthOf(node, at));
    });
    this.#weight = links.weight.slice();
    eachLink(nodes, links.start, (node, at) => {
      const length = lengthOf(node, at);
      const last = length <= (shortest[node] as number) || length <= (shortest[links.target[at] as number] as number);
      if (length > limit && !last) this.#weight[at] = 0;
    });
  }
}

function logarithmic(dx: number, dy: number): number {
  const length = Math.sqrt(dx * dx + dy * dy);
  return length === 0 ? 1 : Math.log1p(length) / length;
}

function eachLink(nodes: number, start: Int32Array, each: (node: number, at: number) => void): void {
  for (let node = 0; node < nodes; node++) for (let at = start[node] as number; at < (start[node + 1] as number); at++) each(node, at);
}

/** The length that all but this share of the links stay within. */
function lengthBeyond(nodes: number, start: Int32Array, lengthOf: (node: number, at: number) => number, share: number): number {
  const lengths = new Float64Array(start[nodes] as number);
  eachLink(nodes, start, (node, at) => {
    lengths[at] = lengthOf(node, at);
  });
  lengths.sort();
  return lengths[Math.min(lengths.length - 1, Math.floor((1 - share) * lengths.length))] ?? 0;
}
