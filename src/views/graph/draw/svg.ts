/** A picture as SVG, in pieces: half a million marks are too much for one string of markup per mark. */
import { xmlText } from '../xml.js';
import { captions, PAPER } from './captions.js';
import { PALETTE, type Scene } from './scene.js';

/** Links in one path: within a path overlaps do not add up, between paths they do. */
const LINKS_A_PATH = 64;
/** Up to so many nodes each is a mark of its own that tells its URL to whoever points at it. */
const TITLED = 5000;

export function* svgOf(scene: Scene): Generator<string> {
  const { width, height } = scene;
  yield `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n`;
  yield `<title>${xmlText(scene.title)}</title>\n<rect width="${width}" height="${height}" fill="${PAPER}"/>\n`;
  yield* linkPaths(scene);
  if (scene.graph.nodes <= TITLED) yield* titledNodes(scene);
  else yield* plainNodes(scene);
  yield `${captions(scene)}\n</svg>\n`;
}

function* linkPaths({ graph, x, y, colour, linkWidth, linkOpacity }: Scene): Generator<string> {
  yield `<g fill="none" stroke-width="${linkWidth.toFixed(2)}" stroke-opacity="${linkOpacity.toFixed(3)}">\n`;
  const { start, target } = graph.out;
  const open = PALETTE.map((): string[] => []);
  const path = (number: number): string => `<path stroke="${PALETTE[number]}" d="${(open[number] as string[]).splice(0).join('')}"/>\n`;
  for (let node = 0; node < graph.nodes; node++)
    for (let at = start[node] as number; at < (start[node + 1] as number); at++) {
      const other = target[at] as number;
      const number = linkColour(colour, node, other);
      const count = (open[number] as string[]).push(`M${tenth(x[node])} ${tenth(y[node])}L${tenth(x[other])} ${tenth(y[other])}`);
      if (count === LINKS_A_PATH) yield path(number);
    }
  for (const [number, links] of open.entries()) if (links.length) yield path(number);
  yield '</g>\n';
}

/** Links within a group have its colour, links between groups none. */
export const linkColour = (colour: Uint8Array, from: number, to: number): number =>
  colour[from] === colour[to] ? (colour[from] as number) : PALETTE.length - 1;

function* titledNodes({ graph, x, y, radius, colour, order }: Scene): Generator<string> {
  yield `<g stroke="${PAPER}" stroke-width="0.8">\n`;
  for (const node of order) {
    const name = xmlText(graph.names[node] as string);
    yield `<circle cx="${tenth(x[node])}" cy="${tenth(y[node])}" r="${tenth(radius[node])}" fill="${PALETTE[colour[node] as number]}"><title>${name}</title></circle>\n`;
  }
  yield '</g>\n';
}

/** Dots of one colour and size are one path of points with round ends: a tenth of the markup. */
function* plainNodes({ x, y, radius, colour, order }: Scene): Generator<string> {
  yield '<g fill="none" stroke-linecap="round">\n';
  let [dots, style] = ['', ''];
  for (const node of order) {
    const own = `stroke="${PALETTE[colour[node] as number]}" stroke-width="${(2 * Number(tenth(radius[node]))).toFixed(1)}"`;
    if ((own !== style && dots !== '') || dots.length > 30_000) {
      yield `<path ${style} d="${dots}"/>\n`;
      dots = '';
    }
    style = own;
    dots += `M${tenth(x[node])} ${tenth(y[node])}h0`;
  }
  if (dots !== '') yield `<path ${style} d="${dots}"/>\n`;
  yield '</g>\n';
}

const tenth = (value: number | undefined): string => String(Math.round(10 * (value ?? 0)) / 10);
