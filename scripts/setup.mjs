// Everything a fresh checkout needs before anything else can run: build tools, packages, the compiled program.
// Plain JavaScript without dependencies, because it runs before they are there. Each step is skipped when done already.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const OLDEST = [20, 19];

/**
 * Brings the checkout to where `npx winnow` works. Says what it does when it does something.
 *
 * Everything is there when it returns, but the database driver only when its promise ends: one processor compiles that for a
 * minute or two, while the program is built and whoever waits may do more that needs no database.
 */
export function setUp() {
  checkNode();
  const driver = installPackages();
  build();
  return driver;
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  fail(`Winnow needs Node ${OLDEST.join('.')} or newer; this is ${process.version}.`);
}

async function installPackages() {
  const stamp = join(root, 'node_modules', '.winnow-packages');
  const wanted = `${process.version} ${process.arch} ${digest(readFileSync(join(root, 'package-lock.json')))}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  ensureCompiler();
  say('Installing packages (the database driver may be compiled: about two minutes the first time) …');
  // Not `npm ci`: it insists that the lockfile names every platform's optional binaries, also those a registry does not carry.
  const env = { ...process.env, ...headersOfThisNode() };
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'], env);
  await ends(spawn('npm', ['rebuild', '--loglevel=error', ...COMPILED], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] }));
  writeFileSync(stamp, wanted);
}

/** Packages whose install scripts are run: those that package.json allows. */
const COMPILED = ['better-sqlite3', 'esbuild'];

async function ends(child) {
  const [status] = await once(child, 'exit');
  if (status !== 0) fail(`This failed: ${child.spawnargs.join(' ')}`);
}

/** node-gyp would fetch headers from the Internet; those that came with the running Node are right and at hand. */
function headersOfThisNode() {
  const home = resolve(dirname(process.execPath), '..');
  return existsSync(join(home, 'include', 'node', 'node.h')) ? { npm_config_nodedir: home } : {};
}

function ensureCompiler() {
  const missing = ['python3', 'make', 'g++'].filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0);
  if (!missing.length) return;
  ensureDebianPackages(missing, 'to compile the database driver');
}

/** Installs Debian packages when we may; says exactly what to do when we may not. */
export function ensureDebianPackages(packages, why) {
  const canInstall = process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v apt-get']).status === 0;
  if (!canInstall) fail(`Missing ${why}: ${packages.join(', ')}. Install them, on Debian with: sudo apt-get install ${packages.join(' ')}`);
  say(`Installing Debian packages ${why}: ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], env);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env);
}

/** Debian's Chromium, for pages that are made by scripts. Whatever stands in the way, everything else works without. */
export function ensureChromium() {
  const isThere = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable', '/usr/bin/google-chrome'].some(
    existsSync,
  );
  if (isThere || process.platform !== 'linux') return;
  if (process.getuid?.() !== 0 || spawnSync('sh', ['-c', 'command -v apt-get']).status !== 0)
    return say('Chromium is not installed, so pages made by scripts are read as they are sent. On Debian: sudo apt-get install chromium');
  say('Installing Chromium, for pages made by scripts (about a minute the first time) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
  const went = [['update', '-qq'], install].every((args) => runs('apt-get', args, env));
  if (!went) say('Chromium could not be installed; pages made by scripts are read as they are sent.');
}

/** Compiles when a source is newer than the last build, and makes `npx winnow` work in the checkout. */
export function build() {
  const stamp = join(root, 'dist', '.built');
  const wanted = digest(
    sourceFiles(join(root, 'src'))
      .map((file) => `${file} ${statSync(file).size} ${statSync(file).mtimeMs}`)
      .join('\n'),
  );
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', join(root, 'tsconfig.json')]);
    for (const file of sourceFiles(join(root, 'src')).filter((path) => !path.endsWith('.ts'))) copyFileSync(file, compiledPlace(file));
    run(process.execPath, [join(root, 'scripts', 'bundle.mjs'), join(root, 'dist')]);
    writeFileSync(stamp, wanted);
  }
  linkProgram();
}

function linkProgram() {
  const program = join(root, 'dist', 'cli', 'main.js');
  chmodSync(program, 0o755);
  const link = join(root, 'node_modules', '.bin', 'winnow');
  mkdirSync(dirname(link), { recursive: true });
  if (!existsSync(link)) symlinkSync(join('..', '..', 'dist', 'cli', 'main.js'), link);
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sourceFiles(path) : /\.(ts|bin|xsd|wsdl)$/.test(path) ? [path] : [];
  });
}

/** Tables and schemas lie beside the module that reads them. */
const compiledPlace = (file) => join(root, 'dist', relative(join(root, 'src'), file));

const digest = (data) => createHash('sha256').update(data).digest('hex');
export const say = (text) => process.stderr.write(`${text}\n`);

export function fail(text) {
  say(text);
  process.exit(1);
}

/** Whether it went well; nothing ends if it did not. */
const runs = (command, args, env) => spawnSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;

export function run(command, args, env = process.env) {
  try {
    execFileSync(command, args, { cwd: root, env, stdio: 'inherit' });
  } catch {
    fail(`This failed: ${[command, ...args].join(' ')}`);
  }
}
