/** Serves WACZ files, with ranges, and the player's two files, as anybody who publishes an archive would. */
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const PLAYER = join('node_modules', '.cache', 'replaywebpage@2.4.6');

export interface ReplayServer {
  /** A page with the player, showing this URL of the archive at this moment. */
  pageFor(wacz: string, url: string, at: string): string;
  close(): Promise<void>;
}

/** Files by their name in the URL. */
export async function startReplayServer(files: Readonly<Record<string, string>>): Promise<ReplayServer> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') return send(response, 'text/html', embed(searchParams));
    if (pathname.endsWith('/sw.js')) return sendFile(response, 'text/javascript', join(PLAYER, 'sw.js'), undefined);
    if (pathname.endsWith('/ui.js')) return sendFile(response, 'text/javascript', join(PLAYER, 'ui.js'), undefined);
    const file = files[pathname.slice(1)];
    if (file !== undefined) return sendFile(response, 'application/wacz', file, request.headers.range);
    response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    pageFor: (wacz, url, at) => `${origin}/?${new URLSearchParams({ source: `${origin}/${wacz}`, url, ts: at })}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const quoted = (text: string | null): string => JSON.stringify(text ?? '');

const embed = (of: URLSearchParams): string => `<!doctype html><title>replay</title><script src="/ui.js"></script>
<replay-web-page style="height: 600px" replaybase="/replay/" embed="replayonly" source=${quoted(of.get('source'))} url=${quoted(of.get('url'))} ts=${quoted(of.get('ts'))}></replay-web-page>`;

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
}

function sendFile(response: ServerResponse, type: string, path: string, range: string | undefined): void {
  const { size } = statSync(path);
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  const start = from === '' && to !== '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to));
  const head = { 'content-type': type, 'accept-ranges': 'bytes', 'content-length': String(end - start + 1) };
  if (range === undefined) response.writeHead(200, head);
  else response.writeHead(206, { ...head, 'content-range': `bytes ${start}-${end}/${size}` });
  createReadStream(path, { start, end }).pipe(response);
}
