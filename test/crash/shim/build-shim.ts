/** Compiles the shim into a folder of the campaign's own; the compiler is the one that compiled the database driver. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const SOURCE = new URL('./shim.c', import.meta.url).pathname;

/** Returns the path of the library, for LD_PRELOAD. */
export function buildShim(folder: string): string {
  const library = join(folder, 'crash-shim.so');
  const { error, status, stderr } = spawnSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, SOURCE, '-ldl', '-lpthread']);
  if (error) throw new Error(`The crash campaign needs gcc to build ${SOURCE}: ${error.message}. On Debian: sudo apt-get install gcc`);
  if (status !== 0) throw new Error(`gcc could not build ${SOURCE}:\n${stderr.toString()}`);
  return library;
}
