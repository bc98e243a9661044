import { describe, expect, it } from 'vitest';
import { type Graph, LinkCollector } from '../graph.js';
import { LAYOUTS, type Layout, layOut } from './layout.js';
import type { Positions } from './levels.js';
import { randomFrom } from './random.js';
import { Repulsion } from './repulsion.js';

function graphOf(nodes: number, fill: (links: LinkCollector) => void): Graph {
  const links = new LinkCollector();
  fill(links);
  const { adjacency, selfLinks } = links.merged(nodes);
  const names = Array.from({ length: nodes }, (_, node) => `n${node}`);
  return { nodes, names, sites: ['s'], siteOf: new Int32Array(nodes), depth: new Int32Array(nodes), out: adjacency, selfLinks, outside: 0 };
}

/** Pages that link to those with many links already, as the Web does; a hub, some parts of their own. */
const web = graphOf(300, (links) => {
  const random = randomFrom(7);
  const ends = [0];
  for (let node = 1; node < 200; node++)
    for (let link = 0; link < 1 + (node % 2); link++) {
      const to = random() < 0.3 ? 0 : (ends[Math.floor(random() * ends.length)] as number);
      links.add(to, node);
      ends.push(to, node);
    }
  for (let node = 201; node < 240; node++) links.add(200, node);
  for (let node = 241; node < 270; node++) links.add(node - 1, node);
});

const distance = ({ x, y }: Positions, a: number, b: number): number =>
  Math.hypot((x[a] as number) - (x[b] as number), (y[a] as number) - (y[b] as number));

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

function linkLengths(graph: Graph, positions: Positions): number[] {
  return Array.from({ length: graph.nodes }, (_, node) => node).flatMap((node) =>
    [...graph.out.target.subarray(graph.out.start[node], graph.out.start[node + 1])].map((other) => distance(positions, node, other)),
  );
}

describe.each(LAYOUTS)('the layout %s', (layout: Layout) => {
  const positions = layOut(web, { layout, seed: 3 });

  it('G-38 puts neighbours closer than strangers', () => {
    const random = randomFrom(1);
    const stranger = (): number => Math.floor(random() * 200);
    const strangers = Array.from({ length: 2000 }, () => distance(positions, stranger(), stranger()));
    expect(middle(linkLengths(web, positions))).toBeLessThan(0.6 * middle(strangers));
  });

  it('G-38 gives every node a place of its own', () => {
    expect([...positions.x, ...positions.y].every(Number.isFinite)).toBe(true);
    const places = new Set(Array.from(positions.x, (x, node) => `${x.toFixed(3)} ${(positions.y[node] as number).toFixed(3)}`));
    expect(places.size).toBe(web.nodes);
  });

  it('keeps connected parts apart', () => {
    const boxOf = (first: number, end: number) => {
      const [xs, ys] = [positions.x.subarray(first, end), positions.y.subarray(first, end)];
      return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    };
    const boxes = [boxOf(0, 200), boxOf(200, 240), boxOf(240, 270), boxOf(270, 271), boxOf(290, 291)];
    for (const a of boxes)
      for (const b of boxes) expect(a === b || a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top).toBe(true);
  });

  it('gives the same picture for the same seed, and another for another', () => {
    expect(layOut(web, { layout, seed: 3 }).x).toEqual(positions.x);
    expect(layOut(web, { layout, seed: 4 }).x).not.toEqual(positions.x);
  });

  it.each([
    ['nothing', 0, []],
    ['one node', 1, []],
    ['a pair', 2, [[0, 1]]],
    ['nodes without links', 300, []],
  ])('copes with %s', (_case, nodes, links) => {
    const laid = layOut(
      graphOf(nodes, (collector) => {
        for (const [from, to] of links) collector.add(from as number, to as number);
      }),
      { layout },
    );
    expect([...laid.x, ...laid.y].every(Number.isFinite)).toBe(true);
    expect(laid.x).toHaveLength(nodes);
  });
});

it('ForceAtlas with logarithmic pull and with long links cut makes groups denser', () => {
  const spread = (options: object): number => {
    const laid = layOut(web, { layout: 'forceatlas', seed: 3, ...options });
    const lengths = linkLengths(web, laid);
    return middle(lengths) / Math.max(...lengths);
  };
  const plain = spread({});
  expect(spread({ linLog: true })).toBeLessThan(plain);
  expect(spread({ edgeCut: 0.2 })).toBeLessThan(plain);
});

describe('repulsion', () => {
  const random = randomFrom(5);
  const draw = (count: number, of: () => number): Float64Array => Float64Array.from({ length: count }, of);

  function exact(x: Float64Array, y: Float64Array, mass: Float64Array, body: number): [number, number] {
    let [fx, fy] = [0, 0];
    for (let other = 0; other < x.length; other++) {
      const [dx, dy] = [(x[body] as number) - (x[other] as number), (y[body] as number) - (y[other] as number)];
      if (other === body) continue;
      fx += ((mass[other] as number) * dx) / (dx * dx + dy * dy);
      fy += ((mass[other] as number) * dy) / (dx * dx + dy * dy);
    }
    return [fx, fy];
  }

  it.each([
    ['alike', () => random()],
    ['in heaps', () => (random() < 0.5 ? random() * 1e-3 : random())],
  ])('of bodies spread %s is what adding up all pairs gives, nearly', (_case, of) => {
    const [x, y, mass] = [draw(800, of), draw(800, of), draw(800, () => 1 + 9 * random())];
    const [px, py] = [new Float64Array(800), new Float64Array(800)];
    new Repulsion(800).push(x, y, mass, px, py);
    let [wrong, all] = [0, 0];
    for (let body = 0; body < 800; body++) {
      const [fx, fy] = exact(x, y, mass, body);
      wrong += Math.hypot((px[body] as number) - fx, (py[body] as number) - fy);
      all += Math.hypot(fx, fy);
    }
    expect(wrong / all).toBeLessThan(0.03);
  });

  it('of any number of bodies in one spot stays finite', () => {
    const [x, y, mass] = [new Float64Array(5000).fill(3), new Float64Array(5000).fill(4), new Float64Array(5000).fill(1)];
    const [px, py] = [new Float64Array(5000), new Float64Array(5000)];
    new Repulsion(5000).push(x, y, mass, px, py);
    expect([...px, ...py].every(Number.isFinite)).toBe(true);
  });
});
