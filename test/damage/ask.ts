/** Runs a command in this process, as the program does, and keeps what it answers and what it remarks. */
import { CommanderError } from 'commander';
import type { Exit } from '../../src/cli/exit-codes.js';
import { makeProgram } from '../../src/cli/program.js';
import type { Terminal } from '../../src/cli/terminal.js';

export interface Answer {
  /** What went to standard output. */
  readonly out: string;
  /** What went to standard error, with the error that ended it. */
  readonly said: string;
  readonly exit: Exit;
  /** A fault of ours, not an answer: an error that no user could act on. */
  readonly crash: string | null;
}

export async function ask(words: readonly string[]): Promise<Answer> {
  const told = { out: '', said: '', exit: 'ok' as Exit };
  const terminal: Terminal = {
    width: 120,
    print: (text: string) => void (told.out += `${text}\n`),
    remark: (text: string) => void (told.said += `${text}\n`),
    live: () => undefined,
    style: (_style: unknown, text: string) => text,
  } as unknown as Terminal;
  const letGo = captureOutput((text) => void (told.out += text));
  try {
    const program = await makeProgram(terminal, (exit) => void (told.exit = exit), words[0]);
    await program.parseAsync(['node', 'winnow', ...words]);
    return { ...told, crash: null };
  } catch (error) {
    return { ...told, said: `${told.said}${(error as Error).message}`, exit: 'failed', crash: crashOf(error) };
  } finally {
    letGo();
  }
}

const FAULTS: ReadonlySet<string> = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'AssertionError',
  'ERR_OUT_OF_RANGE',
]);

function crashOf(error: unknown): string | null {
  if (error instanceof CommanderError) return null;
  return error instanceof Error && !FAULTS.has(error.name) ? null : ((error as Error).stack ?? String(error));
}

/** Rows and bytes go to standard output past the terminal. */
function captureOutput(take: (text: string) => void): () => void {
  const write = process.stdout.write;
  process.stdout.write = ((chunk: Uint8Array | string, ...rest: unknown[]) => {
    take(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1'));
    const done = rest.find((argument) => typeof argument === 'function') as (() => void) | undefined;
    done?.();
    return true;
  }) as typeof process.stdout.write;
  return () => {
    process.stdout.write = write;
  };
}
