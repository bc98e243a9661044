import { describe, expect, it } from 'vitest';
import { type ProgramOptions, runProgram } from './run-program.js';

const NODE = process.execPath;
const run = (argv: readonly string[], more: Partial<ProgramOptions> = {}) =>
  runProgram({ argv, folder: '.', environment: { PATH: '/usr/bin:/bin' }, timeoutMs: 20_000, input: null, ...more });

describe('a program of the operator', () => {
  it('gets its arguments as they stand, its input, and the environment it is given', async () => {
    const script = 'process.stdin.pipe(process.stdout); console.log(process.argv[1], process.env.TOLD, process.env.HOME)';
    const { failure, output } = await run([NODE, '-e', script, '$(id); `id` *'], {
      environment: { TOLD: '7' },
      input: 'body',
      maxOutput: 1000,
    });
    expect({ failure, output: output.toString() }).toEqual({ failure: null, output: '$(id); `id` * 7 undefined\nbody' });
  });

  it('that ends badly says so, with the end of what it said', async () => {
    expect(await run(['sh', '-c', 'echo one; echo two >&2; exit 3'])).toMatchObject({
      failure: 'it ended with exit code 3',
      said: 'one two',
    });
  });

  it('is ended when its time is over, with what it started', async () => {
    const { failure } = await run(['sh', '-c', 'sleep 60 & sleep 60'], { timeoutMs: 50 });
    expect(failure).toBe('it was ended after 0.05 s');
  });

  it('is ended when it writes more than is wanted, or nobody waits for it any more', async () => {
    expect(await run(['sh', '-c', 'yes'], { maxOutput: 5000 })).toMatchObject({ failure: 'its answer is longer than 5000 bytes' });
    expect(await run(['sleep', '60'], { signal: AbortSignal.abort() })).toMatchObject({
      failure: expect.stringContaining('given up') as string,
    });
  });

  it('need not read its input', async () => {
    expect(await run(['true'], { input: 'x'.repeat(1_000_000) })).toMatchObject({ failure: null });
  });

  it.each([
    ['is not there', ['/no/such/program'], 'there is no such program'],
    ['is none', ['./package.json'], 'it may not be executed'],
  ])('that %s cannot be started', async (_case, argv, words) => {
    await expect(run(argv)).rejects.toThrow(words);
  });
});
