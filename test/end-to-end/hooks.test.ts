/** Conversions and hooks through the program itself, killed in the middle of both. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readWorkspace } from '../../src/backends/index.js';
import { linking } from '../../src/testing/index.js';
import { crawling } from '../support/crawling.js';
import { startCli } from '../support/run-cli.js';

const open = crawling();

it('killed while a version is converted, and again in its hook, a crawl has everything done, and only what was cut short twice', async () => {
  const web = await open.fixture({ 'acts.example': { '/': linking('/a', '/b', '/c'), '/a': linking(), '/b': linking(), '/c': linking() } });
  const made = open.workspace();
  const keys: string[] = [];
  let killed = 0;
  let crawl: ReturnType<typeof startCli> | null = null;
  const converter = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    if (keys.length === 2 && ++killed) return void crawl?.child.kill('SIGKILL');
    request.resume().on('end', () => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('made'));
  });
  await new Promise<void>((resolve) => converter.listen(0, '127.0.0.1', resolve));
  const convert = [{ to: `http://127.0.0.1:${(converter.address() as AddressInfo).port}/`, concurrency: 1, timeout: '20s' }];
  const told = join(made.folder, 'told');
  const script = 'echo "$WINNOW_RUN_ID $WINNOW_RUN_ATTEMPT" >> "$0"; [ "$WINNOW_RUN_ID$WINNOW_RUN_ATTEMPT" = 11 ] && kill -9 $PPID; exit 0';
  const definition = made.define({
    seeds: ['http://acts.example/'],
    fetch: web.fetch,
    budget: { keepFree: 0 },
    convert,
    afterRun: [{ program: ['sh', '-c', script, told] }],
  } as never);
  const codes: (number | null)[] = [];
  for (let start = 1; start <= 3; start++) {
    crawl = startCli(['crawl', definition, '-w', 'crawl', '-q', '--delay', '0s'], made.folder);
    codes.push(await crawl.ended);
  }
  converter.closeAllConnections();
  converter.close();
  expect([codes, killed]).toEqual([[null, null, 0], 1]);
  expect(readFileSync(told, 'utf8').trim().split('\n')).toEqual(['1 1', '1 2', '2 1']);
  expect([keys.length, new Set(keys).size]).toEqual([5, 4]);
  const { repository, close } = readWorkspace(join(made.folder, 'crawl'));
  const versions = repository.journal.slice(0, 100).items.map(({ version }) => repository.deposits.converted(version.id).length);
  close();
  expect(versions).toEqual([1, 1, 1, 1]);
});
