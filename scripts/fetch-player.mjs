// The player that the test of WACZ files opens them in: ReplayWeb.page, two files of its npm package, kept in a cache.
// It is under the AGPL and for tests only: nothing of it becomes part of the program.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = 'replaywebpage@2.4.6';
const SHA512 = 'uG50jESRld0p+fY7+nUxIWl7hvfimreNjSmaNkc/a9a8gBdmb7PH4J42Iib+vgk9KrHd0HLScVT++LgqV5fwpQ==';
const cache = join(resolve(dirname(fileURLToPath(import.meta.url)), '..'), 'node_modules', '.cache');
const player = join(cache, PACKAGE);

if (!existsSync(join(player, 'sw.js'))) fetchPlayer();

function fetchPlayer() {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'player-'));
  try {
    const name = execFileSync('npm', ['pack', PACKAGE, '--silent', '--pack-destination', folder], { encoding: 'utf8' }).trim();
    const file = join(folder, name);
    const digest = createHash('sha512').update(readFileSync(file)).digest('base64');
    if (digest !== SHA512) throw new Error(`${PACKAGE} is not what it was: ${digest}`);
    execFileSync('tar', ['xzf', file, '-C', folder, 'package/ui.js', 'package/sw.js', 'package/LICENSE']);
    renameSync(join(folder, 'package'), player);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
