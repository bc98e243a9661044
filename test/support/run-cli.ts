/** Runs the program as a user would: a process of its own, with pipes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = new URL('../../dist/cli/main.js', import.meta.url).pathname;

export interface CliRun {
  readonly child: ChildProcess;
  /** What it has said so far on standard output and standard error. */
  readonly said: { out: string; err: string };
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

/** `environment` is laid over that of the test. */
export function startCli(args: readonly string[], directory: string, environment: Readonly<Record<string, string>> = {}): CliRun {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString();
  });
  return { child, said, ended: once(child, 'close').then(([code]) => code as number | null) };
}

export async function runCli(
  args: readonly string[],
  directory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const { said, ended } = startCli(args, directory, environment);
  const code = await ended;
  return { code, ...said };
}
