/** A result of `inspect` for people: short fields in two columns, lists below their name, long text last. */
import { printable, type Terminal, table } from '../terminal.js';

const LISTED = 40;

export function formatView(view: Readonly<Record<string, unknown>>, terminal: Terminal): string {
  const entries = Object.entries(view);
  const plain = entries.filter(([name, value]) => name !== 'text' && !isList(value));
  const blocks = [table(plain.map(([name, value]) => [terminal.style('dim', name), oneLine(value)]))];
  for (const [name, value] of entries) if (isList(value)) blocks.push(listBlock(name, value, terminal));
  if (typeof view['text'] === 'string')
    blocks.push(
      `${terminal.style('bold', 'text')}\n${view['text']
        .split('\n')
        .map((line) => `  ${printable(line)}`)
        .join('\n')}`,
    );
  return blocks.filter((block) => block !== '').join('\n\n');
}

const isList = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Strings as they are, apart from what a terminal would obey; absence in words. */
function oneLine(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'string') return printable(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value)
    ? value.map(oneLine).join(' | ')
    : printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function listBlock(name: string, value: object, terminal: Terminal): string {
  const rows = Array.isArray(value) ? value.map(rowOf) : Object.entries(value).map(([key, item]) => [printable(key), oneLine(item)]);
  const head = `${terminal.style('bold', name)} ${terminal.style('dim', String(rows.length))}`;
  if (rows.length === 0) return head;
  const shown = table(rows.slice(0, LISTED))
    .split('\n')
    .map((line) => `  ${line}`);
  return [
    head,
    ...shown,
    ...(rows.length > LISTED ? [terminal.style('dim', `  … and ${rows.length - LISTED} more; --json shows all`)] : []),
  ].join('\n');
}

/** The columns worth a line: of a link its kind, target and words; of a sitemap entry its date and place. */
function rowOf(item: unknown): string[] {
  if (!isList(item)) return [oneLine(item)];
  const { kind, url, anchor, loc, lastmod, nofollow } = item as Record<string, unknown>;
  if (loc !== undefined) return [oneLine(lastmod), oneLine(loc)];
  if (url !== undefined)
    return [oneLine(kind), shortened(anchor ? oneLine(anchor) : ''), `${oneLine(url)}${nofollow ? ' (nofollow)' : ''}`];
  return [oneLine(item)];
}

const ANCHOR = 40;

const shortened = (text: string): string => (text.length <= ANCHOR ? text : `${text.slice(0, ANCHOR - 1)}…`);
