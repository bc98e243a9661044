/**
 * Charts as inline SVG: shapes only, stretched to the place they have. Words stand beside them as HTML, so they are as
 * large as all other words at any width, can be copied, and are read aloud.
 */
import { number, text } from './markup.js';

export interface Part {
  readonly value: number;
  /** A class of the style sheet: see style.ts. */
  readonly colour: string;
}

export interface ChartColumn {
  /** What it says when pointed at. */
  readonly title: string;
  readonly parts: readonly Part[];
}

export interface ColumnChart {
  /** What is shown, for those who cannot see it. */
  readonly label: string;
  readonly columns: readonly ChartColumn[];
  /** Highest value, as shown at the axis. */
  readonly format?: (value: number) => string;
  /** Words below the chart, evenly spread. */
  readonly axis?: readonly string[];
  /** One word below each column. */
  readonly names?: readonly string[];
  /** Room for at least so many columns: a few would look like walls. */
  readonly atLeast?: number;
}

const HEIGHT = 100;
const WIDTH = 10;

export function columnChart({ label, columns, format = number, axis = [], names, atLeast = 0 }: ColumnChart): string {
  const highest = Math.max(...columns.map(({ parts }) => sum(parts)), 0);
  if (highest === 0) return '';
  const slots = Math.max(columns.length, atLeast);
  const gap = columns.length > 80 ? 0.5 : 1.5;
  const bars = columns.map((column, index) => bar(column, index * WIDTH + gap / 2, WIDTH - gap, highest)).join('');
  const lines = [0, 50].map((y) => `<line x1="0" x2="${slots * WIDTH}" y1="${y}" y2="${y}"/>`).join('');
  const below = names
    ? `<div class="names${slots > 12 ? ' dense' : ''}">${Array.from({ length: slots }, (_, index) => `<span>${text(names[index] ?? '')}</span>`).join('')}</div>`
    : `<div class="axis">${axis.map((word) => `<span>${text(word)}</span>`).join('')}</div>`;
  return `<div class="chart"><div class="scale"><span>${format(highest)}</span><span>${format(highest / 2)}</span><span>0</span></div>
<svg viewBox="0 0 ${slots * WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${text(label)}">${lines}${bars}</svg>${below}</div>`;
}

function bar({ title, parts }: ChartColumn, x: number, width: number, highest: number): string {
  let top = HEIGHT;
  const pieces = parts
    .filter(({ value }) => value > 0)
    .map(({ value, colour }) => {
      const height = Math.max(0.6, (HEIGHT * value) / highest);
      top -= height;
      return `<rect class="${colour}" x="${round(x)}" y="${round(Math.max(0, top))}" width="${round(width)}" height="${round(height)}"/>`;
    });
  return `<g><title>${text(title)}</title><rect class="ground" x="${round(x)}" y="0" width="${round(width)}" height="${HEIGHT}"/>${pieces.join('')}</g>`;
}

/** Horizontal bars with their names and counts; the longest is full. */
export function barList(
  rows: readonly { readonly name: string; readonly value: number; readonly more?: string; readonly colour?: string }[],
): string {
  const highest = Math.max(...rows.map(({ value }) => value), 0);
  if (highest === 0) return '';
  const items = rows.map(
    ({ name, value, more = '', colour = 'main' }) =>
      `<li><span class="name"><bdi>${text(name, 60)}</bdi></span><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="${colour}" width="${round((100 * value) / highest)}" height="10" rx="0.6"/></svg><b>${number(value)}</b><i>${text(more)}</i></li>`,
  );
  return `<ul class="bars">${items.join('')}</ul>`;
}

/** One bar cut into shares, with a legend. */
export function shareBar(label: string, shares: readonly (Part & { readonly name: string })[]): string {
  const total = sum(shares);
  let x = 0;
  const pieces = shares
    .filter(({ value }) => value > 0)
    .map(({ name, value, colour }) => {
      const width = (100 * value) / total;
      const piece = `<rect class="${colour}" x="${round(x)}" width="${round(width)}" height="10"><title>${text(name)}: ${number(value)}</title></rect>`;
      x += width;
      return piece;
    });
  const legend = shares.map(
    ({ name, value, colour }) =>
      `<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${colour}" width="10" height="10" rx="2"/></svg>${text(name)} <b>${number(value)}</b></li>`,
  );
  const drawn =
    total > 0
      ? `<svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${text(label)}">${pieces.join('')}</svg>`
      : '';
  return `${drawn}<ul class="legend">${legend.join('')}</ul>`;
}

const sum = (parts: readonly Part[]): number => parts.reduce((total, { value }) => total + value, 0);
const round = (value: number): number => Math.round(100 * value) / 100;
