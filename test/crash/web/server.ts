/**
 * Process that serves the web of the campaign, each site at an address of its own, and logs every request.
 *
 * A process of its own, so that nothing the campaign computes delays an answer or the time written down for it.
 * Arguments: name of the web, file of the log. Says on standard output, as JSON, where each host listens.
 */
import { openSync, writeSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CrashSite, LARGE_WEB, pageOf, SMALL_WEB } from './pages.js';

const [, , name, logFile = ''] = process.argv;
const web = name === 'large' ? LARGE_WEB : SMALL_WEB;
const log = openSync(logFile, 'a');
let requests = 0;

const now = (): number => performance.timeOrigin + performance.now();
const write = (line: object): void => void writeSync(log, `${JSON.stringify(line)}\n`);

function serve(site: CrashSite, path: string, response: ServerResponse): void {
  const request = ++requests;
  write({ request, at: now(), host: site.host, path });
  const answer = pageOf(web, site.host, path);
  let ended = false;
  response.once('close', () => {
    if (!ended) write({ request, cut: now() });
  });
  setTimeout(() => {
    if (response.destroyed) return;
    ended = true;
    // Before the last byte leaves: afterwards the other side may run first, and pauses would seem shorter than they were.
    write({ request, end: now() });
    response.end(answer.body);
  }, site.waits);
  response.sendDate = false;
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': answer.body.length });
}

async function listen(site: CrashSite, index: number): Promise<[string, string]> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => serve(site, request.url ?? '/', response));
  const address = `127.0.0.${index + 2}`;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, address, resolve));
  return [site.host, `${address}:${(server.address() as AddressInfo).port}`];
}

process.on('disconnect', () => process.exit(0)); // whoever started this is gone
const hosts = await Promise.all(web.map(listen));
process.send?.(Object.fromEntries(hosts));
