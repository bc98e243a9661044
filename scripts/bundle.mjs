// Puts the compiled modules and the packages they use together into few files: the program, the package's index and the
// threads keep their places in dist/, what they share goes into dist/chunks/. A process or thread that loads hundreds of
// modules one by one takes more than twice as long to start, and each thread of a crawl pays for it.
//
// All are built in one go, so that each module still exists once per thread: an error thrown by a plug-in is of the class
// the engine knows. Without this step everything works the same, only slower. Run it after the compiler:
//   node scripts/bundle.mjs dist
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import { licenceText } from './licence-texts.mjs';
import { straightener } from './straight-imports.mjs';

/** The program, the package, the process of a query, and what it is told to load by its address. */
const PROGRAMS = ['cli/main.js', 'index.js', 'views/sparql/service/query-process.js', 'assembly/knowledge/knowledge-opener.js'];
/** Native, or wanted so rarely that it is loaded by address. */
const OUTSIDE = ['better-sqlite3', '@resvg/resvg-js', 'libxslt-wasm', 'libxml2-wasm'];
/** Every file can tell where the module stood that a part of it was made of: tables and threads are found beside that. */
const BANNER = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);
const moduleUrl = (place) => import.meta.url.slice(0, import.meta.url.lastIndexOf('/dist/') + 6) + place;`;

/** Bundles a folder of compiled modules in place. It must be called dist. */
export async function bundle(dist) {
  const chunks = join(dist, 'chunks');
  rmSync(chunks, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [...PROGRAMS, ...threads(dist)].map((entry) => join(dist, entry)),
    outdir: dist,
    outbase: dist,
    chunkNames: 'chunks/[name]-[hash]',
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    external: OUTSIDE,
    // n3 by its modules: most threads need no more of it than how terms are made. Streams are Node's own, not a copy for each.
    alias: { n3: 'n3/src/index.js', 'readable-stream': 'node:stream' },
    // Less to read for every thread; names stay, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    banner: { js: BANNER },
    logLevel: 'warning',
    plugins: [ownModules(dist), englishOnly(), plainHttp()],
  });
  writeFileSync(join(chunks, 'LICENSES.txt'), licences(Object.keys(metafile.inputs)));
  await bundleForBrowser(dist);
}

/** Entries of threads are known by their names. One whose source has gone is left from an older build. */
const threads = (dist) =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('-thread.js') && existsSync(join(dist, '..', 'src', file.replace(/js$/, 'ts'))),
  );

/** The scripts of pages, from their source: they share modules with the server, and the browser gets one file for each page. */
async function bundleForBrowser(dist) {
  await build({
    entryPoints: ['live', 'worker'].map((page) => join(dist, '..', 'src', 'server', 'browser', `${page}.ts`)),
    outdir: join(dist, 'server', 'browser'),
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
}

/**
 * node:http as an object, not as a module: for a module of it Node looks up all its names, and one of them loads Node's
 * client for fetch, which takes longer than the rest of a small command.
 */
function plainHttp() {
  const names = Object.keys(http).filter((name) => 'value' in Object.getOwnPropertyDescriptor(http, name));
  const contents = `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${names.join(', ')} } = http;`;
  return {
    name: 'plain-http',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^(?:node:)?http$/ }, ({ kind }) =>
        kind === 'import-statement' ? { path: 'http', namespace: 'plain' } : undefined,
      );
      onLoad({ filter: /^http$/, namespace: 'plain' }, () => ({ contents, loader: 'js' }));
    },
  };
}

/** Our own modules: each knows its address, and imports no more than it wants. */
function ownModules(dist) {
  const straighten = straightener();
  let straightened = 0;
  return {
    name: 'own-modules',
    setup({ onEnd, onLoad }) {
      onEnd(() => {
        if (straightened === 0)
          throw new Error('No import was led past an index: the modules are written otherwise than straight-imports.mjs reads them.');
      });
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        if (!path.startsWith(dist + sep)) return null;
        const place = relative(dist, path).split(sep).join('/');
        const code = readFileSync(path, 'utf8').replaceAll('import.meta.url', `moduleUrl(${JSON.stringify(place)})`);
        const contents = straighten(path, code);
        if (contents !== code) straightened++;
        return { contents, loader: 'js' };
      });
    },
  };
}

/** Our messages are in English: forty further languages would be read by every thread for nothing. */
function englishOnly() {
  return {
    name: 'english-only',
    setup({ onLoad }) {
      onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: "export { default as en } from './en.js';", loader: 'js' }));
    },
  };
}

/** Whoever passes a package's code on passes on its licence too. */
function licences(inputs) {
  const folders = new Set(inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]).filter(Boolean));
  return [...folders]
    .toSorted((a, b) => a.localeCompare(b))
    .map(licenceOf)
    .join(`\n${'-'.repeat(100)}\n\n`);
}

function licenceOf(folder) {
  const { name, version, license, author, contributors } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(un)?licen[sc]e/i.test(entry));
  const people = [author ?? contributors ?? `the authors of ${name}`].flat().map((person) => person.name ?? person);
  const text = file ? readFileSync(join(folder, file), 'utf8') : licenceText(license, people.join(', '));
  if (!text) throw new Error(`${name} brings no text of its licence, ${license}: add that to scripts/licence-texts.mjs`);
  return `${name} ${version} (${license})\n\n${text}`;
}

if (process.argv[2]) await bundle(resolve(process.argv[2]));
