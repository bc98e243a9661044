// Imports by way of a part's index.js, led straight to the modules that hold what is wanted.
//
// Parts see each other by their index only, and an index names all its part gives: a thread that wants one small function
// of a part would load the whole part, and whatever that needs. The sources keep the rule; what is bundled need not pay
// for it. What an index holds itself is still imported from there.
import { readFileSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';

const IMPORT = /^import \{([^}]*)\} from '(\.[^']*\bindex\.js)';/gm;
const PASSED_ON = /^export \{([^}]*)\} from '(\.[^']+)';/gm;

/** A function that rewrites the code of the module at a path. It remembers each index it has read. */
export function straightener() {
  const indexes = new Map();

  const passedOnBy = (index) => {
    const known = indexes.get(index);
    if (known) return known;
    const passedOn = new Map();
    for (const [, list, from] of readFileSync(index, 'utf8').matchAll(PASSED_ON))
      for (const { name, as } of namesIn(list)) passedOn.set(as, { file: resolve(dirname(index), from), name });
    indexes.set(index, passedOn);
    return passedOn;
  };

  const homeOf = (file, name) => {
    const next = basename(file) === 'index.js' ? passedOnBy(file).get(name) : undefined;
    return next ? homeOf(next.file, next.name) : { file, name };
  };

  return (path, code) =>
    code.replace(IMPORT, (_statement, list, index) =>
      namesIn(list)
        .map(({ name, as }) => ({ as, ...homeOf(resolve(dirname(path), index), name) }))
        .map(({ file, name, as }) => `import { ${name} as ${as} } from '${pathBetween(path, file)}';`)
        .join(' '),
    );
}

function namesIn(list) {
  return list
    .split(',')
    .map((entry) => entry.trim().split(/\s+as\s+/))
    .filter(([name]) => name)
    .map(([name, as = name]) => ({ name, as }));
}

const pathBetween = (from, to) => `./${relative(dirname(from), to).split(sep).join('/')}`;
