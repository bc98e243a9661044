/**
 * Long lists: what a crawl needs to take in a sitemap of a million URLs, and a page of two hundred thousand links.
 *
 *   npm run bench:long-lists                    # both
 *   npm run bench:long-lists -- 5000000 0       # URLs in the sitemap, links on the page
 *
 * The crawl is a process of its own, with what a user would type; its resident memory is looked at every 100 ms. Its budget
 * ends it when the list is in: what is counted is what it has queued.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import Database from 'better-sqlite3';

const [urls = 1_000_000, links = 200_000] = process.argv.slice(2).map(Number);

const HEAD = '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
const at = (host: string, n: number): string => `http://${host}/documents/${n % 997}/judgment-of-the-court-${n}.html`;

async function send(to: NodeJS.WritableStream, lines: Iterable<string>): Promise<void> {
  let block = '';
  for (const line of lines) {
    block += line;
    if (block.length < 65_536) continue;
    if (!to.write(block)) await once(to, 'drain');
    block = '';
  }
  to.end(block);
}

function* sitemap(host: string): Generator<string> {
  yield HEAD;
  for (let n = 0; n < urls; n++) yield `<url><loc>${at(host, n)}</loc><lastmod>2024-05-06</lastmod></url>\n`;
  yield '</urlset>';
}

function* page(host: string): Generator<string> {
  yield '<!doctype html><title>Links</title><ul>';
  for (let n = 0; n < links; n++) yield `<li><a href="${at(host, n)}">Judgment ${n}</a>\n`;
  yield '</ul>';
}

type Answer = (response: ServerResponse, host: string) => unknown;
const LISTS: readonly { readonly name: string; readonly wanted: number; readonly path: string; readonly answer: Answer }[] = [
  { name: `sitemap of ${urls} URLs`, wanted: urls, path: '/sitemap.xml', answer: (response, host) => send(response, sitemap(host)) },
  {
    name: `the same as gzip`,
    wanted: urls,
    path: '/sitemap.xml',
    answer: (response, host) => {
      const gzip = createGzip();
      gzip.pipe(response);
      return send(gzip, sitemap(host));
    },
  },
  {
    name: `page of ${links} links`,
    wanted: links,
    path: '/',
    answer: (response, host) => send(response.setHeader('content-type', 'text/html'), page(host)),
  },
];

for (const list of LISTS) {
  if (list.wanted === 0) continue;
  const server = createServer((request, response) => {
    if (request.url === list.path) return void list.answer(response, request.headers.host ?? '');
    response.statusCode = request.url === '/' ? 200 : 404;
    response.setHeader('content-type', 'text/html');
    response.end('<title>Home</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { peak, seconds, queued, code } = await crawl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  console.log(`${list.name}: ${queued} queued, ${seconds.toFixed(1)} s, at most ${peak.toFixed(0)} MB resident, exit ${code}`);
  server.close();
  server.closeAllConnections();
}

async function crawl(seed: string) {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-long-lists-'));
  const definition = join(folder, 'definition.json');
  const fetch = { allowAddresses: ['127.0.0.1'], contact: 'https://winnow.example/bench' };
  writeFileSync(definition, JSON.stringify({ name: 'lists', seeds: [seed], fetch, budget: { pages: 1 }, politeness: { delay: '1s' } }));
  const started = performance.now();
  const child = spawn(join(import.meta.dirname, '../dist/cli/main.js'), ['crawl', definition, '--workspace', join(folder, 'w')], {
    env: { ...process.env, WINNOW_STATE: join(folder, 'state') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(child.pid as number));
  }, 100);
  const [code] = (await once(child, 'exit')) as [number];
  clearInterval(timer);
  const seconds = (performance.now() - started) / 1000;
  const db = new Database(join(folder, 'w', 'core.db'), { readonly: true });
  const queued = db.prepare("SELECT count(*) FROM resource WHERE kind = 'page' AND via IS NOT NULL").pluck().get() as number;
  db.close();
  rmSync(folder, { recursive: true, force: true });
  return { peak, seconds, queued, code };
}

function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
