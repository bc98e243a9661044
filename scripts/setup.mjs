// Everything a fresh checkout needs before anything else can run: packages, the compiled program.
// Plain JavaScript without dependencies, because it runs before they are there. Each step is skipped when done already.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const { runNpm } = createRequire(import.meta.url)('./with-node.cjs');

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Brings the checkout to where `npx winnow` works. Says what it does before it does it. */
export function setUp() {
  installPackages();
  build();
}

/** Nothing of them is run: what is native lies ready inside. */
export function installPackages() {
  const stamp = join(root, 'node_modules', '.winnow-packages');
  const wanted = `${process.platform} ${process.arch} ${digest(readFileSync(join(root, 'package-lock.json')))}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing packages (about a quarter of a minute) …');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = runNpm(['ci', ...quiet], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) fail('This failed: npm ci');
  writeFileSync(stamp, wanted);
}

/** Compiles when a source, or what compiles it, is another than at the last build, and makes `npx winnow` work in the checkout. */
export function build() {
  const stamp = join(root, 'dist', '.built');
  const wanted = digest([...sourceFiles(join(root, 'src')), ...COMPILER].map(stateOf).join('\n'));
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    say('Compiling the program (some seconds) …');
    rmSync(stamp, { force: true });
    run(process.execPath, [join(root, 'scripts', 'transpile.mjs'), join(root, 'src'), join(root, 'dist')]);
    for (const file of sourceFiles(join(root, 'src')).filter((path) => !path.endsWith('.ts'))) copyFileSync(file, compiledPlace(file));
    run(process.execPath, [join(root, 'scripts', 'bundle.mjs'), join(root, 'dist')]);
    chmodSync(join(root, 'dist', 'cli', 'main.js'), 0o755);
    writeFileSync(stamp, wanted);
  }
  linkProgram();
}

/** The types that the package gives, for whoever builds or packs it: the compiler takes longer than all the rest. */
export function declare() {
  const dist = join(root, 'dist');
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  say('Writing the declarations of types (about a quarter of a minute) …');
  run(process.execPath, [compiler, '-p', join(root, 'tsconfig.json'), '--emitDeclarationOnly']);
  run(process.execPath, [join(root, 'scripts', 'declarations.mjs'), dist]);
}

/** What the build is made by. */
const COMPILER = ['package-lock.json', 'tsconfig.json', 'scripts/bundle.mjs', 'scripts/straight-imports.mjs', 'scripts/transpile.mjs'].map(
  (file) => join(root, file),
);

const stateOf = (file) => `${file} ${statSync(file).size} ${statSync(file).mtimeMs}`;

/** As npm does for a package that is installed. */
function linkProgram() {
  const link = join(root, 'node_modules', '.bin', 'winnow');
  const target = join('..', '..', 'bin', 'winnow.cjs');
  mkdirSync(dirname(link), { recursive: true });
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(link) === target) return;
  rmSync(link, { force: true });
  symlinkSync(target, link);
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sourceFiles(path) : /(?<!\.(?:test|contract))\.(?:ts|bin|xsd|wsdl)$/.test(path) ? [path] : [];
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

export function run(command, args, env = process.env) {
  try {
    execFileSync(command, args, { cwd: root, env, stdio: 'inherit' });
  } catch {
    fail(`This failed: ${[command, ...args].join(' ')}`);
  }
}
