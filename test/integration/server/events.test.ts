/** What a client hears while a crawl runs in another process, and what it can tell that crawl. */
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { readWorkspace } from '../../../src/backends/index.js';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { openEvents, type SentEvent } from '../../support/event-stream.js';
import { startCli } from '../../support/run-cli.js';
import { json, post, serving } from '../../support/serving.js';
import { until } from '../../support/until.js';

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
  await expect.poll(async () => (await fetch(api)).status, { timeout: 20_000 }).toBe(200);
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
  await expect.poll(async () => (await json(api))['state'], { timeout: 20_000 }).toBe('running');
  crawl.child.kill('SIGKILL');
  await crawl.ended;
  await expect.poll(async () => (await json(api))['state'], { timeout: 20_000 }).toBe('cut-off');
});

const ENTRIES = 20_000;

it('holds nothing for a client that does not read, and gives it all when it does', async () => {
  const web = await fixture({ 'a.test': { '/': linking() } });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  lengthenJournal(to.workspace);
  let read = 0;
  const { url } = await serve([to.workspace], {
    open: (folder) => {
      const reading = readWorkspace(folder);
      const { journal } = reading.repository;
      const slice = journal.slice.bind(journal);
      journal.slice = (...where) => {
        const found = slice(...where);
        read += found.items.length;
        return found;
      };
      return reading;
    },
  });
  const socket = ask(url, '/api/v1/crawls/crawl/events?after=0');
  await until(() => read > 0);
  let before = -1;
  while (before !== read) {
    before = read;
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
  expect(read).toBeLessThan(ENTRIES);
  const pieces: Buffer[] = [];
  const last = `\nid: ${ENTRIES + 1}\n`;
  let hasAll = false;
  socket
    .on('data', (chunk: Buffer) => {
      pieces.push(chunk);
      hasAll ||= Buffer.concat(pieces.slice(-3)).includes(last);
    })
    .resume();
  await until(() => hasAll);
  const ids = [
    ...Buffer.concat(pieces)
      .toString()
      .matchAll(/event: journal\nid: (\d+)\n/g),
  ].map(([, id]) => Number(id));
  expect(ids).toEqual(upTo(ENTRIES + 1));
  expect(read).toBe(ENTRIES + 1);
  socket.destroy();
});

function lengthenJournal(folder: string): void {
  const db = new Database(join(folder, 'core.db'));
  const insert = db.prepare(
    "INSERT INTO journal (operation, document, version, run, at, reason, changed) VALUES ('Upd', 1, 1, 1, 0, ?, '[]')",
  );
  const reason = 'said at length, so that the system cannot keep all of it in its own buffers '.repeat(12);
  db.transaction(() => {
    for (let index = 0; index < ENTRIES; index++) insert.run(reason);
  })();
  db.close();
}

/** Sends a request and reads nothing. */
function ask(url: string, path: string): Socket {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return socket;
}

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
