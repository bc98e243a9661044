/** The words of a picture as SVG: title, legend, names of hubs. A painted picture has them laid over it. */
import { xmlText } from '../xml.js';
import { LABEL_SIZE, shortName } from './labels.js';
import { HEADER, LEGEND_WIDTH, MARGIN, PALETTE, type Scene } from './scene.js';

const FONT = 'Inter, "Segoe UI", "Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif';
export const INK = '#1c2530';
const DIM = '#5a6675';
export const PAPER = '#fcfcfa';
const ROW = 22;

export function captions(scene: Scene): string {
  return [`<g font-family='${FONT}'>`, header(scene), legend(scene), ...scene.labels.map(label), '</g>'].join('\n');
}

const header = ({ title, subtitle }: Scene): string =>
  `<text x="${MARGIN}" y="${HEADER - 32}" font-size="24" font-weight="600" fill="${INK}">${xmlText(title)}</text>
<text x="${MARGIN}" y="${HEADER - 8}" font-size="15" fill="${DIM}">${xmlText(subtitle)}</text>`;

function legend({ legend: rows, legendTitle, width, height }: Scene): string {
  if (rows.length < 2) return '';
  const left = width - MARGIN - LEGEND_WIDTH + 24;
  const fitting = Math.max(0, Math.floor((height - HEADER - 3 * MARGIN) / ROW));
  const lines = rows.slice(0, fitting).map(({ name, colour, nodes }, row) => {
    const y = HEADER + MARGIN + 34 + row * ROW;
    return `<circle cx="${left + 6}" cy="${y - 5}" r="6" fill="${PALETTE[colour]}"/><text x="${left + 20}" y="${y}" font-size="13" fill="${INK}">${xmlText(shortName(name, 27))}</text><text x="${width - MARGIN}" y="${y}" font-size="13" fill="${DIM}" text-anchor="end">${nodes}</text>`;
  });
  return [
    `<text x="${left}" y="${HEADER + MARGIN + 8}" font-size="13" font-weight="600" fill="${DIM}">${xmlText(legendTitle)}</text>`,
    ...lines,
  ].join('\n');
}

/** Written twice: a broad light line below keeps the name readable upon links. */
function label({ text, x, y }: Scene['labels'][number]): string {
  const at = `x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${LABEL_SIZE}" font-weight="600"`;
  const words = xmlText(text);
  return `<text ${at} fill="none" stroke="${PAPER}" stroke-width="4" stroke-linejoin="round" stroke-opacity="0.9">${words}</text><text ${at} fill="${INK}">${words}</text>`;
}
