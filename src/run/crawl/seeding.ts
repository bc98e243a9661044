/** Where a crawl starts: the definition's seeds as entries of the frontier. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Definition } from '../../definition/crawl/index.js';
import type { NewEntry } from '../../frontier/queue/index.js';
import { type UrlLogin, WinnowError } from '../../model/index.js';
import { resolveSeeds, type Seed } from '../../sources/index.js';
import { entryFor, type Identify } from './identify.js';

export interface Seeding {
  readonly seeds: readonly Seed[];
  readonly hosts: readonly string[];
  /** Log-ins that stood in seed files; those of the definition's own seeds are credentials already. */
  readonly logins: readonly UrlLogin[];
  readonly problems: readonly string[];
}

export class SeedError extends WinnowError {
  override readonly name = 'SeedError';
  constructor(message: string, options?: ErrorOptions) {
    super('SEEDS_WRONG', message, options);
  }
}

/** Where nothing is wrong and nothing is there. */
function emptyFiles({ seeds }: Definition, problems: readonly string[]): string[] {
  if (problems.length > 0) return [];
  return seeds.flatMap((seed) => (typeof seed === 'object' && 'file' in seed ? [`${seed.file} names no URL: write one a line.`] : []));
}

/**
 * Reads seed files relative to the definition's folder. A crawl without a single usable seed does not start; one that
 * names none at all visits what is known, if anything is and nothing of it is to be replaced.
 */
export async function readSeeds(definition: Definition, folder: string, isKnown = false): Promise<Seeding> {
  const { seeds, problems } = await resolveSeeds(definition.seeds, (path) => readSeedText(resolve(folder, path)));
  const described = problems.map(({ origin, why }) => `${origin}: ${why}`);
  const mayGoOn = isKnown && definition.seeds.length === 0 && definition.session !== 'replace';
  if (!seeds.length && !mayGoOn)
    throw new SeedError(
      `There is nothing to crawl: the definition has no usable seed.${[...described, ...emptyFiles(definition, described)].map((line) => `\n  ${line}`).join('')}`,
    );
  const logins = seeds.flatMap(({ login }) => login ?? []);
  return { seeds, hosts: [...new Set(seeds.map(({ url }) => new URL(url).host))], logins, problems: described };
}

async function readSeedText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`;
    throw new SeedError(`The file of seeds ${path} ${why}: make it, one URL a line, or take it out of "seeds" in the definition.`);
  }
}

export function seedEntries(seeds: readonly Seed[], identify: Identify): NewEntry[] {
  return seeds.flatMap((seed) => {
    const identity = identify(seed.url);
    return identity ? [entryFor(identity, { kind: seed.kind, depth: seed.depth, via: null, link: 'seed' })] : [];
  });
}

/** Sites of seeds whose scheme was guessed, with those seeds. */
export function guessedSites(seeds: readonly Seed[], identify: Identify): Map<string, string[]> {
  const bySite = new Map<string, string[]>();
  for (const { url, schemeGuessed } of seeds) {
    const site = schemeGuessed ? identify(url)?.site : undefined;
    if (site) bySite.set(site, [...(bySite.get(site) ?? []), url]);
  }
  return bySite;
}
