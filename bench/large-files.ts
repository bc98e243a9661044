/**
 * Do downloads of large files slow page crawling (G-47)? `npx tsx bench/large-files.ts [pages] [files] [MB/s per file]`
 *
 * Crawls a small web twice over, without and with a host of files of 20 to 80 MB, and compares how fast its pages were
 * asked for, by the server's own clock. Half of the files compress, half do not. A crawl is stopped once it has all pages.
 * Two settings: as fast as the machine allows, and with a delay. The server is a process of its own and sends each file
 * at the speed of a good line; needs a build (npm run build) and up to 3 GB of disk in the temporary folder.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOSTS = 20;
const MB = 1024 * 1024;
const FILES_HOST = '127.0.0.9';
const REPEATS = 3;
const SETTINGS = [
  { name: 'as fast as the machine allows', delay: '0s', perSite: 4 },
  { name: 'a delay of half a second a host', delay: '500ms', perSite: 1 },
];

interface Web {
  readonly pages: number;
  readonly files: number;
  readonly speed: number;
}

/** Sent by the server when all pages have been asked for: how many a second. */
interface Done {
  readonly rate: number;
  readonly megabytes: number;
}

const pageHost = (number: number): string => `127.0.1.${1 + (number % HOSTS)}`;

async function measure(web: Web): Promise<void> {
  for (const setting of SETTINGS) {
    const rates: Record<'without' | 'with', number[]> = { without: [], with: [] };
    for (let repeat = 0; repeat < REPEATS; repeat++)
      for (const how of ['without', 'with'] as const) {
        const { rate, megabytes } = await crawlOnce({ ...web, files: how === 'with' ? web.files : 0 }, setting);
        rates[how].push(rate);
        console.log(`  ${how} large files: ${rate.toFixed(0)} pages/s${megabytes ? `, beside ${megabytes} MB of files` : ''}`);
      }
    const ratio = median(rates.with) / median(rates.without);
    console.log(`${setting.name}: ${ratio.toFixed(2)} of the rate without files (medians of ${REPEATS})`);
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

async function crawlOnce(web: Web, { delay, perSite }: (typeof SETTINGS)[number]): Promise<Done> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-large-'));
  const server = fork(fileURLToPath(import.meta.url), ['serve', JSON.stringify(web)]);
  try {
    const port = (await nextMessage(server)) as number;
    const hosts = Array.from({ length: HOSTS }, (_, number) => `${pageHost(number)}:${port}`);
    const definition = {
      name: 'large-files',
      seeds: [`http://${FILES_HOST}:${port}/`, ...hosts.map((host) => `http://${host}/`)],
      scope: { hosts: [`${FILES_HOST}:${port}`, ...hosts] },
      politeness: { delay, perSite, perAddress: perSite },
      fetch: { concurrency: 32, allowAddresses: ['127.0.0.0/8'], contact: 'https://winnow.example/bench' },
    };
    writeFileSync(join(folder, 'crawl.json'), JSON.stringify(definition));
    const done = nextMessage(server) as Promise<Done>;
    const crawl = startCrawl(folder);
    const ended = new Promise<never>((_, reject) =>
      crawl.once('exit', () => reject(new Error('The crawl ended before it had all pages.'))),
    );
    const result = await Promise.race([done, ended]);
    ended.catch(() => undefined);
    await stopped(crawl);
    return result;
  } finally {
    server.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

function startCrawl(folder: string): ChildProcess {
  const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
  const args = [program, 'crawl', join(folder, 'crawl.json'), '--workspace', join(folder, 'workspace'), '--quiet'];
  return spawn(process.execPath, args, { stdio: 'ignore' });
}

async function stopped(crawl: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => crawl.once('exit', resolve));
  crawl.kill('SIGINT');
  const again = setTimeout(() => crawl.kill('SIGKILL'), 10_000);
  await exit;
  clearTimeout(again);
}

const nextMessage = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('message', resolve));

function serve({ pages, files, speed }: Web): void {
  const noise = randomBytes(MB);
  const table = Buffer.alloc(MB, 'parcel;owner;area;use;value;date\n');
  let [asked, first, sent] = [0, 0, 0];
  const counted = () => {
    if (asked++ === 0) first = performance.now();
    // The first tenth is start-up.
    if (asked === Math.ceil(pages / 10)) first = performance.now();
    const rate = (0.9 * pages) / ((performance.now() - first) / 1000);
    if (asked === pages) process.send?.({ rate, megabytes: Math.round(sent / MB) } satisfies Done);
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    const file = /^\/file-(\d+)\.(csv|bin)$/.exec(path);
    if (file) void sendFile(response, sizeOf(Number(file[1])), file[2] === 'csv' ? table : noise);
    else if (!/^\/(?:page-\d+)?$/.test(path)) response.writeHead(404).end();
    else if (request.socket.localAddress?.endsWith(FILES_HOST)) html(response, fileLinks(files));
    else {
      counted();
      html(response, pageOf(request.socket.localAddress ?? '', Number(path.slice(6) || 0), pages / HOSTS));
    }
  });
  const sendFile = async (response: ServerResponse, size: number, piece: Buffer) => {
    response.writeHead(200, {
      'Content-Type': piece === table ? 'text/csv' : 'application/octet-stream',
      'Content-Length': size * MB,
    });
    for (let at = 0; at < size && !response.destroyed; at++) {
      if (!response.write(piece)) await drained(response);
      sent += MB;
      await new Promise((resolve) => setTimeout(resolve, 1000 / speed));
    }
    response.end();
  };
  server.listen(0, '0.0.0.0', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}

/** Resolves when more may be written, or when nobody is there to write to. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

const sizeOf = (number: number): number => 20 + ((number * 37) % 61);

const fileLinks = (files: number): string =>
  Array.from({ length: files }, (_, number) => `<a href="/file-${number}.${number % 2 ? 'csv' : 'bin'}">file ${number}</a>`).join('\n');

/** Of 23 KB, with links to twenty others of its host. */
function pageOf(host: string, number: number, count: number): string {
  const links = Array.from({ length: 20 }, (_, n) => `<li><a href="/page-${(number * 20 + n + 1) % count}">page</a></li>`);
  const words = Array.from(
    { length: 300 },
    (_, n) => `${((number + 1) * 7919 * (n + 3)).toString(36)} of the land register of ${host} of old, `,
  );
  return `<ul>${links.join('')}</ul>${words.map((word) => `<p>${word}</p>`).join('\n')}`;
}

function html(response: ServerResponse, body: string): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>Page</title>${body}`);
}

if (process.argv[2] === 'serve') serve(JSON.parse(process.argv[3] ?? '{}') as Web);
else {
  const [pages = 1500, files = 50, speed = 12] = process.argv.slice(2).map(Number);
  await measure({ pages, files, speed });
}
