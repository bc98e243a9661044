/** A PostgreSQL server of the test's own: in a new folder, on a socket there, gone afterwards. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestPostgres {
  /** For psql and `winnow export crawldb`. */
  readonly url: string;
  /** Of its socket: how it is named as a server. */
  readonly folder: string;
  /** Rows of a query, each a line with its columns separated by |. */
  query(sql: string, database?: string): string[];
  /** The schema as pg_dump writes it. */
  dumpSchema(schema: string): string;
  /** As the end of power would: nothing is said to anybody. */
  kill(): Promise<void>;
  /** Again, after it was killed. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestPostgresOptions {
  /** Whether what is committed is synced. */
  readonly fsync?: boolean;
  readonly connections?: number;
}

export async function startPostgres({ fsync = false, connections = 10 }: TestPostgresOptions = {}): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-pg-'));
  const as = serverUser();
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid as number);
  const data = join(folder, 'data');
  execFileSync(program('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...as,
    cwd: folder,
    stdio: 'pipe',
  });
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    `fsync=${fsync ? 'on' : 'off'}`,
    'shared_buffers=16MB',
    `max_connections=${connections}`,
  ];
  const launch = () => {
    const child = spawn(program('postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...as,
      cwd: folder,
      stdio: 'ignore',
      detached: true, // a group of its own, so that its helpers can be killed with it
    });
    return { child, ended: once(child, 'exit') };
  };
  /** What is left of one that was killed keeps the next from starting for a moment. */
  const launchUntilReady = async () => {
    for (let tries = 0; tries < 50; tries++) {
      const launched = launch();
      if (await isReady(folder, launched.child)) return launched;
    }
    throw new Error('PostgreSQL did not start.');
  };
  let server = await launchUntilReady();
  const url = `postgres:///postgres?host=${encodeURIComponent(folder)}&user=postgres`;
  return {
    url,
    folder,
    query: (sql, database = 'postgres') =>
      execFileSync(
        program('psql'),
        ['--no-psqlrc', '-At', '-d', url.replace('postgres:///postgres', `postgres:///${database}`), '-c', sql],
        {
          encoding: 'utf8',
        },
      )
        .split('\n')
        .filter((line) => line !== ''),
    dumpSchema: (schema) =>
      execFileSync(program('pg_dump'), ['--schema-only', '--no-owner', '-n', schema, '-d', url], { encoding: 'utf8' }),
    kill: async () => {
      process.kill(-(server.child.pid as number), 'SIGKILL');
      await server.ended;
    },
    start: async () => {
      server = await launchUntilReady();
    },
    stop: async () => {
      server.child.kill('SIGQUIT');
      await server.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server refuses to run as root: then it runs as the user that Debian makes for it, or as nobody. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string, name: string): number => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
  const name = spawnSync('id', ['postgres']).status === 0 ? 'postgres' : 'nobody';
  return { uid: idOf('-u', name), gid: idOf('-g', name) };
}

const DEBIAN = '/usr/lib/postgresql';

/** Debian keeps the server's programs out of the path, by version. */
function program(name: string): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(DEBIAN, version, 'bin', name)).find((path) => existsSync(path)) ?? name;
}

/** False: it has ended. */
async function isReady(folder: string, child: ChildProcess): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) return false;
    if (spawnSync(program('pg_isready'), ['-h', folder, '-q']).status === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('PostgreSQL did not start.');
}
