/** Large files come in beside the pages, not before them. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { crawling } from '../support/crawling.js';
import { until } from '../support/until.js';

const { workspace } = crawling();
const MB = 1024 * 1024;
const FILE_HOSTS = 6;
const PAGES = 40;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Hosts with a large file each, which it begins to send and then holds back, and one of pages. */
async function heldBack(announced: boolean) {
  const held: ServerResponse[] = [];
  let pages = 0;
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    const isPages = request.socket.localAddress?.endsWith('127.0.0.9');
    if (path === '/file.bin') {
      response.writeHead(200, { 'Content-Type': 'application/octet-stream', ...(announced ? { 'Content-Length': 3 * MB } : {}) });
      response.write(Buffer.alloc(announced ? 10 : 2 * MB, 1));
      held.push(response);
    } else if (path === '/robots.txt' || path === '/sitemap.xml') response.writeHead(404).end();
    else {
      if (isPages) pages++;
      const links = isPages ? Array.from({ length: PAGES }, (_, at) => `/page-${at}`) : ['/file.bin'];
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><title>${path}</title>${links.map((link) => `<a href="${link}">${path}</a>`).join('')}`);
    }
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const release = () => {
    for (const response of held.splice(0)) response.end(Buffer.alloc(announced ? 3 * MB - 10 : MB, 2));
  };
  return { port, held, pages: () => pages, release };
}

it.each([
  ['their length announced', true],
  ['no length announced', false],
])('G-47 pages are fetched and kept while more large files than there are workers are under way, %s', async (_how, announced) => {
  const web = await heldBack(announced);
  const [files, pages] = [
    Array.from({ length: FILE_HOSTS }, (_, at) => `http://127.0.0.${10 + at}:${web.port}/`),
    `http://127.0.0.9:${web.port}/`,
  ];
  const to = workspace();
  const crawl = to.crawl({
    seeds: [...files, pages],
    politeness: { delay: '0s' },
    fetch: { concurrency: FILE_HOSTS, allowAddresses: ['127.0.0.0/8'], contact: 'https://winnow.example/test' },
  });
  await until(() => web.held.length === FILE_HOSTS);
  await until(() => web.pages() === PAGES + 1);
  await until(() => to.rows('documents').filter(({ url }) => String(url).startsWith(pages)).length === PAGES + 1);
  expect(web.held).toHaveLength(FILE_HOSTS); // not one of them had come to its end
  web.release();
  expect(await crawl).toMatchObject({ state: 'finished' });
  expect(to.rows('documents')).toHaveLength(PAGES + 1 + 2 * FILE_HOSTS);
});
