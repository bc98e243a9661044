/** Connections that say nothing, or half of something, keep nobody out. */
import { expect, it } from 'vitest';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { openEvents } from '../../support/event-stream.js';
import { holdMany } from '../../support/open-sockets.js';
import { serving } from '../../support/serving.js';

const { fixture, workspace } = crawling();
const serve = serving();

const HALVES = [
  'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Never',
  'POST /api/v1/crawls/crawl/stop HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  'POST /sparql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/sparql-query\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nSELEC\r\n',
];

it.each([
  ['that say nothing', ''],
  ['with half a head', HALVES[0]],
  ['with half a body', HALVES[1]],
  ['with half a body in pieces', HALVES[2]],
])('a thousand connections %s keep nobody out', async (_case, text) => {
  const { url } = await serve([], { limits: { connections: 1000 } });
  await holdMany(1000, url, text);
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/healthz`, { headers: { connection: 'close' } })));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
});

it('a client that listens stays, whatever else comes', async () => {
  const web = await fixture({ 'a.test': { '/': linking() } });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  const { url } = await serve([to.workspace], { limits: { connections: 10 } });
  const events = await openEvents(`${url}/api/v1/crawls/crawl/events?after=0`);
  await events.wait('journal');
  const held = await holdMany(30, url);
  await held[19]?.shed;
  await to.crawl({ seeds: ['http://a.test/', 'http://a.test/more'], fetch: web.fetch });
  await events.wait('run');
  expect(held.filter(({ isShed }) => isShed()).length).toBeGreaterThanOrEqual(20);
  events.close();
});
