/** What a client hears while a crawl runs in another process, and what it can tell that crawl. */
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { openEvents, type SentEvent } from '../../support/event-stream.js';
import { ownStateFolder } from '../../support/politely.js';
import { startCli } from '../../support/run-cli.js';
import { json, post, serving } from '../../support/serving.js';
import { until } from '../../support/until.js';

ownStateFolder(); // a crawl that was killed owes its site the longest delay there is, and the next test would wait for it
const { fixture, workspace } = crawling();
const serve = serving();

const many = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);
const site = (count: number) => ({
  '/': linking(...many(count)),
  ...Object.fromEntries(many(count).map((path) => [path, `<title>Page ${path}</title><p>leaf ${path}`])),
});
const sequences = (events: readonly SentEvent[]) => events.map(({ data }) => data['sequence'] as number);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function running(pages: number, delay: string) {
  const web = await fixture({ 'a.test': site(pages), 'b.test': { '/added': '<title>Added</title>' } });
  const to = workspace();
  const scope = { domains: ['a.test', 'b.test'] };
  const definition = to.define({ seeds: ['http://a.test/'], scope, politeness: { delay, responseFactor: 0 }, fetch: web.fetch });
  const crawl = startCli(['crawl', definition, '--workspace', to.workspace], to.folder);
  const { url } = await serve([to.workspace]);
  const api = `${url}/api/v1/crawls/crawl`;
  await expect.poll(async () => (await fetch(api)).status).toBe(200);
  return { api, crawl, to, web };
}

it('sends journal entries, numbers and the end of the run while they happen', async () => {
  const { api, crawl } = await running(20, '60ms');
  const events = await openEvents(`${api}/events?after=0`);
  await events.wait('journal', 3);
  await events.wait('status', 2);
  expect(events.of('status').at(-1)?.data).toMatchObject({
    name: 'crawl',
    state: 'running',
    statistics: { workers: expect.any(Number) as number },
  });
  expect(await crawl.ended).toBe(0);
  await until(() => events.of('run').some(({ data }) => data['state'] === 'finished'));
  expect(events.of('run').at(-1)?.data).toMatchObject({ run: 1, state: 'finished' });
  expect(sequences(events.of('journal'))).toEqual(upTo(21));
  expect(events.of('journal').map(({ id }) => id)).toEqual(upTo(21));
  await expect.poll(() => events.of('status').at(-1)?.data).toMatchObject({ state: 'finished', figures: { documents: { present: 21 } } });
  events.close();
});

it('goes on after Last-Event-ID: each entry once, however often the client comes back', async () => {
  const { api, crawl } = await running(30, '40ms');
  const heard: SentEvent[] = [];
  let last: number | null = null;
  let ended = false;
  void crawl.ended.then(() => {
    ended = true;
  });
  for (let visits = 0; heard.length < 31; visits++) {
    if (visits > 40) throw new Error(`heard only ${heard.length}`);
    const events = await openEvents(`${api}/events?after=0`, last === null ? {} : { 'last-event-id': String(last) });
    await until(() => events.of('journal').length >= 4 || (ended && heard.length + events.of('journal').length >= 31));
    events.close();
    heard.push(...events.of('journal'));
    last = heard.at(-1)?.id ?? last;
  }
  await crawl.ended;
  expect(sequences(heard)).toEqual(upTo(31));
});

it('tells a client whose place is beyond the journal to begin anew', async () => {
  const { api, crawl } = await running(1, '0s');
  await crawl.ended;
  const events = await openEvents(`${api}/events`, { 'last-event-id': '900' });
  await events.wait('journal', 2);
  expect(events.of('reset')).toHaveLength(1);
  expect(sequences(events.of('journal'))).toEqual([1, 2]);
  events.close();
});

it('changes, feeds and stops the crawl', async () => {
  const { api, crawl, web } = await running(400, '100ms');
  await until(() => web.asked('a.test').length >= 3);
  const change = await post(`${api}/change`, { settings: { politeness: { delay: '80ms' } } });
  expect(await change.json()).toEqual({ applied: [{ site: null, path: 'politeness.delay', before: '100ms', after: '80ms' }] });
  const wrong = await post(`${api}/change`, { settings: { politeness: { dellay: '1s' } } });
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { code: 'refused', fields: [{ field: 'politeness.dellay' }] } }]);
  const added = await post(`${api}/urls`, { urls: ['http://b.test/added', { url: 'http://c.test/' }] });
  expect(await added.json()).toEqual({ accepted: 1, updated: 0, blacklisted: 0, refused: 1 });
  await until(() => web.asked('b.test').includes('/added'));
  const stop = await fetch(`${api}/stop`, { method: 'POST', headers: { 'content-type': 'application/json' } });
  expect([stop.status, await stop.json()]).toEqual([202, { stopping: true }]);
  expect(await crawl.ended).toBe(130);
  expect(await json(api)).toMatchObject({ state: 'stopped', statistics: null });
  expect((await post(`${api}/stop`, {})).status).toBe(409);
});

it('knows a crawl that was killed from one that runs', async () => {
  const { api, crawl } = await running(400, '50ms');
  await expect.poll(async () => (await json(api))['state']).toBe('running');
  crawl.child.kill('SIGKILL');
  await crawl.ended;
  await expect.poll(async () => (await json(api))['state']).toBe('cut-off');
});

it('sends the journal to a client that comes while the crawl is asked how it stands', async () => {
  const web = await fixture({ 'a.test': { '/': linking() } });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  const { url } = await serve([to.workspace]);
  const address = `${url}/api/v1/crawls/crawl/events?after=0`;
  const asked: Socket[] = [];
  const silent = createServer((socket) => asked.push(socket)).listen(join(to.workspace, 'control.sock'));
  const first = await openEvents(address);
  await until(() => asked.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 400)); // until what it says is too old, so that it is asked again
  asked[0]?.destroy();
  await until(() => asked.length === 2);
  const second = await openEvents(address);
  silent.close();
  asked[1]?.destroy();
  await first.wait('journal');
  await second.wait('journal');
  first.close();
  second.close();
});

it('listens to so many clients and no more', async () => {
  const web = await fixture({ 'a.test': { '/': linking() } });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  const { url } = await serve([to.workspace]);
  const address = `${url}/api/v1/crawls/crawl/events`;
  const streams = await Promise.all(Array.from({ length: 64 }, () => openEvents(address)));
  expect((await fetch(address)).status).toBe(503);
  streams[0]?.close();
  await expect
    .poll(async () => {
      const stream = await openEvents(address).catch(() => null);
      return stream !== null;
    })
    .toBe(true);
  for (const stream of streams) stream.close();
});
