// What the test of the package needs: a Node of each line that it runs on, in .node/, and the packages it depends on, in a cache.
// Fetched once; the test itself asks nobody. Either is brought by its name, nodes or dependencies.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const { bringNode, runNpm, VERSION } = createRequire(import.meta.url)('./with-node.cjs');
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const cache = join(root, 'node_modules', '.cache');

/** The oldest that will do, the pinned one, and the line after that. */
const VERSIONS = ['22.15.0', VERSION, '26.10.0'];

/** A folder with the dependencies of the package and nothing else. */
export const dependencyFolder = join(
  cache,
  `dependencies-${createHash('sha256').update(JSON.stringify(dependencies)).digest('hex').slice(0, 12)}`,
);

/** Each version with its program. */
export const testedNodes = () =>
  VERSIONS.map((version) => [
    version,
    process.versions.node === version ? process.execPath : bringNode(version, 'The package is tried on each line of Node.'),
  ]);

function bringDependencies() {
  if (existsSync(dependencyFolder)) return;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'dependencies-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = runNpm(['install', '--prefix', folder, ...quiet], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status === 0) renameSync(folder, dependencyFolder);
  else {
    rmSync(folder, { recursive: true });
    throw new Error('The dependencies of the package could not be installed.');
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === 'dependencies') bringDependencies();
  else testedNodes();
}
