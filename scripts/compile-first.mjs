// Before any test: compiles what has changed, since threads and the program run compiled code.
// Whoever comes while another process compiles waits for it. A process that died while it compiled holds nobody up.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, root } from './setup.mjs';

const LOCK = join(root, 'node_modules', '.cache', 'winnow-compiling');
const LOOK_MS = 100;

export default async function compiledFirst() {
  mkdirSync(dirname(LOCK), { recursive: true });
  while (!hasLocked()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  const unlock = () => rmSync(LOCK, { force: true });
  process.once('exit', unlock); // a failing build ends the process
  try {
    build();
  } finally {
    unlock();
    process.off('exit', unlock);
  }
}

function hasLocked() {
  try {
    const file = openSync(LOCK, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch {
    if (!isHeld()) rmSync(LOCK, { force: true });
    return false;
  }
}

/** A file that is still empty was made this very moment. */
function isHeld() {
  try {
    const holder = Number(readFileSync(LOCK, 'utf8'));
    return holder === 0 || process.kill(holder, 0);
  } catch {
    return false;
  }
}
