/**
 * Which crawls are served, by name. Names are those of the folders; a request can only name what is listed here, so no
 * path ever comes from outside.
 */
import { basename, resolve } from 'node:path';
import type { WorkspaceSigns } from '../../store/index.js';
import { ApiError } from '../api-error.js';
import { type OpenReading, ReadingPool } from './reading-pool.js';
import { ServedCrawl } from './served-crawl.js';

export interface CrawlPlaces {
  /** Folders of workspaces, which need not be there yet. */
  readonly workspaces: readonly string[];
  /** A folder of which every workspace is served, those that are made later too. Looked at when no workspaces are named. */
  readonly below: string;
}

const LOOK_MS = 1000;
/** More than that are not shown: the folder is not what it seems. */
const MOST = 500;

export class Crawls {
  readonly #places: CrawlPlaces;
  readonly #pool: ReadingPool;
  readonly #byFolder = new Map<string, ServedCrawl>();
  #looked: { readonly at: number; readonly list: readonly ServedCrawl[] } | null = null;

  constructor(places: CrawlPlaces, open: OpenReading, signs: WorkspaceSigns) {
    this.#places = places;
    this.#pool = new ReadingPool(open, signs);
  }

  list(): readonly ServedCrawl[] {
    const now = performance.now();
    if (!this.#looked || now - this.#looked.at > LOOK_MS) this.#looked = { at: now, list: this.#look() };
    return this.#looked.list;
  }

  get(name: string): ServedCrawl {
    const found = this.list().find((crawl) => crawl.name === name);
    if (found) return found;
    const names = this.list().map((crawl) => crawl.name);
    throw new ApiError(
      404,
      'no-such-crawl',
      `There is no crawl of this name. ${names.length ? `Served here: ${names.join(', ')}.` : NONE}`,
    );
  }

  /** The crawl in a folder, whether it is served or not. Never for a folder that a request names. */
  at(folder: string): ServedCrawl {
    return this.list().find((crawl) => crawl.folder === folder) ?? new ServedCrawl(basename(folder), folder, this.#pool);
  }

  close(): void {
    this.#pool.close();
  }

  #look(): readonly ServedCrawl[] {
    const { workspaces, below } = this.#places;
    const folders = workspaces.length ? workspaces : this.#pool.signs.below(below).toSorted((a, b) => a.localeCompare(b));
    const taken = new Set<string>();
    return folders.slice(0, MOST).map((folder) => {
      const name = freeName(basename(resolve(folder)), taken);
      const known = this.#byFolder.get(folder);
      if (known?.name === name) return known;
      const crawl = new ServedCrawl(name, folder, this.#pool);
      this.#byFolder.set(folder, crawl);
      return crawl;
    });
  }
}

/** The one that was written to last is what somebody comes to look at. */
export function latest(crawls: readonly ServedCrawl[]): ServedCrawl | null {
  return [...crawls].toSorted((a, b) => b.changedAt() - a.changedAt())[0] ?? null;
}

const NONE = 'None is served yet: crawl something, or name workspaces with --workspace.';

/** Two folders of one name are told apart by a number. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
  taken.add(name);
  return name;
}
