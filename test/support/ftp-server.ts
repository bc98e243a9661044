/** Debian's vsftpd as the test's own: on a port and a folder of its own, gone afterwards. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TestFtp {
  readonly port: number;
  /** What it serves. */
  readonly folder: string;
  /** Writes a file it serves, readable for all. */
  put(path: string, content: string | Uint8Array): void;
  stop(): Promise<void>;
}

export interface TestFtpOptions {
  /** Further lines of its configuration: name → value. */
  readonly settings?: Readonly<Record<string, string>>;
}

const PROGRAM = '/usr/sbin/vsftpd';

export async function startFtp({ settings = {} }: TestFtpOptions = {}): Promise<TestFtp> {
  if (!existsSync(PROGRAM)) throw new Error('These tests need vsftpd. On Debian: apt-get install vsftpd');
  const home = mkdtempSync(join(tmpdir(), 'winnow-ftp-'));
  chmodSync(home, 0o755);
  const [folder, empty] = ['served', 'empty'].map((name) => join(home, name)) as [string, string];
  for (const each of [folder, empty]) mkdirSync(each, { mode: 0o755 });
  const port = await freePort();
  const lines = { ...usual(folder, empty, port), ...settings };
  const file = join(home, 'vsftpd.conf');
  writeFileSync(file, Object.entries(lines).map(([name, value]) => `${name}=${value}\n`).join('')); // biome-ignore format: one line
  const child = spawn(PROGRAM, [file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await isReady(port, child);
  return {
    port,
    folder,
    put(path, content) {
      const place = join(folder, path);
      mkdirSync(dirname(place), { recursive: true, mode: 0o755 });
      writeFileSync(place, content, { mode: 0o644 });
    },
    stop: async () => {
      child.kill();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function usual(folder: string, empty: string, port: number): Record<string, string> {
  return {
    listen: 'YES',
    listen_address: '127.0.0.1',
    listen_port: String(port),
    background: 'NO',
    anonymous_enable: 'YES',
    local_enable: 'NO',
    anon_root: folder,
    secure_chroot_dir: empty,
    seccomp_sandbox: 'NO',
    isolate: 'NO',
    isolate_network: 'NO',
    use_localtime: 'NO',
    max_clients: '0',
    delay_failed_login: '0',
    ...(process.getuid?.() === 0 ? {} : { run_as_launching_user: 'YES' }),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function isReady(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (child.exitCode !== null) throw new Error(`vsftpd ended with ${child.exitCode}.`);
    const socket = connect(port, '127.0.0.1');
    const isUp = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('vsftpd did not start.');
}
