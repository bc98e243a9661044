/** A PostgreSQL server of the test's own: in a new folder, on a socket there, gone afterwards. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestPostgres {
  /** For psql and `winnow export crawldb`. */
  readonly url: string;
  /** Of its socket: how it is named as a server. */
  readonly folder: string;
  readonly port: number;
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
  /** Listen on loopback too, at a port of its own. */
  readonly tcp?: boolean;
  readonly user?: string;
  /** Then everybody has to give it. */
  readonly password?: string;
}

export async function startPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const { fsync = false, connections = 10, tcp = false, user = 'postgres', password } = options;
  const port = tcp ? await freePort() : 5432;
  const folder = mkdtempSync(join(tmpdir(), 'winnow-pg-'));
  const as = serverUser();
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid as number);
  const data = join(folder, 'data');
  const secret = join(folder, 'password');
  if (password !== undefined) writeFileSync(secret, password);
  const access = password === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', '--pwfile', secret];
  execFileSync(program('initdb'), ['-D', data, '-U', user, ...access, '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...as,
    cwd: folder,
    stdio: 'pipe',
  });
  const settings = [
    `listen_addresses=${tcp ? '127.0.0.1' : ''}`,
    `port=${port}`,
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
      if (await isReady(folder, port, launched.child)) return launched;
    }
    throw new Error('PostgreSQL did not start.');
  };
  let server = await launchUntilReady();
  const url = `postgres:///postgres?host=${encodeURIComponent(folder)}&port=${port}&user=${user}`;
  const env = { ...process.env, ...(password === undefined ? {} : { PGPASSWORD: password }) };
  return {
    url,
    folder,
    port,
    query: (sql, database = 'postgres') =>
      execFileSync(
        program('psql'),
        ['--no-psqlrc', '-At', '-d', url.replace('postgres:///postgres', `postgres:///${database}`), '-c', sql],
        {
          encoding: 'utf8',
          env,
        },
      )
        .split('\n')
        .filter((line) => line !== ''),
    dumpSchema: (schema) =>
      execFileSync(program('pg_dump'), ['--schema-only', '--no-owner', '-n', schema, '-d', url], { encoding: 'utf8', env }),
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
export function program(name: string): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(DEBIAN, version, 'bin', name)).find((path) => existsSync(path)) ?? name;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** False: it has ended. */
async function isReady(folder: string, port: number, child: ChildProcess): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) return false;
    if (spawnSync(program('pg_isready'), ['-h', folder, '-p', String(port), '-q']).status === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('PostgreSQL did not start.');
}
