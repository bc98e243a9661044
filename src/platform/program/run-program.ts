/**
 * Starts a program of the operator's and waits for it: no shell, a time limit, bounded output.
 *
 * It is the head of a process group of its own, so that ending it ends what it started too, and a Ctrl-C that is meant for
 * the crawl does not reach it.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { WinnowError } from '../../model/index.js';

export interface ProgramOptions {
  readonly argv: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** What it can read from its standard input. */
  readonly input: string | Readable | null;
  /** Bytes of its standard output that are kept; more is an error. Left out: only the end of what it says is kept. */
  readonly maxOutput?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ProgramEnd {
  /** Why it did not end well, in words; null when it did. */
  readonly failure: string | null;
  /** Standard output, where it was asked for. */
  readonly output: Buffer;
  /** The end of what it said, for people. */
  readonly said: string;
}

/** It could not even be started. */
export class ProgramError extends WinnowError {
  override readonly name = 'ProgramError';
  constructor(message: string, options?: ErrorOptions) {
    super('PROGRAM_FAILED', message, options);
  }
}

const SAID = 2000;
/** Between being asked to end and being ended. */
const PATIENCE_MS = 5000;

export async function runProgram(options: ProgramOptions): Promise<ProgramEnd> {
  const { argv, folder, environment, input, maxOutput, signal } = options;
  const [program = '', ...rest] = argv;
  const child = spawn(program, rest, { cwd: folder, env: { ...environment }, stdio: 'pipe', detached: true, shell: false });
  const guard = new Guard(child, options.timeoutMs, signal);
  const said = new Said(SAID);
  const output = new Output(maxOutput ?? null, () => guard.end(`its answer is longer than ${maxOutput} bytes`));
  child.stdout.on('data', (chunk: Buffer) => (maxOutput === undefined ? said : output).add(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.add(chunk));
  child.stdin.on('error', () => {}); // it need not listen
  if (input === null || typeof input === 'string') child.stdin.end(input ?? '');
  else input.on('error', () => guard.end('what it was to read cannot be read')).pipe(child.stdin);
  try {
    const how = await ended(child);
    return { failure: guard.why ?? how, output: output.bytes(), said: said.text() };
  } catch (error) {
    throw new ProgramError(`${program} could not be started: ${wordsOf(error as NodeJS.ErrnoException, folder)}`);
  } finally {
    guard.release();
  }
}

/** When it has ended, and nobody holds its output any more: what it left behind in the background is not waited for long. */
function ended(child: ChildProcess & { readonly stdout: Readable; readonly stderr: Readable }): Promise<string | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      const how = code === 0 ? null : code === null ? `it was ended by ${signal}` : `it ended with exit code ${code}`;
      const timer = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, PATIENCE_MS);
      child.once('close', () => {
        clearTimeout(timer);
        resolve(how);
      });
    });
  });
}

/** Ends the program when its time is over, or whoever waits for it gives up. */
class Guard {
  why: string | null = null;
  readonly #timer: NodeJS.Timeout;
  #last: NodeJS.Timeout | undefined;
  readonly #giveUp = (): void => this.end('given up, since the run was asked to end');

  constructor(
    private readonly child: ChildProcess,
    timeoutMs: number,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#timer = setTimeout(() => this.end(`it was ended after ${timeoutMs / 1000} s`), Math.min(timeoutMs, 2 ** 31 - 1));
    signal?.addEventListener('abort', this.#giveUp);
    if (signal?.aborted) this.#giveUp();
  }

  end(why: string): void {
    if (this.why !== null) return;
    this.why = why;
    this.#kill('SIGTERM');
    this.#last = setTimeout(() => this.#kill('SIGKILL'), PATIENCE_MS);
  }

  release(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#last);
    this.signal?.removeEventListener('abort', this.#giveUp);
  }

  #kill(how: NodeJS.Signals): void {
    try {
      if (this.child.pid !== undefined) process.kill(-this.child.pid, how);
    } catch {
      this.child.kill(how); // where there are no groups
    }
  }
}

class Output {
  readonly #pieces: Buffer[] = [];
  #length = 0;

  constructor(
    private readonly most: number | null,
    private readonly onTooLong: () => void,
  ) {}

  add(chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.most !== null && this.#length > this.most) return this.onTooLong();
    this.#pieces.push(chunk);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}

/** The last so many characters of what goes by. */
class Said {
  #text = '';

  constructor(private readonly most: number) {}

  add(chunk: Buffer): void {
    this.#text = (this.#text + chunk.toString()).slice(-this.most);
  }

  text(): string {
    return this.#text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  }
}

const wordsOf = ({ code, message }: NodeJS.ErrnoException, folder: string): string =>
  code === 'ENOENT' ? `there is no such program, or no folder ${folder}` : code === 'EACCES' ? 'it may not be executed' : message;
