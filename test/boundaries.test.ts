/** The architecture as data, and the checks that hold the source to it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The storeys, top to bottom: words, what the user writes, the stages in the order of the data, who uses the stages, back rooms
 * and doors. A part is a folder with an index.ts. It may import the parts above it, by their index only.
 */
const STOREYS: readonly (readonly [storey: string, parts: readonly string[]])[] = [
  ['words', ['model', 'plugins', 'platform', 'formats/warc', 'formats/document-groups']],
  ['what the user writes', ['definition/crawl', 'definition/expressions', 'definition/connector', 'definition/schedule']],
  [
    'stages',
    [
      'sources',
      'frontier/robots',
      'frontier/scope',
      'frontier/traps',
      'frontier/revisit',
      'frontier/politeness',
      'frontier/queue',
      'frontier/schedule',
      'fetch',
      'fetch/browser',
      'read/rdf',
      'read',
      'analyse/analysers',
      'analyse/likeness',
      'decide',
      'store',
      'decide/lifecycle',
    ],
  ],
  ['who uses the stages: runs', ['run/control', 'run/workers', 'run/crawl', 'run/dry-run', 'run/lifecycle', 'run/harvest', 'run/watch']],
  [
    'who uses the stages: followers',
    ['follow/consumers', 'follow/notify', 'follow/outbox', 'follow/convert', 'follow/hooks', 'follow/knowledge', 'follow/search'],
  ],
  [
    'who uses the stages: views',
    ['views/sparql', 'views/exports', 'views/reports', 'views/trace', 'views/graph', 'views/explain', 'views/health', 'views/scutter'],
  ],
  ['the other way in', ['ingest']],
  ['back rooms', ['backends', 'webs/demo', 'webs/portals', 'assembly']],
  ['doors', ['server', 'cli', 'index.ts', 'testing']],
];
const RANKED = STOREYS.flatMap(([, parts]) => parts);
const STAGES: readonly string[] = STOREYS.find(([storey]) => storey === 'stages')?.[1] ?? [];

/** A run passes values from stage to stage; these are the stages that know another one's words. */
const ACROSS: Readonly<Record<string, readonly string[]>> = {
  'fetch/browser': ['frontier/robots'],
  store: ['frontier/queue', 'frontier/revisit', 'frontier/traps'],
  'decide/lifecycle': ['store'],
};

/** Only these open back ends; everybody else gets a port. */
const OPENERS = ['assembly', 'testing'];

/** What touches the world, and the storeys that decide without touching it. */
const WORLD = /^(?:node:(?:fs|fs\/promises|worker_threads|child_process|net|http|https|http2|dgram|dns|tls)|better-sqlite3|postgres)$/;
const PURE = ['model', 'frontier', 'decide', 'analyse'];

/** Files of pure storeys that still touch the world. The list gets shorter, never longer. */
const IMPURE: readonly string[] = ['frontier/politeness/register-database.ts', 'frontier/politeness/register-rows.ts', 'model/address.ts'];

const roomOf = (file: string): string => file.split('/')[0] ?? '';
const byLength = [...RANKED].sort((a, b) => b.length - a.length);
const partOf = (file: string): string => byLength.find((part) => file === part || file.startsWith(`${part}/`)) ?? file;
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.(test|contract))\.ts$/.test(file));

const importsOf = (file: string): string[] =>
  [...readFileSync(`src/${file}`, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier = '']) =>
    path.posix.join(path.posix.dirname(file), specifier),
  );

/** Why a file may not import what it imports; null where it may. */
function objection(file: string, target: string): string | null {
  const [from, to] = [partOf(file), partOf(target)];
  if (from === to) return null;
  if (!RANKED.includes(to)) return `${target} belongs to no part`;
  if (target !== `${to}/index.js`) return `${target} is inside ${to}: import its index`;
  if (to === 'backends') return OPENERS.includes(from) ? null : `${from} opens no back end`;
  if (RANKED.indexOf(to) > RANKED.indexOf(from)) return `${to} stands below ${from}`;
  const isAcross = STAGES.includes(from) && STAGES.includes(to) && roomOf(from) !== roomOf(to);
  return isAcross && !ACROSS[from]?.includes(to) ? `${from} is a stage of its own and does not know ${to}` : null;
}

