// node scripts/move-day.mjs: moves the source to the tree of storeys and rewrites every import and every path that names it.
//
// The table below says where each folder and file goes; a part is a folder with an index.ts of its own. Indexes are written
// anew from what other parts use. Running it on a branch that still has the old tree gives the same tree, so that the branch merges.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const { join, dirname, posix } = path;
const planOnly = process.argv.includes('--plan');

/** Old place → new place, below src/. The longest match counts; a folder takes its files along. */
const MOVES = {
  'model/process': 'platform/process',
  'model/drafts': 'platform/drafts',
  'model/idle-threads.ts': 'platform/idle-threads.ts',
  'model/idle-threads.test.ts': 'platform/idle-threads.test.ts',
  'model/thread-url.ts': 'platform/thread-url.ts',
  'politeness/state-folder.ts': 'platform/state-folder.ts',
  'politeness/state-folder.test.ts': 'platform/state-folder.test.ts',
  'deliver/program': 'platform/program',
  'store/archive': 'formats/warc',
  'store/archive/port.ts': 'formats/warc/record-set.ts',
  'deliver/web-map/file-name.ts': 'model/file-name.ts',
  'deliver/web-map/file-name.test.ts': 'model/file-name.test.ts',
  'document-groups': 'formats/document-groups',
  definition: 'definition/crawl',
  fields: 'definition/expressions',
  connector: 'definition/connector',
  schedule: 'definition/schedule',
  'sources/sitemap': 'sources/sitemaps',
  scope: 'frontier/scope',
  traps: 'frontier/traps',
  revisit: 'frontier/revisit',
  politeness: 'frontier/politeness',
  'fetch/robots': 'frontier/robots',
  frontier: 'frontier/queue',
  'fetch/ftp': 'fetch/ftp',
  'fetch/file-fetcher.ts': 'fetch/files/file-fetcher.ts',
  'fetch/file-fetcher.test.ts': 'fetch/files/file-fetcher.test.ts',
  fetch: 'fetch/http',
  'fetch/index.ts': 'fetch/index.ts',
  render: 'fetch/browser',
  'extract/feeds': 'read/feeds',
  'extract/files': 'read/files',
  extract: 'read',
  rdf: 'read/rdf',
  analyse: 'analyse/analysers',
  duplicates: 'analyse/likeness',
  crawl: 'run/crawl',
  'crawl/dry-run': 'run/dry-run',
  harvest: 'run/harvest',
  control: 'run/control',
  worker: 'run/workers',
  'deliver/consumers': 'follow/consumers',
  'deliver/convert': 'follow/convert',
  'deliver/document-groups': 'follow/outbox',
  'deliver/hooks': 'follow/hooks',
  'deliver/notify': 'follow/notify',
  'deliver/knowledge': 'follow/knowledge',
  'deliver/crawldb': 'views/exports/crawldb',
  'deliver/crawler-framework': 'views/exports/crawler-framework',
  'deliver/dataset': 'views/exports/dataset',
  'deliver/exports': 'views/exports',
  'deliver/external-scores': 'views/exports/external-scores',
  'deliver/web-map': 'views/exports/web-map',
  'deliver/reports': 'views/reports',
  'deliver/trace': 'views/trace',
  explain: 'views/explain',
  graph: 'views/graph',
  health: 'views/health',
  sparql: 'views/sparql',
  scutter: 'views/scutter',
  'portal-web': 'webs/portals',
  'demo-web': 'webs/demo',
};
/** Groups of files of one folder, by the beginning of their name or by name. */
const GROUPS = [
  [
    'extract/',
    /^(html-|main-|article-bounds|aside-lines|box-words|furniture-words|headline|meta-prescan|most-links|onclick-links|srcset|css-urls|structured-data|entities)/,
    'read/html/',
  ],
  ['extract/', /^(language)/, 'read/language/'],
  ['extract/', /^(calendar-words|fact-dates|publication-date|shown-dates|written-dates)/, 'read/dates/'],
  ['decide/', /^(changed-blocks|decide\.|decide-document|field-digests|file-changes|template)/, 'decide/change/'],
  ['decide/', /^(evidence|decide-absence|redirect-end)/, 'decide/evidence/'],
  ['decide/', /^(anomaly|site-watch)/, 'decide/anomalies/'],
];

