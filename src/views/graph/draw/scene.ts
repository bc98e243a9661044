/** What a picture shows, in pixels, before it is written as SVG or painted as PNG: both say the same. */
import { communitiesOf } from '../communities.js';
import { degreesOf, type Graph, linksOf, undirected } from '../graph.js';
import type { Positions } from '../layout/levels.js';
import { hubNodes } from '../statistics.js';
import { type Label, placeLabels, shortName } from './labels.js';
import { spacing } from './spacing.js';

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
  /** Number of a colour of the palette. */
  readonly colour: Uint8Array;
  /** Nodes from the smallest to the largest: so they are painted. */
  readonly order: Int32Array;
  readonly graph: Graph;
  readonly linkWidth: number;
  readonly linkOpacity: number;
  readonly labels: readonly Label[];
  readonly legend: readonly LegendRow[];
  readonly legendTitle: string;
  readonly title: string;
  readonly subtitle: string;
}

export interface LegendRow {
  readonly name: string;
  readonly colour: number;
  readonly nodes: number;
}

export interface SceneOptions {
  readonly title: string;
  readonly subtitle: string;
  readonly width: number;
  readonly height: number;
  readonly colourBy: 'site' | 'community';
  /** As in the figures: how far above the mean the degree of a hub is. */
  readonly hubFactor: number;
  /** At most so many hubs get their name. */
  readonly labels: number;
}

/** Distinct on white and to people who see few colours; the last one is for all that have none of their own. */
export const PALETTE = [
  '#3f6fa8',
  '#d9772b',
  '#2f8f6b',
  '#b8405e',
  '#7a5bb0',
  '#8a6a3d',
  '#2a9cb0',
  '#c2a01e',
  '#d06fae',
  '#5b7f2f',
  '#4a4a8f',
  '#9aa3ad',
] as const;
const OTHERS = PALETTE.length - 1;

export const HEADER = 72;
export const MARGIN = 28;
export const LEGEND_WIDTH = 250;
/** Radius of the largest disc. */
const LARGEST = 24;
/** A graph as small as this has all its nodes named, as far as there is room. */
const FEW = 60;
/** Names to give when no degree stands out. */
const SOME = 5;

export function makeScene(graph: Graph, positions: Positions, options: SceneOptions): Scene {
  const degrees = degreesOf(graph).all;
  const order = bySize(degrees);
  const groups = groupsOf(graph, options.colourBy, degrees);
  const area = mapArea(options, groups.legend.length > 1);
  const { x, y } = fitted(positions, area);
  const radius = radiiOf(degrees, area, spacing(x, y, area));
  const named = namedNodes(graph, order, options);
  return {
    ...options,
    x,
    y,
    radius,
    order,
    graph,
    colour: groups.colour,
    linkWidth: Math.min(1.4, Math.max(0.5, 40 / Math.sqrt(graph.nodes + 1))),
    linkOpacity: Math.min(0.6, Math.max(0.08, 24 / Math.sqrt(linksOf(graph) + 1))),
    labels: placeLabels(
      named.map((node) => ({
        x: x[node] as number,
        y: y[node] as number,
        radius: radius[node] as number,
        text: shortName(graph.names[node] as string),
      })),
      area,
    ),
    legend: groups.legend,
    legendTitle: options.colourBy === 'site' ? 'Sites' : 'Groups around',
  };
}

function namedNodes(graph: Graph, order: Int32Array, { hubFactor, labels }: SceneOptions): number[] {
  const hubs = hubNodes(graph, hubFactor);
  const largest = Array.from(order).toReversed();
  const others = graph.nodes <= FEW ? largest : hubs.length === 0 ? largest.slice(0, SOME) : [];
  return [...new Set([...hubs, ...others])].slice(0, labels);
}

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const mapArea = ({ width, height }: SceneOptions, legend: boolean): Area => ({
  left: MARGIN,
  top: HEADER + MARGIN,
  right: width - MARGIN - (legend ? LEGEND_WIDTH : 0),
  bottom: height - MARGIN,
});

