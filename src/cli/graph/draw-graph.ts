/** Draws the graph of a crawl to a file. */
import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { counted } from '../../model/index.js';
import { writeWhole } from '../../platform/index.js';
import { writeOut } from '../../views/exports/index.js';
import { drawPng, type Graph, type Layout, layOut, linksOf, makeScene, type Scene, svgOf } from '../../views/graph/index.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { type GraphFlags, VIEWS, withGraph } from './open-graph.js';

export interface DrawFlags extends GraphFlags {
  readonly output: string;
  readonly layout: Layout;
  readonly colour?: 'site' | 'community';
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  readonly labels: number;
  readonly hubFactor: number;
  readonly linLog?: boolean;
  readonly edgeCut: number;
}

const LAYOUT_NAMES: Readonly<Record<Layout, string>> = {
  multilevel: 'multilevel spring-electrical layout',
  forceatlas: 'ForceAtlas layout',
};

export async function drawGraph(flags: DrawFlags, terminal: Terminal): Promise<void> {
  const ending = extname(flags.output).toLowerCase();
  if (ending !== '.svg' && ending !== '.png')
    throw new UsageError(`A picture is written as its file's name says: ${flags.output} should end in .svg or .png.`);
  const startedAt = Date.now();
  terminal.live('Reading the graph …');
  const written = await withGraph(flags, async ({ graph, view, definition }) => {
    if (graph.nodes === 0) throw new UsageError('There is nothing to draw: no page was visited yet.');
    const scene = sceneOf(
      graph,
      `${definition.name}: ${sizeOf(graph, flags)}`,
      `${VIEWS[view]} · ${LAYOUT_NAMES[flags.layout]}`,
      flags,
      terminal,
    );
    terminal.live('Drawing …');
    await writePicture(scene, ending, resolve(flags.output), terminal);
    return { file: flags.output, layout: flags.layout, view, nodes: graph.nodes, links: linksOf(graph) };
  });
  terminal.live('');
  if (flags.json) terminal.print(JSON.stringify({ ...written, seconds: (Date.now() - startedAt) / 1000 }));
  else terminal.remark(`${counted(written.nodes, 'node')} and ${counted(written.links, 'link')} in ${written.file}`);
}

function sceneOf(graph: Graph, title: string, subtitle: string, flags: DrawFlags, terminal: Terminal): Scene {
  const { layout, seed, linLog, edgeCut } = flags;
  const positions = layOut(graph, { layout, seed, linLog, edgeCut, progress: (what) => terminal.live(`Laying out ${what}`) });
  const colourBy = flags.colour ?? (flags.by === 'page' && graph.sites.length > 1 ? 'site' : 'community');
  return makeScene(graph, positions, { ...flags, title, subtitle, colourBy });
}

const sizeOf = (graph: Graph, { by }: DrawFlags): string =>
  `${counted(graph.nodes, by, `${by}s`, graph.nodes.toLocaleString('en'))}, ${counted(linksOf(graph), 'link', 'links', linksOf(graph).toLocaleString('en'))}`;

async function writePicture(scene: Scene, ending: string, file: string, terminal: Terminal): Promise<void> {
  if (ending === '.svg') return writeOut(inTurn(svgOf(scene)), file);
  const { png, withoutWords } = await drawPng(scene);
  await writeWhole(file, (draft) => writeFile(draft, png));
  if (withoutWords)
    terminal.remark(
      'This machine has no fonts, so the picture is without names. Install some (on Debian: fonts-dejavu-core), or write an .svg.',
    );
}

async function* inTurn(pieces: Iterable<string>): AsyncGenerator<string> {
  yield* pieces;
}