/** Folders of the new tree that have an index of their own. The first that a path begins with, longest first, is its part. */
const PARTS = [
  'model',
  'plugins',
  'platform',
  'formats/warc',
  'formats/document-groups',
  'definition/crawl',
  'definition/expressions',
  'definition/connector',
  'definition/schedule',
  'sources',
  'frontier/queue',
  'frontier/scope',
  'frontier/traps',
  'frontier/revisit',
  'frontier/politeness',
  'frontier/robots',
  'fetch',
  'fetch/browser',
  'read',
  'read/rdf',
  'analyse/analysers',
  'analyse/likeness',
  'decide',
  'store',
  'run/crawl',
  'run/dry-run',
  'run/harvest',
  'run/control',
  'run/workers',
  'follow/consumers',
  'follow/convert',
  'follow/outbox',
  'follow/hooks',
  'follow/notify',
  'follow/knowledge',
  'views/reports',
  'views/exports',
  'views/trace',
  'views/graph',
  'views/explain',
  'views/health',
  'views/sparql',
  'views/scutter',
  'ingest',
  'backends',
  'webs/demo',
  'webs/portals',
  'assembly',
  'server',
  'cli',
  'testing',
];
const byLength = [...PARTS].sort((a, b) => b.length - a.length);
const partOf = (file) => byLength.find((part) => file === part || file.startsWith(`${part}/`)) ?? file;
const moveKeys = Object.keys(MOVES).sort((a, b) => b.length - a.length);

function newPlace(file) {
  if (MOVES[file]) return MOVES[file];
  const name = posix.basename(file);
  if (!file.startsWith('extract/f')) {
    for (const [folder, pattern, to] of GROUPS) if (posix.dirname(file) + '/' === folder && pattern.test(name)) return to + name;
  }
  const key = moveKeys.find((key) => file.startsWith(`${key}/`));
  return key ? MOVES[key] + file.slice(key.length) : file;
}

const walk = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.name === 'node_modules' || entry.name === 'dist'
      ? []
      : entry.isDirectory()
        ? walk(`${folder}/${entry.name}`)
        : [`${folder}/${entry.name}`],
  );
const sources = walk('src').map((file) => file.slice(4));
const place = new Map(sources.map((file) => [file, newPlace(file)]));
/** Old rooms' indexes, and indexes at the new parts, are written anew. */
const oldRooms = new Set(sources.filter((file) => /^[^/]+\/index\.ts$/.test(file)));
const isWrittenAnew = (file) =>
  oldRooms.has(file) || (posix.basename(file) === 'index.ts' && PARTS.includes(posix.dirname(place.get(file))));

const text = new Map();
const read = (file) => text.get(file) ?? (text.set(file, readFileSync(join(root, file), 'utf8')), text.get(file));

const STATEMENT = /^(import|export)( type)? \{([^}]*)\} from '(\.[^']+)';/gm;
function namesIn(list, isType) {
  return list
    .split(',')
    .map((part) => part.replace(/\/\/.*$/gm, '').trim())
    .filter(Boolean)
    .map((part) => {
      const type = isType || part.startsWith('type ');
      const [name, alias = name] = part
        .replace(/^type /, '')
        .split(' as ')
        .map((one) => one.trim());
      return { name, alias, type };
    });
}
/** The file below src/ that a specifier of a file (both from the root) means, or null. */
function targetOf(from, specifier) {
  const at = posix.join(posix.dirname(from), specifier);
  if (!at.startsWith('src/')) return null;
  const file = at.slice(4).replace(/\.js$/, '.ts');
  return place.has(file) ? file : null;
}
/** Where a name that a file exports is declared, through indexes that are written anew. */
function originOf(file, name, seen = new Set()) {
  if (!isWrittenAnew(file) || seen.has(file)) return { file, name };
  for (const [, kind, type, list, specifier] of read(`src/${file}`).matchAll(STATEMENT)) {
    if (kind !== 'export') continue;
    const found = namesIn(list, Boolean(type)).find(({ alias }) => alias === name);
    const target = found && targetOf(`src/${file}`, specifier);
    if (target) return originOf(target, found.name, seen.add(file));
  }
  return { file, name };
}
const isTypeDeclared = (file, name) =>
  !new RegExp(
    `^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\\*?|class|enum) ${name.replace('$', '\\$')}\\b`,
    'm',
  ).test(read(`src/${file}`)) && !new RegExp(`^export \\{[^}]*(?<!type )\\b${name}\\b`, 'm').test(read(`src/${file}`));

