/**
 * How long it takes to lay out and draw large graphs: `npm run bench:graph`, or `npm run bench:graph -- 20000` for fewer nodes.
 *
 * Three shapes the Web has: pages that link to popular pages, a tree of ways, and the tree of the original's crawl, where
 * one hub holds 88 per cent of all links. Processor time is told beside, since other work on the machine does not count.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  drawPng,
  type Graph,
  graphStatistics,
  LAYOUTS,
  LinkCollector,
  layOut,
  linksOf,
  makeScene,
  svgOf,
} from '../src/views/graph/index.js';

const NODES = Number(process.argv[2] ?? 100_000);
const SITES = 20;

/** The same numbers every time. */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function popular(linksPerNode: number): Graph {
  const random = numbers();
  const links = new LinkCollector(2 * NODES);
  const ends = [0];
  for (let node = 1; node < NODES; node++) {
    const count = Math.floor(linksPerNode) + (random() < linksPerNode % 1 ? 1 : 0);
    for (let link = 0; link < count; link++) {
      const to = ends[Math.floor(random() * ends.length)] as number;
      links.add(to, node);
      ends.push(to);
    }
    ends.push(node);
  }
  return graphOf(links);
}

function oneHub(share: number): Graph {
  const random = numbers();
  const links = new LinkCollector(NODES);
  for (let node = 1; node < NODES; node++) links.add(random() < share ? 0 : Math.floor(random() * node), node);
  return graphOf(links);
}

function graphOf(links: LinkCollector): Graph {
  const { adjacency, selfLinks } = links.merged(NODES);
  const sites = Array.from({ length: SITES }, (_, site) => `https://site-${site}.example`);
  const names = Array.from({ length: NODES }, (_, node) => `${sites[node % SITES]}/page/${node}`);
  const siteOf = Int32Array.from({ length: NODES }, (_, node) => node % SITES);
  return { nodes: NODES, names, sites, siteOf, depth: new Int32Array(NODES).fill(-1), out: adjacency, selfLinks, outside: 0 };
}

async function timed<T>(work: () => T | Promise<T>): Promise<{ result: T; seconds: string; cpu: string }> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: ((performance.now() - startedAt) / 1000).toFixed(1), cpu: ((user + system) / 1e6).toFixed(1) };
}

const SHAPES = { 'popular pages': popular(1.75), 'tree of ways': popular(1), 'one hub of 88 %': oneHub(0.88) };
const folder = mkdtempSync(join(tmpdir(), 'winnow-graph-'));
for (const [shape, graph] of Object.entries(SHAPES)) {
  const figures = await timed(() => graphStatistics(graph));
  console.log(`${shape}: ${graph.nodes} nodes, ${linksOf(graph)} links; figures ${figures.seconds} s`);
  for (const layout of LAYOUTS) {
    const laid = await timed(() => layOut(graph, { layout }));
    const drawn = await timed(async () => {
      const scene = makeScene(graph, laid.result, {
        title: shape,
        subtitle: layout,
        width: 1600,
        height: 1200,
        colourBy: 'community',
        hubFactor: 10,
        labels: 25,
      });
      writeFileSync(join(folder, `${layout}.png`), (await drawPng(scene)).png);
      writeFileSync(join(folder, `${layout}.svg`), [...svgOf(scene)].join(''));
    });
    const memory = Math.round(process.memoryUsage().rss / 1e6);
    console.log(
      `  ${layout.padEnd(11)} layout ${laid.seconds} s (cpu ${laid.cpu})  PNG and SVG ${drawn.seconds} s (cpu ${drawn.cpu})  ${memory} MB`,
    );
  }
}
rmSync(folder, { recursive: true, force: true });
