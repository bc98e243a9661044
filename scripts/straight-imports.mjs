// Imports by way of a part's index.js, led straight to the modules that hold what is wanted.
//
// Parts see each other by their index only, and an index names all its part gives: a thread that wants one small function
// of a part would load the whole part, and whatever that needs. The sources keep the rule; what is bundled need not pay
// for it. What an index holds itself is still imported from there.
import { readFileSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';

const FROM_INDEX = /^import \{([^}]*)\} from ["'](\.[^"']*\bindex\.js)["'];/gm;
const IMPORT = /^import \{([^}]*)\} from ["'](\.[^"']+)["'];/gm;
const PASSED_ON = /^export \{([^}]*)\} from ["'](\.[^"']+)["'];/gm;
const EXPORT = /^export \{([^}]*)\};/gm;

/** A function that rewrites the code of the module at a path. It remembers each index it has read. */
export function straightener() {
  const indexes = new Map();

  const passedOnBy = (index) => {
    const known = indexes.get(index);
    if (known) return known;
    const code = readFileSync(index, 'utf8');
    const passedOn = new Map([...namesFrom(code, PASSED_ON, index), ...importedAndExported(code, index)]);
    indexes.set(index, passedOn);
    return passedOn;
  };

  const homeOf = (file, name) => {
    const next = basename(file) === 'index.js' ? passedOnBy(file).get(name) : undefined;
    return next ? homeOf(next.file, next.name) : { file, name };
  };

  return (path, code) =>
    code.replace(FROM_INDEX, (_statement, list, index) =>
      namesIn(list)
        .map(({ name, as }) => ({ as, ...homeOf(resolve(dirname(path), index), name) }))
        .map(({ file, name, as }) => `import { ${name} as ${as} } from '${pathBetween(path, file)}';`)
        .join(' '),
    );
}

/** Where each name of such statements comes from, by what it is called here. */
const namesFrom = (code, statement, path) =>
  [...code.matchAll(statement)].flatMap(([, list, from]) =>
    namesIn(list).map(({ name, as }) => [as, { file: resolve(dirname(path), from), name }]),
  );

/** What strips the types off writes `export … from` as two statements. */
function importedAndExported(code, path) {
  const imported = new Map(namesFrom(code, IMPORT, path));
  return [...code.matchAll(EXPORT)]
    .flatMap(([, list]) => namesIn(list))
    .filter(({ name }) => imported.has(name))
    .map(({ name, as }) => [as, imported.get(name)]);
}

function namesIn(list) {
  return list
    .split(',')
    .map((entry) => entry.trim().split(/\s+as\s+/))
    .filter(([name]) => name)
    .map(([name, as = name]) => ({ name, as }));
}

const pathBetween = (from, to) => `./${relative(dirname(from), to).split(sep).join('/')}`;