/** part → name as exported → { file, name, type } */
const exported = new Map(PARTS.map((part) => [part, new Map()]));
const graph = new Map();
const note = (from, to, file) => {
  const key = `${from} → ${to}`;
  graph.set(key, [...(graph.get(key) ?? []), file]);
};
function exportFrom(part, alias, origin, name) {
  const list = exported.get(part);
  const known = list.get(alias);
  if (known && known.file !== origin) throw new Error(`${part} would export two ${alias}: ${known.file}, ${origin}`);
  list.set(alias, { file: origin, name, type: isTypeDeclared(origin, name) });
}

/** Types alone are marked as a whole, or the statement would stay as one that loads a module for nothing. */
const braced = (words) =>
  words.every((word) => word.startsWith('type ')) ? `type { ${words.map((word) => word.slice(5)).join(', ')} }` : `{ ${words.join(', ')} }`;

const posted = (from, to) => {
  const way = posix.relative(posix.dirname(from), to).replace(/\.ts$/, '.js');
  return way.startsWith('.') ? way : `./${way}`;
};

/** New text of a file. `from` and `to` are its places from the root. */
function rewritten(from, to) {
  const inSource = from.startsWith('src/');
  const own = inSource ? partOf(to.slice(4)) : null;
  const isTest = !inSource || /\.(test|contract)\.ts$/.test(from);
  let out = read(from).replace(STATEMENT, (whole, kind, type, list, specifier) => {
    const target = targetOf(from, specifier);
    if (!target) {
      const at = posix.join(posix.dirname(from), specifier);
      return at.startsWith('src/') || from === to ? whole : whole.replace(specifier, posted(to, at));
    }
    const groups = new Map();
    for (const { name, alias, type: isType } of namesIn(list, Boolean(type))) {
      const origin = originOf(target, name);
      const part = partOf(place.get(origin.file));
      const crosses = part !== own && (isWrittenAnew(target) || !isTest);
      if (crosses && inSource && !isTest && own !== part) note(own, part, from);
      let at;
      let imported = name;
      if (crosses && PARTS.includes(part)) {
        // A name keeps the alias its old index gave it.
        imported = isWrittenAnew(target) ? name : origin.name;
        exportFrom(part, imported, origin.file, origin.name);
        at = `src/${part}/index.ts`;
      } else {
        at = `src/${place.get(origin.file)}`;
        imported = origin.name;
      }
      const words = `${isType ? 'type ' : ''}${imported}${imported === alias ? '' : ` as ${alias}`}`;
      groups.set(at, [...(groups.get(at) ?? []), words]);
    }
    return [...groups].map(([at, words]) => `${kind} ${braced(words)} from '${posted(to, at)}';`).join('\n');
  });
  // Every other relative path in quotation marks that names a file or folder which is there.
  out = out.replace(/(['"`])(\.\.?\/[^'"`\n$ ]*)\1/g, (whole, mark, way, offset) => {
    const before = out.slice(Math.max(0, offset - 7), offset);
    if (
      before.endsWith('from ') &&
      out
        .slice(0, offset)
        .match(/(?:^|\n)(?:import|export)[^;]*$/)?.[0]
        ?.includes('{')
    )
      return whole;
    const at = posix.join(posix.dirname(from), way);
    const file = at.startsWith('src/') ? at.slice(4).replace(/\.js$/, '.ts') : null;
    let target = null;
    if (file !== null && place.has(file)) target = `src/${place.get(file)}`;
    else if (at.startsWith('src/') || at === 'src') target = at === 'src' || at === 'src/' ? at : folderPlace(at);
    else if (
      existsSync(join(root, at.replace(/\/$/, '') || '.')) ||
      /^(docs|dist|examples|connectors|test|bench|scripts)\b|^\.\.?\/?$|^package\.json$/.test(at)
    )
      target = at;
    if (target === null) return whole;
    if (!inSource && !at.startsWith('src')) return whole;
    if (from === to && target === at) return whole;
    let now = posix.relative(posix.dirname(to), target) || '.';
    if (!now.startsWith('.')) now = `./${now}`;
    if (way.endsWith('.js')) now = now.replace(/\.ts$/, '.js');
    if (way.endsWith('/') && !now.endsWith('/')) now += '/';
    return `${mark}${now}${mark}`;
  });
  return pathsIn(out);
}
function folderPlace(at) {
  const inside = sources.find((file) => `src/${file}`.startsWith(`${at.replace(/\/$/, '')}/`));
  if (!inside) return null;
  const tail = inside.slice(at.replace(/\/$/, '').length - 3);
  const now = place.get(inside);
  return now.endsWith(tail) ? `src/${now.slice(0, now.length - tail.length - 1)}` : null;
}
/** `src/…` and `dist/…` as they are written in texts. */
function pathsIn(body) {
  return body.replace(/\b(src|dist)\/([a-z][\w./-]*[\w/])/g, (whole, base, way) => {
    const file = way.replace(/\.js$/, '.ts');
    if (place.has(file)) return `${base}/${way.endsWith('.js') ? place.get(file).replace(/\.ts$/, '.js') : place.get(file)}`;
    const folder = folderPlace(`src/${way}`);
    if (folder === null) return whole;
    return `${base}/${folder.slice(4)}${way.endsWith('/') ? '/' : ''}`;
  });
}

const outside = ['test', 'bench', 'scripts', 'docs', 'examples', 'connectors']
  .flatMap(walk)
  .concat([
    'package.json',
    'knip.json',
    'biome.json',
    '.oxlintrc.json',
    'tsconfig.json',
    'tsconfig.check.json',
    'vitest.config.ts',
    'CONTRIBUTING.md',
    'README.md',
    'SECURITY.md',
    'Dockerfile',
    '.gitignore',
    '.dockerignore',
  ])
  .filter(
    (file) =>
      file !== 'scripts/move-day.mjs' && existsSync(join(root, file)) && /\.(ts|mjs|cjs|json|md|yaml|txt)$|Dockerfile|ignore$/.test(file),
  );

const result = new Map();
for (const file of sources) {
  if (isWrittenAnew(file)) continue;
  if (!/\.(ts|json)$/.test(file)) continue;
  result.set(`src/${file}`, rewritten(`src/${file}`, `src/${place.get(file)}`));
}
for (const file of outside) {
  if (/\.(ts|mjs|cjs)$/.test(file)) result.set(file, rewritten(file, file));
  else result.set(file, pathsIn(read(file)));
}

if (planOnly) {
  for (const [edge, files] of [...graph].sort(([a], [b]) => (a < b ? -1 : 1)))
    process.stdout.write(`${edge}\t${files.length}\t${[...new Set(files)].slice(0, 3).join(' ')}\n`);
  process.exit(0);
}

for (const [file, to] of place) {
  if (isWrittenAnew(file) || file === to) continue;
  mkdirSync(dirname(join(root, 'src', to)), { recursive: true });
}
for (const file of sources) if (isWrittenAnew(file) && file !== 'index.ts') rmSync(join(root, 'src', file));
// Two steps, since a folder may move into itself.
for (const [file, to] of place)
  if (!isWrittenAnew(file) && file !== to) renameSync(join(root, 'src', file), join(root, 'src', `${to}.moving`));
for (const [file, to] of place)
  if (!isWrittenAnew(file) && file !== to) renameSync(join(root, 'src', `${to}.moving`), join(root, 'src', to));
for (const [file, body] of result) {
  const to = file.startsWith('src/') ? `src/${place.get(file.slice(4))}` : file;
  if (readFileSync(join(root, to), 'utf8') !== body) writeFileSync(join(root, to), body);
}
for (const part of PARTS) {
  const lines = new Map();
  for (const [alias, { file, name, type }] of exported.get(part)) {
    const at = posted(`src/${part}/index.ts`, `src/${place.get(file)}`);
    lines.set(at, [...(lines.get(at) ?? []), `${type ? 'type ' : ''}${name}${name === alias ? '' : ` as ${alias}`}`]);
  }
  const body = [...lines]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([at, names]) => `export ${braced(names.sort((a, b) => (a < b ? -1 : 1)))} from '${at}';`)
    .join('\n');
  if (body) writeFileSync(join(root, 'src', part, 'index.ts'), `${body}\n`);
}
for (const folder of readdirSync(join(root, 'src'), { recursive: true }).map(String).sort().reverse()) {
  const at = join(root, 'src', folder);
  if (statSync(at).isDirectory() && readdirSync(at).length === 0) rmSync(at, { recursive: true });
}
execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', 'src', 'test', 'bench', 'scripts'], {
  cwd: root,
  stdio: 'inherit',
});
