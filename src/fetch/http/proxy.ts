/**
 * HTTP proxies: a tunnel (CONNECT) for https, requests in absolute form for http.
 *
 * The proxy's address passes the same guard as any other, and so does the target's if it is known here. For a name that
 * only the proxy can resolve, the proxy is responsible.
 */
import type { Socket } from 'node:net';
import { type HeaderField, loginOf } from '../../model/index.js';
import { basic } from './credentials.js';
import { FetchError } from './errors.js';
import { bareHost, portOf } from './resolution.js';
import { endOfHead, parseResponseHead } from './response-head.js';
import type { Watch } from './watch.js';

export interface Proxy {
  readonly url: URL;
  readonly authorization: string | null;
  /** Must never be stored or shown. */
  readonly secret: string | null;
}

const MAX_ANSWER = 16_384;

export function parseProxy(text: string): Proxy {
  const url = new URL(text);
  const login = loginOf(url.href);
  url.username = '';
  url.password = '';
  if (!login) return { url, authorization: null, secret: null };
  return { url, authorization: basic(login.user, login.password), secret: login.password };
}

export const proxyFields = (proxy: Proxy | null): HeaderField[] =>
  proxy?.authorization ? [['Proxy-Authorization', proxy.authorization]] : [];

/** Asks the proxy for a tunnel to the target; afterwards the socket is connected to the target. */
export function tunnel(socket: Socket, proxy: Proxy, target: URL, userAgent: string, watch: Watch): Promise<void> {
  const host = bareHost(target);
  const authority = `${host.includes(':') ? `[${host}]` : host}:${portOf(target)}`;
  const credentials = proxy.authorization ? `Proxy-Authorization: ${proxy.authorization}\r\n` : '';
  return watch.during<void>((resolve, reject) => {
    const fail = (why: string, cause?: unknown) => {
      socket.on('error', () => {});
      socket.destroy();
      reject(new FetchError('FETCH_PROXY_FAILED', watch.url, `proxy ${proxy.url.host}: ${why}`, { cause }));
    };
    readAnswer(socket, resolve, fail);
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nUser-Agent: ${userAgent}\r\n${credentials}\r\n`);
    return () => socket.destroy();
  });
}

function readAnswer(socket: Socket, accept: () => void, fail: (why: string, cause?: unknown) => void): void {
  let bytes = Buffer.alloc(0);
  const broken = (error: Error) => fail(error.message, error);
  const ended = () => fail('closed the connection instead of opening a tunnel');
  const read = (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    const end = endOfHead(bytes, bytes.length, 0);
    if (end === -1) {
      if (bytes.length > MAX_ANSWER) fail('answered CONNECT with an endless head');
      return;
    }
    const head = parseResponseHead(new Uint8Array(bytes.subarray(0, end)));
    if (!head || head.status < 200 || head.status > 299) return fail(refusal(head?.status ?? null));
    // The target speaks only after us, so nothing may follow the proxy's head.
    if (bytes.length > end) return fail('sent data before the tunnel was used');
    socket.off('error', broken).off('end', ended).off('data', read).pause();
    accept();
  };
  socket.on('error', broken).on('end', ended).on('data', read);
}

function refusal(status: number | null): string {
  if (status === 407) return 'asks for credentials (407); put them into the proxy URL';
  return status === null ? 'answered CONNECT with something that is no HTTP' : `refused the tunnel with status ${status}`;
}
