// node scripts/complete-lockfile.mjs: adds to the lockfile the optional platform packages that npm left out.
//
// Some tools come as one package for each platform. Where a registry does not carry all of them, npm writes only those it
// found, and then `npm ci` refuses the lockfile as incomplete. An entry without a digest is enough for it: a package of
// another platform is never fetched. Run it after every `npm install` that changes the lockfile.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = join(dirname(fileURLToPath(import.meta.url)), '..', 'package-lock.json');
const OS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const CPU = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** What the name says of the platform: `@tool/binding-linux-arm-musleabihf`. */
function platformOf(name) {
  const words = name.split('/').at(-1).split('-');
  return { cpu: CPU.filter((cpu) => words.includes(cpu)), os: OS.filter((os) => words.includes(os)) };
}

const lock = JSON.parse(readFileSync(file, 'utf8'));
let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries((place && entry.optionalDependencies) || {})) {
    const at = `node_modules/${name}`;
    if (lock.packages[at] || lock.packages[`${place}/${at}`]) continue;
    const { cpu, os } = platformOf(name);
    if (!/^\d/.test(version) || (!cpu.length && !os.length)) continue;
    lock.packages[at] = { version, ...(cpu.length && { cpu }), ...(entry.dev && { dev: true }), optional: true, ...(os.length && { os }) };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} platform packages added.\n`);
