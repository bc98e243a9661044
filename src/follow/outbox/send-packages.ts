/**
 * Sends packages that lie in a folder to any service of the contract: descriptions (`NAME.xml`) with their ZIPs beside them.
 *
 * In the order of their dates, so that an Add comes before its Upd. What was sent is noted beside them and not sent again.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type DocumentGroup, decodeMetaInfo, MetaInfoError, readMetaInfo } from '../../formats/document-groups/index.js';
import { pauseAfter, wait } from '../consumers/index.js';
import { type Parcel, type Receiver, UnavailableError } from './receivers/receiver.js';
import { formatsIn, sendParcel } from './send-parcel.js';
import { SentList, sentKey } from './sent-list.js';

export interface SendOptions {
  readonly receiver: Receiver;
  /** Address, for the list of what was sent. */
  readonly to: string;
  /** Where that list is kept; left out: `.winnow-sent.jsonl` beside the first package. */
  readonly list?: string | undefined;
  /** Attempts at a package while the service is away. */
  readonly attempts?: number;
  readonly pauseMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SendProgress) => void;
}

export interface SendProgress {
  readonly name: string;
  readonly done: number;
  readonly of: number;
  readonly state: 'sent' | 'refused' | 'known';
  readonly answer: string;
}

export interface SendReport {
  readonly sent: number;
  readonly refused: number;
  /** Sent before, by an earlier call. */
  readonly known: number;
  readonly left: number;
  /** Why it ended early; null when it did not. */
  readonly failure: string | null;
}

interface Found {
  readonly name: string;
  readonly group: DocumentGroup;
  readonly parcel: Parcel;
}

/** Every package of files and folders, oldest first. */
async function findPackages(paths: readonly string[]): Promise<Found[]> {
  const folders = new Map<string, ReadonlyMap<string, string>>();
  const found = new Map<string, Found>();
  for (const path of paths)
    for (const description of await descriptionsAt(path)) {
      const folder = dirname(description);
      const names = folders.get(folder) ?? (await namesIn(folder));
      folders.set(folder, names);
      if (!found.has(description)) found.set(description, await readPackage(description, names));
    }
  return [...found.values()].toSorted((a, b) => a.group.date.getTime() - b.group.date.getTime() || byName.compare(a.name, b.name));
}

const byName = new Intl.Collator('en', { numeric: true });

/** By their spelling in small letters: NAME.ZIP belongs to name.xml too. */
const namesIn = async (folder: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await readdir(folder)).map((name) => [name.toLowerCase(), name]));

async function descriptionsAt(path: string): Promise<string[]> {
  if ((await stat(path)).isDirectory()) {
    const names = await readdir(path);
    return names.filter((name) => /\.xml$/i.test(name)).map((name) => join(path, name));
  }
  return [path.replace(/\.zip$/i, '.xml')];
}

async function readPackage(path: string, siblings: ReadonlyMap<string, string>): Promise<Found> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw new Error(`${path} cannot be read: ${error.message}. Beside NAME.zip its description is expected as NAME.xml.`);
  });
  try {
    const metaInfo = decodeMetaInfo(bytes);
    const { group } = await readMetaInfo(metaInfo, { extraFormats: [...formatsIn(metaInfo)], articles: true });
    const zip = siblings.get(
      basename(path)
        .toLowerCase()
        .replace(/\.xml$/, '.zip'),
    );
    const data = zip === undefined || group.operation === 'Del' ? null : join(dirname(path), zip);
    const length = data === null ? 0 : (await stat(data)).size;
    return { name: basename(path), group, parcel: { metaInfo, data, length, filename: group.filename } };
  } catch (error) {
    if (error instanceof MetaInfoError) throw new Error(`${path}: ${error.message} winnow validate says more.`);
    throw error;
  }
}

export async function sendPackages(paths: readonly string[], options: SendOptions): Promise<SendReport> {
  const found = await findPackages(paths);
  const first = paths[0] ?? '.';
  const list = new SentList(options.list ?? join((await stat(first)).isDirectory() ? first : dirname(first), '.winnow-sent.jsonl'));
  const counts = { sent: 0, refused: 0, known: 0 };
  let failure: string | null = null;
  try {
    for (const [index, one] of found.entries()) {
      if (options.signal?.aborted) break;
      const { state, answer } = await sendOne(one, list, options);
      counts[state]++;
      options.onProgress?.({ name: one.name, done: index + 1, of: found.length, state, answer });
    }
  } catch (error) {
    if (!(error instanceof UnavailableError) && !options.signal?.aborted) throw error;
    failure = (error as Error).message;
  } finally {
    list.close();
  }
  return { ...counts, left: found.length - counts.sent - counts.refused - counts.known, failure };
}

async function sendOne(
  { name, group, parcel }: Found,
  list: SentList,
  options: SendOptions,
): Promise<Pick<SendProgress, 'state' | 'answer'>> {
  const key = sentKey(options.to, parcel.metaInfo);
  const before = list.stateOf(key);
  if (before === 'sent') return { state: 'known', answer: 'sent before' };
  let attempts = before === 'attempt' ? 1 : 0;
  for (let failures = 0; ; failures++) {
    try {
      list.note({ key, name, state: 'attempt' });
      const receipt = await sendParcel(options.receiver, parcel, { ...group, attempts }, options.signal);
      const state = receipt.isTaken ? 'sent' : 'refused';
      list.note({ key, name, state, answer: receipt.answer });
      return { state, answer: receipt.answer };
    } catch (error) {
      if (!(error instanceof UnavailableError) || failures + 1 >= (options.attempts ?? 3)) throw error;
      if (error.mayHaveArrived) attempts++;
      await wait(
        pauseAfter(failures, { firstMs: options.pauseMs ?? 1000, longestMs: 60_000 }),
        ...(options.signal ? [options.signal] : []),
      );
    }
  }
}
