// npm test: sets everything up, then runs the static checks and the four groups of tests, each with its share of time.
// `npm test -- unit` runs one group.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, fail, installPackages, root, run, say } from './setup.mjs';

/** Room the tests need, for workspaces and databases that are gone when they end. */
const ROOM = 4 * 2 ** 30;

const bin = (name) => join(root, 'node_modules', '.bin', name);
const vitest = (project) => () => run(bin('vitest'), ['run', '--project', project], environmentOfTests);
const workFolder = makeWorkFolder();
/** The tests start the program hundreds of times, and threads of it: each takes over what an earlier one has compiled. */
const compiledByNode = join(root, 'node_modules', '.cache', 'compiled-by-node');
rmSync(compiledByNode, { recursive: true, force: true }); // what was compiled of another build would stay for ever
const environmentOfTests = { ...process.env, TMPDIR: workFolder, NODE_COMPILE_CACHE: compiledByNode };
/** What is fetched for the tests, while the program is compiled and checked. */
const coming = [];

const GROUPS = [
  { name: 'set-up', minutes: 1, run: setUpForTests, always: true },
  { name: 'static', minutes: 1, run: staticChecks },
  { name: 'fetched', minutes: 0.5, run: () => Promise.all(coming), always: true },
  { name: 'unit', minutes: 1.5, run: vitest('unit') },
  { name: 'integration', minutes: 3.5, run: vitest('integration') },
  { name: 'endurance', minutes: 1, run: vitest('endurance') },
  { name: 'end-to-end', minutes: 1.5, run: vitest('end-to-end') },
];

/** In memory where there is room: a busy disk may keep a sync waiting for half a minute, and no test is about that. */
function makeWorkFolder() {
  const isRoomy = existsSync('/dev/shm') && statfsSync('/dev/shm').bavail * statfsSync('/dev/shm').bsize > ROOM;
  const folder = mkdtempSync(join(isRoomy ? '/dev/shm' : tmpdir(), 'winnow-tests-'));
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function setUpForTests() {
  coming.push(fetching('debian-packages.mjs'), fetching('nodes-for-tests.mjs', 'nodes'));
  installPackages();
  // In a cache beside the packages, which are installed into an empty folder.
  coming.push(fetching('fetch-player.mjs'), fetching('nodes-for-tests.mjs', 'dependencies'));
  build();
}

/** In a process of its own. The run ends as soon as it is seen to have failed: it has said why. */
async function fetching(script, ...args) {
  const [code] = await once(spawn(process.execPath, [join(root, 'scripts', script), ...args], { cwd: root, stdio: 'inherit' }), 'close');
  if (code !== 0) fail(`This failed: ${[script, ...args].join(' ')}`);
}

async function staticChecks() {
  build();
  await Promise.all([
    check('tsc', '-p', 'tsconfig.check.json'),
    check('oxlint', '--type-aware', '--deny-warnings', 'src', 'test', 'bench', 'scripts'),
    check('knip'),
    check('tsx', 'test/patterns/check.ts'),
    check('tsc', '-p', 'src/server/browser'),
    check('tsc', '-p', 'scripts/docs-site/browser'),
    check('biome', 'check', '--error-on-warnings', '.'),
  ]);
}

/** Beside others; what it says is shown when it has something to object. */
async function check(name, ...args) {
  try {
    await promisify(execFile)(bin(name), args, { cwd: root, maxBuffer: 2 ** 28 });
    say(`${[name, ...args].join(' ')}: nothing to object`);
  } catch ({ stdout, stderr, message }) {
    fail(`${stdout ?? ''}${stderr ?? message}\nThis failed: ${[name, ...args].join(' ')}`);
  }
}

const only = process.argv.slice(2);
const ledger = [];
for (const group of GROUPS) {
  if (only.length && !group.always && !only.includes(group.name)) continue;
  const startedAt = Date.now();
  await Promise.resolve(group.run());
  ledger.push({ ...group, seconds: (Date.now() - startedAt) / 1000 });
}
say('\nTime ledger');
for (const { name, seconds, minutes } of ledger) {
  say(`  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s of ${60 * minutes} s${seconds > 60 * minutes ? '   over its share' : ''}`);
}
