/**
 * How fast a crawl becomes a crawldb, and how much memory that takes: npm run bench:crawldb [-- pages].
 *
 * A real crawl of a generated site first (its time is not counted), then each form. Run it with two numbers of
 * pages to see what grows.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCrawl } from '../src/assembly/index.js';
import { readWorkspace } from '../src/backends/index.js';
import { definitionFromInput } from '../src/definition/crawl/index.js';
import { mapAccess, writeCrawldb } from '../src/views/exports/index.js';

const pages = Number(process.argv[2] ?? 5000);
const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
const words = 'uredba postopek obrazec pristojbina ministrstvo urad vloga rok zakon sklep javni razpis podatki občina državljan'.split(' ');
const paragraph = (seed: number): string => Array.from({ length: 400 }, (_, n) => words[(seed * 31 + n * n * 7) % words.length]).join(' ');

const server = createServer((request, response) => {
  const page = Number(/^\/(\d+)$/.exec(request.url ?? '')?.[1] ?? (request.url === '/' ? 0 : Number.NaN));
  if (Number.isNaN(page)) return void response.writeHead(404).end();
  const links = Array.from({ length: 30 }, (_, n) => `<a href="/${(page * 30 + n + 1) % pages}">${n}</a>`).join(' ');
  response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><title>${page}</title><p>${paragraph(page)}</p>${links}`);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

try {
  const { definition } = await definitionFromInput({
    extends: 'gov',
    seeds: ['http://bench.test/'],
    frontier: { order: 'depth', deal: 'links', workers: 16 },
    politeness: { delay: '0s', perSite: 16, perAddress: 16 },
    fetch: {
      contact: 'https://winnow.example/bench',
      allowAddresses: ['127.0.0.1'],
      resolve: { 'bench.test': `127.0.0.1:${(server.address() as AddressInfo).port}` },
    },
  });
  const workspace = join(folder, 'crawl');
  await runCrawl({ definition, folder, workspace, state: join(folder, 'state') });
  for (const form of ['sqlite', 'sql', 'csv'] as const) {
    const to = join(folder, `crawldb.${form}`);
    const startedAt = Date.now();
    let highest = 0;
    const before = process.memoryUsage().rss;
    const timer = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().rss);
    }, 50);
    const reading = readWorkspace(workspace);
    const target = { form, to, content: true, replace: false, csv: {}, environment: {} };
    const { tables } = await writeCrawldb(reading.repository.webMap, target, mapAccess(reading));
    reading.close();
    clearInterval(timer);
    const seconds = (Date.now() - startedAt) / 1000;
    const size = form === 'csv' ? '' : `, ${(statSync(to).size / 1e6).toFixed(0)} MB`;
    console.log(
      `${form}: ${tables['page']} pages, ${tables['link']} links in ${seconds.toFixed(1)} s, ${((1000 * seconds) / pages).toFixed(2)} ms a page${size}, at most ${(highest / 1e6).toFixed(0)} MB of memory, ${(before / 1e6).toFixed(0)} before`,
    );
  }
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
