/** Requests through an HTTP proxy: plain ones name the whole URL, encrypted ones go through a tunnel. */
import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';

export async function throughProxy(proxy: URL, target: URL, options: RequestOptions, insecureTls: boolean): Promise<ClientRequest> {
  const authorization = proxyAuthorization(proxy);
  const { agent: _direct, ...rest } = options;
  if (target.protocol === 'http:')
    return httpRequest({
      ...rest,
      host: proxy.hostname,
      port: proxy.port || 80,
      path: target.href,
      headers: { ...(options.headers as object), host: target.host, ...authorization },
    });
  const socket = await tunnel(proxy, target, authorization, options.signal);
  const createConnection = () => tlsConnect({ socket, servername: target.hostname, rejectUnauthorized: !insecureTls });
  return httpsRequest(target, { ...rest, createConnection });
}

function tunnel(proxy: URL, target: URL, headers: Record<string, string>, signal: AbortSignal | undefined): Promise<Socket> {
  const path = `${target.hostname}:${target.port || 443}`;
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: proxy.hostname,
      port: proxy.port || 80,
      method: 'CONNECT',
      path,
      headers: { host: path, ...headers },
      signal,
    });
    request.once('connect', ({ statusCode = 0 }, socket: Socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new Error(`the proxy ${proxy.host} answered ${statusCode}`));
    });
    request.once('error', reject);
    request.end();
  });
}

function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(words).toString('base64')}` };
}
