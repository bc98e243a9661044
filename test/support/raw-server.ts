/**
 * Servers for tests of the fetcher: raw sockets that say exactly what a test wants them to say, and
 * certificates made on the spot. All listen on loopback, on a port the system chooses.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { httpFetcher } from '../../src/fetch/index.js';
import type { Fetcher } from '../../src/plugins/index.js';

export interface RawServer {
  readonly port: number;
  readonly url: string;
  /** Connections accepted so far. */
  readonly connections: () => number;
  /** Heads of the requests so far. */
  readonly heads: string[];
  close(): Promise<void>;
}

/** Says something on the socket for each request head that arrives; `nth` counts the requests of the server. */
export type Script = (socket: Socket, head: string, nth: number) => unknown;

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export async function rawServer(script: Script, tls?: Certificate, host = '127.0.0.1'): Promise<RawServer> {
  const heads: string[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const accept = (socket: Socket) => {
    connections++;
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end !== -1; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end + 4);
        text = text.slice(end + 4 + Number(/\r\nContent-Length: (\d+)/.exec(head)?.[1] ?? 0));
        heads.push(head);
        script(socket, head, heads.length - 1);
      }
    });
  };
  const server: Server = tls ? createTlsServer({ ...tls, ALPNProtocols: ['http/1.1'] }, accept) : createServer(accept);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const authority = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return {
    port,
    url: `${tls ? 'https' : 'http'}://${authority}/`,
    connections: () => connections,
    heads,
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A whole answer with Content-Length. */
export function answer(body: string, fields = '', status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\n${fields}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** A fetcher that may reach loopback. */
export function openFetcher(options: Parameters<typeof httpFetcher.options.parse>[0] = {}): Promise<Fetcher> {
  return httpFetcher.open(httpFetcher.options.parse({ allowAddresses: ['127.0.0.1', '::1'], ...(options as object) }));
}

export const text = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString('latin1');

/** A self-signed certificate for these names, which is its own authority. */
export function selfSigned(names: readonly string[], days = 2): Certificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'winnow-cert-'));
  try {
    const subject = names.map((name) => (/^[\d.:]+$/.test(name) ? `IP:${name}` : `DNS:${name}`)).join(',');
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const files = ['-keyout', key, '-out', cert, '-days', String(days), '-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${subject}`];
    execFileSync('openssl', ['req', '-x509', ...curve, ...files], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