/** As large as the area allows, in its middle. */
function fitted({ x, y }: Positions, area: Area): { x: Float32Array; y: Float32Array } {
  const [xs, ys] = [rangeOf(x), rangeOf(y)];
  const [width, height] = [area.right - area.left - 2 * LARGEST, area.bottom - area.top - 2 * LARGEST];
  const scale = Math.min(width / (xs.length || 1e-9), height / (ys.length || 1e-9), Math.max(width, height) / 4);
  const place = (values: Float64Array, range: { middle: number }, middle: number): Float32Array =>
    Float32Array.from(values, (value) => middle + scale * (value - range.middle));
  return { x: place(x, xs, (area.left + area.right) / 2), y: place(y, ys, (area.top + area.bottom) / 2) };
}

function rangeOf(values: Float64Array): { middle: number; length: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return values.length === 0 ? { middle: 0, length: 0 } : { middle: (least + most) / 2, length: most - least };
}

/** The area of a disc grows with the degree; the smallest still can be seen, the largest does not hide the rest. */
function radiiOf(degrees: Int32Array, { left, right, top, bottom }: Area, apart: number): Float32Array {
  const [width, height] = [right - left, bottom - top];
  const crowded = Math.sqrt((width * height) / (degrees.length + 1));
  const least = Math.min(5, Math.max(0.7, Math.min(0.11 * crowded, 0.4 * apart)));
  const side = Math.min(width, height);
  const most = Math.max(least, Math.min(LARGEST, 0.02 * side, Math.max(0.012 * side, 6 * least)));
  const largest = Math.max(
    2,
    degrees.reduce((max, degree) => Math.max(max, degree), 0),
  );
  return Float32Array.from(degrees, (degree) => least + (most - least) * Math.sqrt(Math.max(0, degree - 1) / (largest - 1)));
}

function bySize(degrees: Int32Array): Int32Array {
  return Int32Array.from(degrees, (_, node) => node).sort((a, b) => (degrees[a] as number) - (degrees[b] as number) || a - b);
}

/** The largest groups get a colour of their own. */
function groupsOf(graph: Graph, by: SceneOptions['colourBy'], degrees: Int32Array): { colour: Uint8Array; legend: LegendRow[] } {
  const groupOf = by === 'site' ? graph.siteOf : communitiesOf(graph.nodes, undirected(graph));
  const count = groupOf.reduce((most, group) => Math.max(most, group + 1), 0);
  const sizes = new Int32Array(count);
  for (const group of groupOf) (sizes[group] as number)++;
  const ranked = Int32Array.from(sizes, (_, group) => group)
    .sort((a, b) => (sizes[b] as number) - (sizes[a] as number) || a - b)
    .filter((group) => (sizes[group] as number) >= (by === 'site' ? 1 : 2)); // a node by itself is no group
  const colours = new Uint8Array(count).fill(OTHERS);
  const own = ranked.subarray(0, OTHERS);
  for (const [rank, group] of own.entries()) colours[group] = rank;
  const nameOf = by === 'site' ? (group: number) => graph.sites[group] as string : namesOfGroups(graph, groupOf, degrees, count);
  const legend = Array.from(own, (group, rank) => ({ name: shortName(nameOf(group)), colour: rank, nodes: sizes[group] as number }));
  const rest = sizes.filter((size) => size > 0).length - own.length;
  const restNodes = graph.nodes - own.reduce((sum, group) => sum + (sizes[group] as number), 0);
  if (rest > 0) legend.push({ name: `${rest} others`, colour: OTHERS, nodes: restNodes });
  return { colour: Uint8Array.from(groupOf, (group) => colours[group] as number), legend };
}

/** A group is named after the node with the most links. */
function namesOfGroups(graph: Graph, groupOf: Int32Array, degrees: Int32Array, count: number): (group: number) => string {
  const chief = new Int32Array(count).fill(-1);
  for (const [node, group] of groupOf.entries()) {
    const best = chief[group] as number;
    if (best === -1 || (degrees[node] as number) > (degrees[best] as number)) chief[group] = node;
  }
  return (group) => graph.names[chief[group] as number] ?? '';
}
