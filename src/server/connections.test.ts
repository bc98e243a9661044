import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { hold, holdMany } from '../../test/support/open-sockets.js';
import { until } from '../../test/support/until.js';
import { type ConnectionLimits, limitConnections } from './connections.js';

/** A server that answers when it is told to, and knows how many came to it. */
async function server(limits: Partial<ConnectionLimits>) {
  const waiting: ServerResponse[] = [];
  const http = createServer((request, response) => {
    request.resume();
    if (request.url === '/wait') waiting.push(response);
    else request.on('end', () => response.end('ok'));
  });
  let came = 0;
  http.on('connection', () => came++);
  limitConnections(http, { most: 4, mostOf: () => Infinity, silentMs: 60_000, headMs: 60_000, ...limits });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.close();
    http.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    waiting,
    arrived: (count: number) => until(() => came >= count),
  };
}

const WAITING = 'GET /wait HTTP/1.1\r\nHost: x\r\n\r\n';
const HALF_HEAD = 'GET / HTTP/1.1\r\nHo';
const HALF_BODY = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf';

it('cuts the oldest silent one off for each that comes', async () => {
  const { url, arrived } = await server({});
  const [a, b, c, d, e, f] = await holdMany(6, url);
  await arrived(6);
  await Promise.all([a?.shed, b?.shed]);
  expect([c, d, e, f].map((held) => held?.isShed())).toEqual([false, false, false, false]);
});

it('whoever is silent for longest goes first; who was answered before is given a little longer', async () => {
  let now = 0;
  const { url, arrived, waiting } = await server({ most: 3, now: () => now++ });
  const sending = await hold(url, HALF_BODY);
  const resting = await hold(url, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => resting.socket.once('data', resolve));
  const fresh = await hold(url, HALF_HEAD);
  await arrived(3);
  for (const expected of [sending, fresh, resting]) {
    expect(expected.isShed()).toBe(false);
    const before = waiting.length;
    await hold(url, WAITING);
    await expected.shed;
    await until(() => waiting.length > before);
  }
});

it('who goes on sending is not silent', async () => {
  const { url, arrived, waiting } = await server({ most: 2 });
  const sending = await hold(url, HALF_BODY);
  await arrived(1);
  const idle = await hold(url);
  await arrived(2);
  await new Promise((resolve) => sending.socket.write('a little more', resolve));
  await hold(url, WAITING);
  await idle.shed;
  await until(() => waiting.length === 1);
  expect(sending.isShed()).toBe(false);
});

it('never cuts off who is being answered: then the newcomer has to go', async () => {
  const { url, waiting } = await server({ most: 2 });
  const living = await holdMany(2, url, WAITING);
  await until(() => waiting.length === 2);
  const newcomer = await hold(url, WAITING);
  await newcomer.shed;
  for (const response of waiting) response.end('at last');
  const answers = await Promise.all(
    living.map(({ socket }) => new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))),
  );
  expect(answers.map((answer) => answer.includes('at last'))).toEqual([true, true]);
});

it('an address has a number of its own, and others keep theirs', async () => {
  const { url, arrived } = await server({ most: 100, mostOf: (address) => (address === '127.0.0.2' ? 3 : Infinity) });
  const others = await holdMany(5, url);
  const greedy = await holdMany(8, url, '', '127.0.0.2');
  await arrived(13);
  await Promise.all(greedy.slice(0, 5).map(({ shed }) => shed));
  expect([...greedy.slice(5), ...others].some(({ isShed }) => isShed())).toBe(false);
});

it('an address whose connections are all at work gets no more of them', async () => {
  const { url, waiting } = await server({ most: 100, mostOf: () => 2 });
  await holdMany(2, url, WAITING, '127.0.0.2');
  await until(() => waiting.length === 2);
  const more = await hold(url, WAITING, '127.0.0.2');
  await more.shed;
  await hold(url, WAITING, '127.0.0.3');
  await until(() => waiting.length === 3);
});

it('gives up an answer that nobody takes, and waits for one that is being made', async () => {
  const { url, waiting } = await server({ silentMs: 200 });
  const patient = await hold(url, WAITING);
  const deaf = await hold(url, WAITING);
  deaf.socket.pause();
  await until(() => waiting.length === 2);
  const taken = new Promise((resolve) => waiting[1]?.once('close', resolve));
  waiting[1]?.write(Buffer.alloc(32 << 20));
  await taken;
  expect(patient.isShed()).toBe(false);
});

it('cuts those off that bring no head for too long, a few at a time, and nobody else', async () => {
  let now = 0;
  const { url, arrived, waiting } = await server({ most: 100, headMs: 1000, now: () => now });
  const asking = await hold(url, WAITING);
  await until(() => waiting.length === 1);
  const [silent, half] = [await holdMany(8, url), await holdMany(8, url, HALF_HEAD)];
  await arrived(17);
  const shed = (): number => [...silent, ...half].filter((held) => held.isShed()).length;
  const seen = new Set<number>();
  now = 1001;
  await until(() => seen.add(shed()).has(16));
  expect(seen.size, 'in more than one go').toBeGreaterThan(2);
  expect(asking.isShed()).toBe(false);
});
