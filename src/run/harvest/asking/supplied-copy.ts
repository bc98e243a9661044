/**
 * A copy of a portal that the user was given: a folder, a ZIP or tar archive, WARC or WACZ files. Answers what lies at an address.
 *
 * Copies are made in many ways: with the host as a folder or without it, inside a folder of any name, with the first folders of
 * the portal left out. How this one is laid out is found out by the first address that is asked for, and holds for all others.
 * Everything in it is foreign: its size and the number of its files are bounded, and nothing outside of it is read.
 */
import type { Dirent } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { disposeExchange, importWarc, isWaczName, unpackWacz } from '../../../formats/warc/index.js';
import type { Exchange } from '../../../model/index.js';
import { membersOf } from '../listing/kinds/archive.js';
import { HarvestError } from '../port.js';
import { readAnswer } from './read-answer.js';

export interface SuppliedCopy {
  /** Null: the copy has nothing there. */
  find(url: string): Promise<Uint8Array | null>;
}

type Load = () => Promise<Uint8Array>;

const MOST_BYTES = 1024 ** 3;
const MOST_FILES = 1_000_000;
const WARC = /\.warc(?:\.gz)?$/i;

export const pathOfCopy = (place: string): string => (place.startsWith('file:') ? fileURLToPath(place) : resolve(place));

/** `place` is a path or a file: address. Throws HarvestError where nothing can be read there. */
export async function openCopy(place: string, spoolFolder: string): Promise<SuppliedCopy> {
  const path = pathOfCopy(place);
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new HarvestError('definition', `the copy ${path} cannot be read (${cause.code ?? cause.message})`, { rule: 'copy', cause });
  });
  if (found.isDirectory()) return openFolder(path, spoolFolder);
  if (isWaczName(path)) return openWacz(path, spoolFolder);
  return WARC.test(path) ? new CaptureCopy(await capturesIn([path], spoolFolder)) : new FileCopy(await filesInArchive(path, found.size));
}

// ---- files by path

async function openFolder(folder: string, spoolFolder: string): Promise<SuppliedCopy> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry: Dirent) => entry.isFile());
  if (entries.length > MOST_FILES) throw tooLarge(`${entries.length} files, more than ${MOST_FILES}`);
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  const warcs = paths.filter((path) => WARC.test(path));
  if (warcs.length > 0 && warcs.length === paths.length) return new CaptureCopy(await capturesIn(warcs, spoolFolder));
  return new FileCopy(new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), () => readFile(path)])));
}

async function filesInArchive(path: string, size: number): Promise<Map<string, Load>> {
  if (size > MOST_BYTES) throw tooLarge(`${size} bytes, more than ${MOST_BYTES}`);
  const files = new Map<string, Load>();
  let held = 0;
  for await (const member of membersOf(await readFile(path), { wants: () => true })) {
    held += member.bytes.length;
    if (held > MOST_BYTES || files.size > MOST_FILES) throw tooLarge('more than can be held: unpack it, and name the folder');
    files.set(member.path, () => Promise.resolve(member.bytes));
  }
  return files;
}

const tooLarge = (what: string): HarvestError => new HarvestError('limit', `the copy has ${what}`, { rule: 'copy' });

/** How paths of the copy come from addresses: the folders that are left out, and those that are put before. */
interface Layout {
  readonly without: string;
  readonly before: string;
}

class FileCopy implements SuppliedCopy {
  /** In small letters and without percent signs: those who copied wrote names as they pleased. */
  readonly #files = new Map<string, Load>();
  #layout: Layout | null = null;

  constructor(files: ReadonlyMap<string, Load>) {
    for (const [path, load] of files) this.#files.set(decoded(path.replace(/^(?:\.?\/)+/, '')).toLowerCase(), load);
  }

  async find(url: string): Promise<Uint8Array | null> {
    for (const place of placesOf(url)) {
      this.#layout ??= this.#layoutBy(place);
      const path = this.#layout && pathIn(place, this.#layout);
      const load = path === null ? undefined : this.#files.get(path);
      if (load) return load();
    }
    return null;
  }

  /** By the file whose path has most in common with the address, counted from its end. */
  #layoutBy(place: string): Layout | null {
    const folders = place.split('/');
    for (let left = 0; left < folders.length; left++) {
      const ending = folders.slice(left).join('/');
      const fitting = [...this.#files.keys()].filter((path) => path === ending || path.endsWith(`/${ending}`));
      const path = fitting.reduce<string | null>((best, each) => (best === null || each.length < best.length ? each : best), null);
      if (path !== null) return { without: place.slice(0, -ending.length), before: path.slice(0, -ending.length) };
    }
    return null;
  }
}

const pathIn = (place: string, { without, before }: Layout): string | null =>
  place.startsWith(without) ? before + place.slice(without.length) : null;

/** Host and path, as files may be called; a folder's own page has several names. */
function placesOf(url: string): string[] {
  const { host, pathname, search } = new URL(url);
  const path = `${host}${decoded(pathname)}`.toLowerCase();
  if (path.endsWith('/')) return ['index.html', 'index.htm'].map((name) => `${path}${name}`);
  return search === '' ? [path] : [`${path}${decoded(search).toLowerCase()}`, path];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// ---- captures by address

class CaptureCopy implements SuppliedCopy {
  constructor(private readonly captures: ReadonlyMap<string, Uint8Array>) {}

  find(url: string): Promise<Uint8Array | null> {
    return Promise.resolve(this.captures.get(withoutScheme(url)) ?? null);
  }
}

async function openWacz(path: string, spoolFolder: string): Promise<SuppliedCopy> {
  const folder = await mkdtemp(join(spoolFolder, 'copy-'));
  try {
    return new CaptureCopy(await capturesIn(await unpackWacz(path, folder), spoolFolder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const withoutScheme = (url: string): string => url.replace(/^https?:/i, '').replace(/#.*$/s, '');

/** Of several captures of an address the last counts. Answers that say that nothing is there are none. */
async function capturesIn(files: readonly string[], spoolFolder: string): Promise<Map<string, Uint8Array>> {
  const captures = new Map<string, Uint8Array>();
  let held = 0;
  for (const file of files)
    for await (const { exchange } of importWarc(file, { spoolFolder })) {
      const bytes = await contentOf(exchange);
      if (bytes === null) continue;
      held += bytes.length;
      if (held > MOST_BYTES) throw tooLarge(`more than ${MOST_BYTES} bytes`);
      captures.set(withoutScheme(exchange.url), bytes);
    }
  return captures;
}

async function contentOf(exchange: Exchange): Promise<Uint8Array | null> {
  const { url, status } = exchange;
  try {
    if (status !== 200) return null;
    const question = { url, method: 'GET', headers: [], body: null, jar: null, purpose: 'list' } as const;
    return (await readAnswer(question, [exchange], MOST_BYTES)).bytes;
  } finally {
    disposeExchange(exchange);
  }
}
