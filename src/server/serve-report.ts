/** A small server on loopback that shows how a crawl stands. Reads through the repository; changes nothing. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LivePage, reportPage } from './report-page.js';

export interface ReportServer {
  readonly url: string;
  close(): Promise<void>;
}

const HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

export async function serveReport(port: number, look: () => LivePage): Promise<ReportServer> {
  const server = createServer((request, response) => answer(request, response, look));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Only pages addressed to loopback by name are answered: a foreign name that points here is somebody else's script. */
function answer(request: IncomingMessage, response: ServerResponse, look: () => LivePage): void {
  const name = (request.headers.host ?? '').replace(/:\d+$/, '');
  if (name !== '127.0.0.1' && name !== 'localhost') return send(response, 403, 'text/plain', 'Ask for http://127.0.0.1/ on this machine.');
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, 'text/plain', 'Only GET.');
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/') return send(response, 200, 'text/html; charset=utf-8', reportPage(look()));
  if (pathname === '/report.json') return send(response, 200, 'application/json', JSON.stringify(look().report, null, 2));
  send(response, 404, 'text/plain', 'There is / and /report.json.');
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type });
  response.end(body);
}
