/** Small pieces of HTML. Titles, URLs and reasons come from the network: nothing gets onto the page but through `text`. */
import { counted } from '../../../model/index.js';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const LONGEST = 300;

/** Escaped, without control characters and directional marks, and cut where it goes on for ever. */
export function text(value: string, longest: number = LONGEST): string {
  const shown = value.length > longest ? `${value.slice(0, longest)}…` : value;
  return shown
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])/g,
      '\ufffd',
    )
    .replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/** An address to follow, where it is one of the Web. */
export function address(url: string): string {
  const shown = `<bdi>${text(url, 200)}</bdi>`;
  return /^https?:\/\//i.test(url) ? `<a href="${text(url, 4000)}" rel="noopener noreferrer nofollow">${shown}</a>` : shown;
}

export const number = (value: number): string => Math.round(value).toLocaleString('en');

export const plural = (count: number, one: string, many: string): string => counted(count, one, many, number(count));

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

export function size(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(value < 9.95 ? 1 : 0)} ${UNITS[power]}`;
}

export function milliseconds(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms);
}

/** 3 h 05 min; 20 min; 2 min 10 s; 12 s. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`;
  if (minutes >= 10) return `${minutes} min`;
  return minutes > 0 ? `${minutes} min ${String(seconds % 60).padStart(2, '0')} s` : `${seconds} s`;
}

/** In UTC, and it says so where it matters. */
export const moment = (at: number | string): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

export const section = (id: string, title: string, inner: string, remark = ''): string =>
  inner === '' ? '' : `<section id="${id}"><h2>${title}</h2>${remark ? `<p class="remark">${remark}</p>` : ''}${inner}</section>`;

export interface Column {
  readonly head: string;
  /** Numbers stand to the right; addresses and titles may break anywhere. */
  readonly as?: 'number' | 'address' | 'words';
}

/** Cells are HTML already. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const kind = (index: number): string => (columns[index]?.as ? ` class="${columns[index]?.as}"` : '');
  const head = columns.map(({ head: name }, index) => `<th scope="col"${kind(index)}>${name}</th>`).join('');
  const body = rows.map(
    (cells) =>
      `<tr>${cells.map((cell, index) => `<td${kind(index)} data-head="${columns[index]?.head ?? ''}">${cell}</td>`).join('')}</tr>`,
  );
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

/** Rows beyond those shown are counted. */
export const more = (count: number, what: string): string => (count > 0 ? `<p class="remark">and ${number(count)} more ${what}</p>` : '');
