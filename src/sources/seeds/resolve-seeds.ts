/**
 * Turns the seeds of a definition, in whatever form, into one list of URLs.
 *
 * Nothing is dropped silently: a seed that cannot be read becomes a problem that says where it stands. The caller
 * decides whether a problem stops the crawl.
 */
import type { UrlLogin } from '../../model/index.js';
import { readSeed, readSeedFile } from './read-seed-file.js';

export type SeedInput = string | { url: string; depth?: number } | { sitemap: string } | { file: string };

export interface Seed {
  /** WHATWG form, without fragment and log-in. */
  readonly url: string;
  /** The log-in, if the seed contains one. */
  readonly login?: UrlLogin;
  /** https was added in front; when https does not answer, http is tried. */
  readonly schemeGuessed: boolean;
  readonly depth: number;
  /** A `sitemap` is not a page: its entries become seeds. */
  readonly kind: 'page' | 'sitemap';
  /** `definition`, or file and line: `more-seeds.txt:12`. */
  readonly origin: string;
}

export interface SeedProblem {
  readonly origin: string;
  readonly text: string;
  readonly why: string;
}

export interface ResolvedSeeds {
  readonly seeds: readonly Seed[];
  readonly problems: readonly SeedProblem[];
}

/** `readText` resolves paths against the definition. The first occurrence of a URL counts. */
export async function resolveSeeds(
  inputs: readonly SeedInput[],
  readText: (path: string) => string | Promise<string>,
): Promise<ResolvedSeeds> {
  const seeds = new Map<string, Seed>();
  const problems: SeedProblem[] = [];
  for (const input of inputs) {
    const found = typeof input === 'object' && 'file' in input ? await fromFile(input.file, readText) : fromEntry(input);
    problems.push(...found.problems);
    for (const seed of found.seeds) if (!seeds.has(`${seed.kind} ${seed.url}`)) seeds.set(`${seed.kind} ${seed.url}`, seed);
  }
  return { seeds: [...seeds.values()], problems };
}

function fromEntry(input: Exclude<SeedInput, { file: string }>): ResolvedSeeds {
  const { text, depth, kind } = entryOf(input);
  const read = readSeed(text.trim());
  if ('why' in read) return { seeds: [], problems: [{ origin: 'definition', text: text.slice(0, 200), why: read.why }] };
  return { seeds: [{ ...read, depth, kind, origin: 'definition' }], problems: [] };
}

function entryOf(input: Exclude<SeedInput, { file: string }>): { text: string; depth: number; kind: Seed['kind'] } {
  if (typeof input === 'string') return { text: input, depth: 0, kind: 'page' };
  if ('sitemap' in input) return { text: input.sitemap, depth: 0, kind: 'sitemap' };
  return { text: input.url, depth: input.depth ?? 0, kind: 'page' };
}

async function fromFile(path: string, readText: (path: string) => string | Promise<string>): Promise<ResolvedSeeds> {
  const { seeds, problems } = readSeedFile(await readText(path));
  return {
    seeds: seeds.map(({ line, ...seed }) => ({ ...seed, depth: 0, kind: 'page', origin: `${path}:${line}` })),
    problems: problems.map(({ line, text, why }) => ({ origin: `${path}:${line}`, text, why })),
  };
}
