import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../../test/support/until.js';
import { takeTurns } from './request-turns.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

it('answers one request a round, so that newcomers are taken in between', async () => {
  const order: string[] = [];
  let round = 0;
  const rounds = new Set<number>();
  const server = createServer((_request, response) => {
    order.push('answer');
    rounds.add(round);
    response.end('ok');
  });
  takeTurns(server);
  let came = 0;
  server.on('connection', () => {
    came++;
    order.push('newcomer');
  });
  const count = (): void => {
    round++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    clearImmediate(counting);
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const kept = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
  await until(() => came === 20);
  order.length = 0;
  for (const socket of kept) socket.write(REQUEST); // all of them ask at once, and then twenty more come
  const more = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
  await until(() => came === 40 && order.filter((what) => what === 'answer').length === 20);
  for (const socket of [...kept, ...more]) socket.destroy();
  expect(rounds.size, 'a round for each answer').toBe(20);
  expect(order.lastIndexOf('newcomer'), 'not behind all who were here already').toBeLessThan(order.lastIndexOf('answer'));
});

it('answers nobody who has gone meanwhile, and each in its turn', async () => {
  const answered: string[] = [];
  const server = createServer((request, response) => {
    answered.push(request.url ?? '');
    response.end();
  });
  takeTurns(server);
  server.prependListener('request', (request) => {
    if (request.url === '/gone') request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(fetch(`${url}/gone`)).rejects.toThrow('fetch failed');
  for (const path of ['/1', '/2', '/3']) await fetch(url + path);
  expect(answered).toEqual(['/1', '/2', '/3']);
});
