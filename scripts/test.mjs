// npm test: sets everything up, then runs the static checks and the four groups of tests, each with its share of time.
// `npm test -- unit` runs one group.

import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensurePackages, FOR_TESTS } from './debian-packages.mjs';
import { build, fail, root, run, say, setUp } from './setup.mjs';

/** Room the tests need, for workspaces and databases that are gone when they end. */
const ROOM = 4 * 2 ** 30;

const bin = (name) => join(root, 'node_modules', '.bin', name);
const vitest = (project) => () => run(bin('vitest'), ['run', '--project', project], { ...process.env, TMPDIR: workFolder });
const workFolder = makeWorkFolder();

const GROUPS = [
  { name: 'set-up', minutes: 5, run: setUpForTests },
  { name: 'static', minutes: 1, run: staticChecks },
  { name: 'unit', minutes: 2, run: vitest('unit') },
  { name: 'integration', minutes: 4, run: vitest('integration') },
  { name: 'endurance', minutes: 3, run: vitest('endurance') },
  { name: 'end-to-end', minutes: 2, run: vitest('end-to-end') },
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
  setUp();
  if (!ensurePackages(FOR_TESTS)) process.exit(1);
  for (const fetched of ['fetch-player.mjs', 'nodes-for-tests.mjs']) run(process.execPath, [join(root, 'scripts', fetched)]);
}

async function staticChecks() {
  build();
  await Promise.all([
    check('tsc', '-p', 'tsconfig.check.json'),
    check('oxlint', '--type-aware', '--deny-warnings', 'src', 'test', 'bench', 'scripts'),
    check('knip'),
    check('tsx', 'test/patterns/check.ts'),
    check('tsc', '-p', 'src/server/browser'),
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
  if (only.length && group.name !== 'set-up' && !only.includes(group.name)) continue;
  const startedAt = Date.now();
  await Promise.resolve(group.run());
  ledger.push({ ...group, seconds: (Date.now() - startedAt) / 1000 });
}
say('\nTime ledger');
for (const { name, seconds, minutes } of ledger) {
  say(`  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s of ${60 * minutes} s${seconds > 60 * minutes ? '   over its share' : ''}`);
}
