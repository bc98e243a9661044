/**
 * winnow portals items: what a portal lists, as the download list of the crawlers before: address, addresses walked to reach
 * it, id, values that are posted. And downloads of single ones.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPortalItems } from '../../assembly/index.js';
import { plainName } from '../../formats/document-groups/index.js';
import { stateFolder, writeWhole } from '../../platform/index.js';
import type { DownloadedItem, Items, ListedItem } from '../../run/harvest/index.js';
import type { Exit } from '../exit-codes.js';
import { stopOnInterrupt } from '../progress.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { type ConnectorFlags, connectorFolders } from './connector-folders.js';
import { wishedPortal } from './named-portal.js';
import { definitionOfRun } from './run-definition.js';
import { withNewerNames } from './run-flags.js';
import { filesIn, portalWished, type WishFlags, wishesOf } from './wishes.js';

export interface ItemsFlags extends ConnectorFlags, WishFlags {
  readonly limit?: string;
  readonly download?: readonly string[];
  readonly output?: string;
  readonly json?: boolean;
}

export async function listItems(id: string | undefined, typed: ItemsFlags, terminal: Terminal): Promise<Exit> {
  const flags = withNewerNames(typed);
  const most = limitOf(flags.limit);
  const files = await filesIn(flags);
  const { connector } = await wishedPortal(portalWished(id, files), connectorFolders(flags));
  const wishes = await wishesOf(connector, flags, files);
  const definition = await definitionOfRun({ connector, wishes, flags, terminal });
  const interrupts = stopOnInterrupt(terminal);
  const onRemark = (text: string): void => terminal.remark(terminal.style('yellow', printable(text)));
  for (const note of wishes.notes) onRemark(note);
  const { parameters, accepted, now } = wishes;
  const asking = { connector, definition, parameters, accepted, stop: interrupts.stop, state: stateFolder(process.env), onRemark };
  const items = await openPortalItems({ ...asking, ...(now === null ? {} : { now }) });
  try {
    return await showItems(items, flags, most, terminal);
  } finally {
    interrupts.release();
    await items.close();
  }
}

async function showItems(items: Items, flags: ItemsFlags, most: number, terminal: Terminal): Promise<Exit> {
  const wanted = new Set(flags.download);
  let shown = 0;
  for await (const item of items.list()) {
    if (wanted.size > 0 && !wanted.delete(item.key)) continue;
    if (flags.download) await saveItem(await items.download(item), flags, terminal);
    else terminal.print(flags.json ? JSON.stringify(asOriginal(item)) : inLines(item, terminal));
    if (++shown >= most || (flags.download && wanted.size === 0)) return 'ok';
  }
  if (wanted.size > 0) throw new UsageError(`The list has no ${[...wanted].join(', ')}.`);
  for (const { rule, message } of items.end()?.problems ?? []) terminal.remark(terminal.style('yellow', printable(`${rule}: ${message}`)));
  return items.end()?.isComplete === false ? 'found' : 'ok';
}

/** As programs that knew the crawlers before expect it. */
const asOriginal = ({ key, url, path, values }: ListedItem) => ({
  URL: url,
  NavigationPath: path,
  Id: key,
  PostValues: values.map(([name, value]) => ({ Key: name, Value: value })),
});

function inLines({ key, url, path, values }: ListedItem, terminal: Terminal): string {
  const lines: [string, string][] = [
    ['URL', url],
    ['NavigationPath', path.join(' → ')],
    ['PostValues', values.map(([name, value]) => `${name}=${value}`).join(' & ')],
  ];
  const shown = lines.map(([name, text]) => `  ${name.padEnd(15)} ${printable(text) || '–'}`);
  return `${terminal.style('bold', `Id ${printable(key)}`)}\n${shown.join('\n')}`;
}

const TEXT = /^text\/|json|xml|javascript/;

/** Into a folder as it came; else to standard output, as text or as base64. */
async function saveItem(downloaded: DownloadedItem, { output, json }: ItemsFlags, terminal: Terminal): Promise<void> {
  const { item, type, content } = downloaded;
  const bytes = Buffer.from(content);
  if (output === undefined) {
    const text = TEXT.test(type) ? bytes.toString('utf8') : bytes.toString('base64');
    return terminal.print(json ? JSON.stringify({ Request: asOriginal(item), Type: type, Content: text }) : text);
  }
  await mkdir(output, { recursive: true });
  const file = join(output, plainName(item.key.replace(/[\\/:]/g, '-')) || 'item');
  await writeWhole(file, (draft) => writeFile(draft, bytes));
  terminal.print(`${printable(item.key)}  ${type}  ${bytes.length} bytes  ${file}`);
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--limit is a number of items, from 1 on, not ${text}.`);
}