const importedBy = (file: string): string[] =>
  [...readFileSync(`src/${file}`, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^'.][^']*)'/g)].map(([, name = '']) => name);
const touchesWorld = (file: string): boolean => importedBy(file).some((name) => WORLD.test(name));

describe('boundaries', () => {
  it('every file belongs to a part', () => {
    expect(sources.filter((file) => !RANKED.includes(partOf(file)))).toEqual([]);
    expect(new Set(sources.map(roomOf)).size).toBeLessThanOrEqual(25);
  });

  it.each(sources)('%s stays inside its boundary', (file) => {
    const objections = importsOf(file).map((target) => objection(file, target));
    expect(objections.filter((reason) => reason !== null)).toEqual([]);
  });

  it('every permission is used', () => {
    const used = new Set(sources.flatMap((file) => importsOf(file).map((target) => `${partOf(file)} ${partOf(target)}`)));
    const permissions = Object.entries(ACROSS).flatMap(([from, targets]) => targets.map((to) => `${from} ${to}`));
    expect(permissions.filter((permission) => !used.has(permission))).toEqual([]);
    const worldly = sources.filter((file) => PURE.includes(roomOf(file)) && touchesWorld(file));
    expect(IMPURE.filter((file) => !worldly.includes(file))).toEqual([]);
  });

  it.each(PURE)('%s touches no file, no thread, no network and no database', (room) => {
    const touching = sources.filter((file) => roomOf(file) === room && touchesWorld(file) && !IMPURE.includes(file));
    expect(touching).toEqual([]);
  });

  /** Folder of each component the original had, and the parts it may not know: the others. */
  it.each([
    ['link parser', 'read', ['sources', 'fetch', 'backends', 'analyse', 'run']],
    ['sitemap parser', 'sources/sitemaps', ['read', 'fetch', 'backends', 'analyse', 'run']],
    ['robots parser', 'frontier/robots', ['read', 'sources', 'backends', 'analyse', 'run']],
    ['database manager', 'backends/embedded', ['read', 'sources', 'fetch', 'run']],
    ['de-duplicator', 'analyse/likeness', ['read', 'sources', 'fetch', 'backends', 'run']],
    ['core', 'run/crawl', ['backends', 'cli', 'server']],
  ])('G-02 the %s stands alone and has tests of its own', (_component, folder, others) => {
    const own = sources.filter((file) => file.startsWith(`${folder}/`));
    expect(own.length).toBeGreaterThan(0);
    expect(readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' }).some((file) => file.endsWith('.test.ts'))).toBe(true);
    expect(own.flatMap(importsOf).filter((target) => others.includes(roomOf(target)))).toEqual([]);
  });

  /** What the assembly registers by name: whoever else names one would hold it. */
  it.each(['run/crawl', 'run/harvest'])('E-75 %s knows fetchers and readers by what they do, and names none', (core) => {
    const registered = readFileSync('src/assembly/registry.ts', 'utf8').matchAll(
      /import \{ ([^}]+) \} from '\.\.\/(?:fetch|read)\/index\.js'/g,
    );
    const names = [...registered].flatMap(([, list = '']) => list.split(', ')).map((name) => name.trim());
    expect(names).toEqual(expect.arrayContaining(['READERS', 'httpFetcher', 'fileFetcher']));
    const naming = sources.filter(
      (file) => partOf(file) === core && names.some((name) => readFileSync(`src/${file}`, 'utf8').includes(name)),
    );
    expect(naming).toEqual([]);
  });

  it('no index hides what it exports', () => {
    const hiding = sources.filter((file) => /^export \* /m.test(readFileSync(`src/${file}`, 'utf8')));
    expect(hiding).toEqual([]);
  });

  it('only definition/, cli/, tests and the switch of the crash campaign look at the environment', () => {
    const looking = sources.filter((file) => /process\.env\b/.test(readFileSync(`src/${file}`, 'utf8')));
    const allowed = (file: string) => ['definition', 'cli', 'testing'].includes(roomOf(file)) || file === 'backends/embedded/failpoint.ts';
    expect(looking.filter((file) => !allowed(file))).toEqual([]);
  });
});
