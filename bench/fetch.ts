/**
 * What one fetch costs: CPU of this process per request, on loopback, 25 KB bodies, 32 in flight.
 * The server runs in a process of its own so that its work is not counted. Run: npx tsx bench/fetch.ts [requests]
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { httpFetcher } from '../src/fetch/index.js';

const IN_FLIGHT = 32;
const BODY = Buffer.alloc(25_000, '<p>winnow</p>\n');

if (process.argv[2] === 'serve') serve();
else await measure(Number(process.argv[2] ?? 20_000));

function serve(): void {
  const server = createServer((request, response) => {
    // Every other answer is chunked: both ways of delimiting a body are on the bill.
    if (request.url?.endsWith('0')) response.write(BODY.subarray(0, 12_000));
    else response.setHeader('Content-Length', BODY.length);
    response.end(request.url?.endsWith('0') ? BODY.subarray(12_000) : BODY);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}

async function measure(requests: number): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(message as number)));
  const fetcher = await httpFetcher.open(httpFetcher.options.parse({ allowAddresses: ['127.0.0.1'] }));
  let next = 0;
  const worker = async (until: number) => {
    while (next < until) await fetcher.fetch({ url: `http://127.0.0.1:${port}/${next++}` });
  };
  const run = (until: number) => Promise.all(Array.from({ length: IN_FLIGHT }, () => worker(until)));
  await run(2_000); // let the compiler finish first
  const from = next;
  const cpu = process.cpuUsage();
  const start = performance.now();
  await run(from + requests);
  const used = process.cpuUsage(cpu);
  const wall = performance.now() - start;
  const done = next - from;
  console.log(
    `${done} fetches: ${((used.user + used.system) / 1000 / done).toFixed(3)} ms of CPU each, ${Math.round((done / wall) * 1000)} a second, RSS ${Math.round(process.memoryUsage.rss() / 1e6)} MB`,
  );
  await fetcher.close();
  child.disconnect();
}
