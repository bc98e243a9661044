/**
 * Runs a script with psql, the client that comes with PostgreSQL: it knows all ways to reach a server. The password goes
 * through the environment, since everybody on a machine sees command lines.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeOut } from '../output.js';

export const isPostgresUrl = (text: string): boolean => /^postgres(?:ql)?:\/\//i.test(text);

export async function runPsql(url: string, script: AsyncIterable<string>, environment: NodeJS.ProcessEnv): Promise<void> {
  const target = new URL(url);
  const password = decodeURIComponent(target.password);
  target.password = '';
  const env = { ...environment, ...(password ? { PGPASSWORD: password } : {}) };
  const child = spawn('psql', ['--no-psqlrc', '--quiet', '--dbname', target.href, '--file', '-'], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said = (said + piece.toString()).slice(0, 4000);
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  ended.catch(() => undefined); // heard below
  child.stdin.on('error', () => undefined); // it went away: its exit code says why
  await writeOut(script, child.stdin).catch(() => undefined);
  child.stdin.end();
  const [code] = await ended.catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new Error('psql is not installed. On Debian: sudo apt-get install postgresql-client', { cause: error })
      : error;
  });
  if (code !== 0) throw new Error(`PostgreSQL did not take it: ${said.trim().split('\n')[0] ?? `psql ended with ${code}`}`);
}
