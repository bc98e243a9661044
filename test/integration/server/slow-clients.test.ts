/** Clients of the event stream that do not read, or read while the workspace cannot be read. */
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openToOwn } from '../../../src/backends/embedded/database.js';
import { readWorkspace } from '../../../src/backends/index.js';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { serving } from '../../support/serving.js';
import { until } from '../../support/until.js';

const { fixture, workspace } = crawling();
const serve = serving();

const ENTRIES = 20_000;
const LAST = `\nid: ${ENTRIES + 1}\n`;

it('holds nothing for a client that does not read, and gives it all when it does', async () => {
  let read = 0;
  const [socket] = await askForJournal((entries) => {
    read += entries;
  }, 1);
  await until(() => read > 0);
  await standsStill(() => read);
  expect(read).toBeLessThan(ENTRIES);
  const heard = hear(socket as Socket);
  await until(heard.hasAll);
  const ids = [...heard.text().matchAll(/event: journal\nid: (\d+)\n/g)].map(([, id]) => Number(id));
  expect(ids).toEqual(Array.from({ length: ENTRIES + 1 }, (_, index) => index + 1));
  expect(read).toBe(ENTRIES + 1);
  socket?.destroy();
});

it('gives a client all of it though the journal could not be read when there was room again', async () => {
  let read = 0;
  let failures = 0;
  let hasTrouble = false;
  const [socket] = await askForJournal((entries) => {
    read += entries;
    if (hasTrouble && failures++ === 0) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
  }, 1);
  await until(() => read > 0);
  await standsStill(() => read);
  hasTrouble = true;
  const heard = hear(socket as Socket);
  await until(heard.hasAll);
  expect(failures).toBeGreaterThan(1);
  socket?.destroy();
});

it('reads no more than a page of the journal before it looks for whoever else asks', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  count();
  const readIn = new Map<number, number>();
  const sockets = await askForJournal((entries) => {
    readIn.set(turn, (readIn.get(turn) ?? 0) + entries);
  }, 4);
  const heard = sockets.map(hear);
  await until(() => heard.every(({ hasAll }) => hasAll()));
  isOver = true;
  expect(Math.max(...readIn.values())).toBeLessThanOrEqual(100);
  for (const socket of sockets) socket.destroy();
});

/** Clients of a long journal that read nothing yet. `onRead`: called with the number of entries at each look into it. */
async function askForJournal(onRead: (entries: number) => void, clients: number): Promise<Socket[]> {
  const web = await fixture({ 'a.test': { '/': linking() } });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  lengthenJournal(to.workspace);
  const { url } = await serve([to.workspace], {
    open: (folder) => {
      const reading = readWorkspace(folder);
      const { journal } = reading.repository;
      const slice = journal.slice.bind(journal);
      journal.slice = (...where) => {
        const found = slice(...where);
        onRead(found.items.length);
        return found;
      };
      return reading;
    },
  });
  return Array.from({ length: clients }, () => ask(url, '/api/v1/crawls/crawl/events?after=0'));
}

function lengthenJournal(folder: string): void {
  const db = openToOwn(join(folder, 'core.db'));
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

async function standsStill(figure: () => number): Promise<void> {
  for (let before = -1; before !== figure(); await new Promise((resolve) => setTimeout(resolve, 700))) before = figure();
}

/** Begins to read. */
function hear(socket: Socket): { text(): string; hasAll(): boolean } {
  const pieces: Buffer[] = [];
  let hasAll = false;
  socket
    .on('data', (chunk: Buffer) => {
      pieces.push(chunk);
      hasAll ||= Buffer.concat(pieces.slice(-3)).includes(LAST);
    })
    .resume();
  return { text: () => Buffer.concat(pieces).toString(), hasAll: () => hasAll };
}
