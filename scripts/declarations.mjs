// Cuts the declarations down to those a program that uses the package can see. Parts see each other by their index, which names
// all a part gives: by those, the types of everything would be passed on, and whoever checks them would need every package that
// any of them mentions. So names are led straight to the modules that hold them, and what nothing leads to is removed.
// Run after the compiler:
//   node scripts/declarations.mjs dist
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

const NAMED = /^(import|export)( type)? \{([^}]*)\} from '(\.[^']+)';/gm;
const INLINE = /\bimport\(["'](\.[^"']+)["']\)\.([\w$]+)/g;
const RELATIVE = /(?:from|import) '(\.[^']+)'|\bimport\(["'](\.[^"']+)["']\)/g;

/** Rewrites the declarations below a folder, beginning with its index.d.ts; removes all others. */
export function cutDeclarations(dist) {
  const kept = new Set();
  const waiting = [join(dist, 'index.d.ts')];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (kept.has(file)) continue;
    kept.add(file);
    const text = straight(file, readFileSync(file, 'utf8'));
    writeFileSync(file, text);
    for (const [, plain, inline] of text.matchAll(RELATIVE)) waiting.push(declarationOf(file, plain ?? inline));
  }
  for (const entry of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (entry.endsWith('.d.ts') && !kept.has(join(dist, entry))) rmSync(join(dist, entry));
}

const declarationOf = (from, specifier) => resolve(dirname(from), specifier.replace(/\.js$/, '.d.ts'));

function straight(file, text) {
  return text
    .replace(NAMED, (_statement, verb, type = '', list, specifier) =>
      namesIn(list)
        .map(({ kind, name, as }) => ({ kind, as, ...homeOf(declarationOf(file, specifier), name) }))
        .map(
          (it) =>
            `${verb}${type} { ${it.kind}${it.name === it.as ? it.name : `${it.name} as ${it.as}`} } from '${between(file, it.file)}';`,
        )
        .join('\n'),
    )
    .replace(INLINE, (_expression, specifier, name) => {
      const home = homeOf(declarationOf(file, specifier), name);
      return `import("${between(file, home.file)}").${home.name}`;
    });
}

/** The module that holds a name, and what it is called there. What an index holds itself stays with it. */
function homeOf(file, name) {
  if (basename(file) !== 'index.d.ts') return { file, name };
  for (const [, verb, , list, specifier] of readFileSync(file, 'utf8').matchAll(NAMED)) {
    const found = verb === 'export' ? namesIn(list).find(({ as }) => as === name) : undefined;
    if (found) return homeOf(declarationOf(file, specifier), found.name);
  }
  return { file, name };
}

function namesIn(list) {
  return list
    .split(',')
    .map((entry) => /^\s*(type )?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(entry))
    .filter(Boolean)
    .map(([, kind = '', name, as = name]) => ({ kind, name, as }));
}

const between = (from, to) =>
  `./${relative(dirname(from), to)
    .split(sep)
    .join('/')
    .replace(/\.d\.ts$/, '.js')}`;

if (process.argv[2]) cutDeclarations(resolve(process.argv[2]));
