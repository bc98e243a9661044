/** The architecture as data, and the checks that hold the source to it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** In data-flow order: a part may import these parts, by their index only. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  model: [],
  plugins: ['model'],
  definition: ['model'],
  fields: ['model', 'plugins'],
  connector: ['model', 'definition', 'fields'],
  sources: ['model', 'plugins'],
  scope: ['model', 'plugins'],
  frontier: ['model'],
  politeness: ['model'],
  control: ['model', 'definition'],
  worker: ['model'],
  fetch: ['model', 'plugins'],
  render: ['model', 'plugins', 'fetch'],
  rdf: ['model'],
  extract: ['model', 'plugins', 'rdf'],
  analyse: ['model', 'plugins'],
  decide: ['model'],
  duplicates: ['model'],
  traps: ['model'],
  schedule: ['model'],
  revisit: ['model'],
  store: ['model', 'frontier', 'revisit', 'traps'],
  backends: ['model', 'frontier', 'politeness', 'decide', 'duplicates', 'traps', 'revisit', 'store', 'document-groups', 'ingest'],
  sparql: ['model', 'rdf', 'store'],
  scutter: ['model', 'plugins', 'definition', 'rdf', 'store', 'sparql'],
  deliver: ['model', 'plugins', 'definition', 'store', 'rdf', 'sparql', 'document-groups'],
  graph: ['model', 'frontier', 'store'],
  'document-groups': ['model'],
  ingest: ['model', 'plugins', 'store', 'document-groups'],
  server: [
    'model',
    'definition',
    'connector',
    'control',
    'fetch',
    'store',
    'deliver',
    'rdf',
    'sparql',
    'scutter',
    'document-groups',
    'ingest',
    'worker',
  ],
  crawl: [
    'model',
    'plugins',
    'definition',
    'sources',
    'scope',
    'frontier',
    'fetch',
    'render',
    'extract',
    'analyse',
    'decide',
    'duplicates',
    'traps',
    'revisit',
    'store',
  ],
  harvest: [
    'model',
    'document-groups',
    'plugins',
    'definition',
    'fields',
    'connector',
    'frontier',
    'politeness',
    'fetch',
    'extract',
    'decide',
    'store',
    'crawl',
    'document-groups',
  ],
  health: ['model', 'definition', 'fields', 'extract', 'connector', 'store', 'harvest'],
  'portal-web': ['model', 'connector', 'sparql'],
  explain: ['model', 'plugins', 'definition', 'scope', 'frontier', 'politeness', 'fetch', 'render', 'traps', 'store', 'crawl'],
  assembly: [
    'render',
    'model',
    'plugins',
    'definition',
    'sources',
    'scope',
    'politeness',
    'control',
    'fetch',
    'rdf',
    'sparql',
    'scutter',
    'extract',
    'analyse',
    'schedule',
    'deliver',
    'backends',
    'crawl',
    'store',
    'frontier',
    'fields',
    'connector',
    'harvest',
    'health',
    'document-groups',
    'ingest',
    'portal-web',
  ],
  'demo-web': ['model', 'definition'],
  cli: [
    'rdf',
    'sparql',
    'scutter',
    'explain',
    'model',
    'plugins',
    'definition',
    'politeness',
    'control',
    'sources',
    'scope',
    'fetch',
    'render',
    'extract',
    'schedule',
    'duplicates',
    'traps',
    'revisit',
    'deliver',
    'graph',
    'server',
    'store',
    'backends',
    'crawl',
    'assembly',
    'demo-web',
    'fields',
    'connector',
    'harvest',
    'health',
    'document-groups',
    'ingest',
    'portal-web',
    'worker',
  ],
  testing: ['model', 'plugins', 'definition', 'frontier', 'politeness', 'store', 'backends', 'crawl', 'assembly', 'demo-web'],
  'index.ts': ['model', 'plugins', 'definition', 'crawl', 'assembly', 'backends', 'deliver', 'store', 'frontier'],
};

const partOf = (file: string): string => file.split('/')[0] ?? '';
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.(test|contract))\.ts$/.test(file));

const importsOf = (file: string): string[] =>
  [...readFileSync(`src/${file}`, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier = '']) =>
    path.posix.join(path.posix.dirname(file), specifier),
  );

describe('boundaries', () => {
  it('knows every part', () => {
    const parts = [...new Set(sources.map(partOf))];
    expect(parts.filter((part) => !(part in MAY_IMPORT))).toEqual([]);
  });

  it.each(sources)('%s stays inside its boundary', (file) => {
    const outside = importsOf(file).filter((target) => partOf(target) !== partOf(file));
    const allowed = (MAY_IMPORT[partOf(file)] ?? []).map((part) => `${part}/index.js`);
    expect(outside.filter((target) => !allowed.includes(target))).toEqual([]);
  });

  /** Folder of each component the original had, and the parts it may not know: the others. */
  it.each([
    ['link parser', 'extract', ['sources', 'fetch', 'backends', 'duplicates', 'crawl']],
    ['sitemap parser', 'sources/sitemap', ['extract', 'fetch', 'backends', 'duplicates', 'crawl']],
    ['robots parser', 'fetch/robots', ['extract', 'sources', 'backends', 'duplicates', 'crawl']],
    ['database manager', 'backends/embedded', ['extract', 'sources', 'fetch', 'crawl']],
    ['de-duplicator', 'duplicates', ['extract', 'sources', 'fetch', 'backends', 'crawl']],
    ['core', 'crawl', ['backends', 'cli', 'server']],
  ])('G-02 the %s stands alone and has tests of its own', (_component, folder, others) => {
    const own = sources.filter((file) => file.startsWith(`${folder}/`));
    expect(own.length).toBeGreaterThan(0);
    expect(readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' }).some((file) => file.endsWith('.test.ts'))).toBe(true);
    expect(own.flatMap(importsOf).filter((target) => others.includes(partOf(target)))).toEqual([]);
  });

  /** What the assembly registers by name: whoever else names one would hold it. */
  it.each(['crawl', 'harvest'])('E-75 %s knows fetchers and readers by what they do, and names none', (core) => {
    const registered = readFileSync('src/assembly/registry.ts', 'utf8').matchAll(
      /import \{ ([^}]+) \} from '\.\.\/(?:fetch|extract)\/index\.js'/g,
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
    const allowed = (file: string) => ['definition', 'cli', 'testing'].includes(partOf(file)) || file === 'backends/embedded/failpoint.ts';
    expect(looking.filter((file) => !allowed(file))).toEqual([]);
  });
});
