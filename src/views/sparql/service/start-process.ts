/** Starts the process of a lane: with a heap of its own size and, where there is a shell that can, a bound on all of its memory. */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { compiledUrl } from '../../../platform/index.js';
import type { LaneData } from './messages.js';

const ENTRY = compiledUrl(import.meta.url, './query-process.js');
const SHELL = '/bin/sh';
/** Memory besides the heap: what V8 sets aside for code (some 600), stacks, the pages of the store, buffers. Without a file of the dead heap, which might hold secrets. */
const BESIDES_MB = 1536;
const BOUNDED = 'ulimit -c 0 2>/dev/null; ulimit -d "$1" 2>/dev/null; shift; exec "$@"';

/** `memory`: megabytes of the heap. */
export function startProcess(data: LaneData, memory: number): ChildProcess {
  const flags = [`--max-old-space-size=${memory}`, '--max-semi-space-size=8'];
  const hasShell = process.platform === 'linux' && existsSync(SHELL);
  const bounded = ['-c', BOUNDED, 'winnow', String((memory + BESIDES_MB) * 1024), process.execPath, ...flags];
  return fork(ENTRY, [JSON.stringify(data)], {
    ...(hasShell ? { execPath: SHELL, execArgv: bounded } : { execArgv: flags }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
