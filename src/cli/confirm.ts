/** Asks before something that cannot be undone; where nobody can answer, `--yes` has to be given. */
import { createInterface } from 'node:readline/promises';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

export async function confirm(question: string, yes: boolean, terminal: Terminal): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY || !terminal.isLive)
    throw new UsageError('This cannot be undone: say --yes to do it, or --dry-run to see what it would do.');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} Type yes to go on: `)).trim());
  } finally {
    lines.close();
  }
}
