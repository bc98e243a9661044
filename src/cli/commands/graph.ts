/** winnow graph: the link graph of a crawl: its figures, files for graph tools, pictures. */

import { extname, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { counted } from '../../model/index.js';
import { writeOut } from '../../views/exports/index.js';
import {
  DEFAULT_HUB_FACTOR,
  exportGraph,
  formatOfFile,
  GRAPH_FORMATS,
  type GraphFormat,
  graphStatistics,
  LAYOUTS,
  linksOf,
} from '../../views/graph/index.js';
import type { Exit } from '../exit-codes.js';
import { closedSites } from '../graph/closed-sites.js';
import { type DrawFlags, drawGraph } from '../graph/draw-graph.js';
import { formatStatistics } from '../graph/format-statistics.js';
import { type GraphFlags, onGraph, VIEWS, withGraph } from '../graph/open-graph.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

const HELP = `
Nodes are what was visited: pages, failed ones and redirects too, but not the images and styles of pages. Links are the
ways the crawler took; with --full, and in pictures, all hyperlinks. What a page repeats is one link with a weight.

Examples:
  winnow graph stats -w crawls/example.org
  winnow graph export --full -o pages.gexf
  winnow graph draw -o map.svg

Only reads: it may run while the crawl does.`;

export function graphCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('graph')
    .description('Show, export and draw the link graph of a crawl')
    .addHelpText('after', HELP)
    .addCommand(statsCommand(terminal))
    .addCommand(exportCommand(terminal))
    .addCommand(drawCommand(terminal));
}

const STATS_HELP = `
Examples:
  winnow graph stats                             the latest crawl below ./crawls
  winnow graph stats --full --by site            which sites link to each other
  winnow graph stats --hub-factor 3 --json

A link counts at both of its ends, so the average degree is twice the links divided by the nodes. A hub's share is the
part of all links that begin or end at it.`;

interface StatsFlags extends GraphFlags {
  readonly hubFactor: number;
  readonly all?: boolean;
}

function statsCommand(terminal: Terminal): Command {
  return onGraph('stats')
    .description('Nodes, links, degrees, hubs, pages without outlinks, sites closed by robots.txt')
    .option('--hub-factor <factor>', 'a hub has at least this many times the mean degree', positive, DEFAULT_HUB_FACTOR)
    .option('--all', 'list every hub and every page without outlinks')
    .option('--json', 'print everything as JSON')
    .addHelpText('after', STATS_HELP)
    .action((flags: StatsFlags) =>
      withGraph(flags, ({ graph, view, definition, repository }) => {
        const statistics = graphStatistics(graph, flags.hubFactor);
        const closed = closedSites(repository, definition);
        const { by, all = false } = flags;
        if (flags.json) terminal.print(JSON.stringify({ view, by, ...statistics, closedSites: closed }, null, 2));
        else terminal.print(formatStatistics({ title: VIEWS[view], by, statistics, closed, all }, terminal));
      }),
    );
}

const EXPORT_HELP = `
Examples:
  winnow graph export -o ways.net                Pajek
  winnow graph export --full -o links.graphml    GraphML: igraph, NetworkX, yEd
  winnow graph export --full -o links.gexf       GEXF: Gephi
  winnow graph export --by site --format pajek   to standard output

Pajek knows no escapes: a quotation mark in an address is written as %22.`;

interface ExportFlags extends GraphFlags {
  readonly output: string;
  readonly format?: GraphFormat;
}

function exportCommand(terminal: Terminal): Command {
  return onGraph('export')
    .description('Write the graph for a graph tool: Pajek, GraphML or GEXF')
    .option('-o, --output <file>', 'target file; - is standard output', '-')
    .addOption(new Option('--format <format>', 'format (default: by the ending of the file)').choices(GRAPH_FORMATS))
    .option('--json', 'print what was written, as JSON, after the file (-o)')
    .addHelpText('after', EXPORT_HELP)
    .action((flags: ExportFlags) => exportTo(flags, terminal));
}

async function exportTo(flags: ExportFlags, terminal: Terminal): Promise<void> {
  const format = flags.format ?? formatOfFile(extname(flags.output));
  if (!format) throw new UsageError(`Say how: --format ${GRAPH_FORMATS.join('|')}, or name a file that ends in .net, .graphml or .gexf.`);
  const target = flags.output === '-' ? '-' : resolve(flags.output);
  await withGraph(flags, async ({ graph, view }) => {
    await writeOut(inTurn(exportGraph(graph, format)), target);
    if (target === '-') return;
    const written = { file: flags.output, format, view, nodes: graph.nodes, links: linksOf(graph) };
    if (flags.json) terminal.print(JSON.stringify(written));
    else terminal.remark(`${counted(written.nodes, 'node')} and ${counted(written.links, 'link')} in ${written.file}`);
  });
}

async function* inTurn(pieces: Iterable<string>): AsyncGenerator<string> {
  yield* pieces;
}

const DRAW_HELP = `
Examples:
  winnow graph draw -o map.svg
  winnow graph draw -o map.png --layout forceatlas --edge-cut 0.2
  winnow graph draw -o sites.svg --by site
  winnow graph draw -o ways.svg --paths       only who led to whom first

Layouts:
  multilevel   spring-electrical, from coarse to fine: shows the large shape, best for trees and wide webs
  forceatlas   hubs repel each other, their pages gather around them: shows groups; --lin-log makes them denser,
               --edge-cut lets the longest links go near the end

A disc grows with the degree of its node; hubs have their names beside them. The same --seed gives the same picture. In
an SVG of up to 5,000 nodes each node tells its URL when pointed at. Ctrl-C stops; nothing is written then.`;

function drawCommand(terminal: Terminal): Command {
  return onGraph('draw', 'full')
    .description('Draw the graph: an SVG or PNG, by one of two layouts')
    .requiredOption('-o, --output <file>', 'the picture: .svg or .png')
    .addOption(new Option('--layout <layout>', 'layout of the nodes').choices(LAYOUTS).default('multilevel'))
    .addOption(
      new Option('--colour <by>', 'colours show sites or groups (default: sites, where there are several)').choices(['site', 'community']),
    )
    .option('--width <pixels>', 'width of the picture', pixels, 1600)
    .option('--height <pixels>', 'height of the picture', pixels, 1200)
    .option('--labels <count>', 'name at most this many hubs', count, 25)
    .option('--hub-factor <factor>', 'a hub has at least this many times the mean degree', positive, DEFAULT_HUB_FACTOR)
    .option('--seed <number>', 'another number gives another layout', count, 1)
    .option('--lin-log', 'forceatlas: denser groups, further apart')
    .option('--edge-cut <share>', 'forceatlas: ignore this share of the links, the longest ones', share, 0)
    .option('--json', 'print what was drawn, as JSON')
    .addHelpText('after', DRAW_HELP)
    .action((flags: DrawFlags) => drawGraph({ ...flags, full: !flags.paths }, terminal));
}

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0) || !Number.isFinite(number)) throw new InvalidArgumentError('Write a number above 0.');
  return number;
}

function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

function pixels(text: string): number {
  const number = count(text);
  if (number < 400 || number > 10_000) throw new InvalidArgumentError('Write a number from 400 to 10000.');
  return number;
}

function share(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0 && number < 1)) throw new InvalidArgumentError('Write a number from 0 to below 1.');
  return number;
}
