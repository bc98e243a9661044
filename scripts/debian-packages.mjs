// Programs that Debian has and npm has not. Where they are, nobody's rights are needed; where they are not, root is told which and
// why before they are installed, and everybody else what to ask for.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const runs = (...command) => spawnSync(command[0], command.slice(1)).status === 0;
const has = (program) => runs('sh', '-c', `command -v ${program}`);

/** What the tests need, each with the reason. Debian keeps some servers out of the path. */
export const FOR_TESTS = [
  { name: 'openssl', why: 'makes certificates for servers of the tests', isThere: () => has('openssl') },
  { name: 'gcc', why: 'compiles a library that lets disks fail', isThere: () => has('gcc') },
  { name: 'chromium', why: 'shows pages made by scripts, and our own', isThere: () => has('chromium') },
  {
    name: 'postgresql',
    why: 'takes exports in',
    isThere: () => runs('sh', '-c', 'ls /usr/lib/postgresql/*/bin/initdb || command -v initdb'),
  },
  { name: 'vsftpd', why: 'is asked by FTP', isThere: () => existsSync('/usr/sbin/vsftpd') || has('vsftpd') },
  {
    name: 'python3-networkx',
    why: 'loads exports of graphs',
    isThere: () => ['python3', '/usr/bin/python3'].some((python) => runs(python, '-c', 'import networkx')),
  },
];

const THIS_MACHINE = {
  isRoot: () => process.getuid?.() === 0 && has('apt-get'),
  say: (text) => process.stderr.write(`${text}\n`),
  apt: (...args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  },
};

/** Installs those that are missing when we may; says exactly what to do when we may not. Whether all are there. */
export function ensurePackages(wanted, { isRoot, say, apt } = THIS_MACHINE) {
  const missing = wanted.filter(({ isThere }) => !isThere());
  if (!missing.length) return true;
  const names = missing.map(({ name }) => name);
  const lines = missing.map(({ name, why }) => `  ${name}: ${why}`).join('\n');
  if (!isRoot()) {
    say(`These Debian packages are missing:\n${lines}\nInstall them, on Debian with: sudo apt-get install ${names.join(' ')}`);
    return false;
  }
  say(`Installing Debian packages by apt-get, since you are root (about a minute):\n${lines}`);
  const went = apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', ...names);
  if (!went) say(`This failed: apt-get install ${names.join(' ')}`);
  return went;
}

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable', '/usr/bin/google-chrome'];

/** Debian's Chromium, for pages that are made by scripts. Whatever stands in the way, everything else works without. */
export function ensureChromium() {
  const isThere = () => process.platform !== 'linux' || BROWSERS.some((path) => existsSync(path));
  if (!ensurePackages([{ name: 'chromium', why: 'shows pages made by scripts', isThere }]))
    THIS_MACHINE.say('Until then pages made by scripts are read as they are sent.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = ensurePackages(FOR_TESTS) ? 0 : 1;
