import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workspaceSigns } from '../backends/index.js';
import { makeServer, type ServerOptions, startServer } from './server.js';

const options: ServerOptions = {
  workspaces: [],
  below: '',
  host: '127.0.0.1',
  port: 0,
  token: null,
  version: '0.0.0-test',
  open: () => {
    throw new Error('a secret of the inside');
  },
  signs: workspaceSigns,
  onError: () => {},
};

it('slows down who asks without end, this machine much later than others', async () => {
  const { app } = await makeServer({ ...options, clock: () => 0 });
  const answersOf = async (remoteAddress: string, count: number) => {
    const answers: number[] = [];
    for (let index = 0; index < count; index++) answers.push((await app.inject({ url: '/healthz', remoteAddress })).statusCode);
    return answers;
  };
  expect(await answersOf('192.0.2.7', 310)).toEqual([...Array<number>(300).fill(200), ...Array<number>(10).fill(429)]);
  expect(await answersOf('192.0.2.8', 1)).toEqual([200]);
  expect(await answersOf('127.0.0.1', 400)).toEqual(Array<number>(400).fill(200));
  await app.close();
});

it('counts who stands behind a proxy for themselves, where the proxy is trusted', async () => {
  const limits = { requestsPerSecond: 2, trustedProxies: ['192.0.2.0/24'] };
  const { app } = await makeServer({ ...options, clock: () => 0, limits });
  const ask = async (remoteAddress: string, forwarded: string) =>
    (await app.inject({ url: '/healthz', remoteAddress, headers: { 'x-forwarded-for': forwarded } })).statusCode;
  for (let index = 0; index < 10; index++) expect(await ask('192.0.2.9', '198.51.100.1')).toBe(200);
  expect(await ask('192.0.2.9', '198.51.100.1')).toBe(429);
  expect(await ask('192.0.2.9', '198.51.100.2')).toBe(200);
  for (let index = 0; index < 10; index++) expect(await ask('203.0.113.5', `198.51.100.${index}`)).toBe(200);
  expect(await ask('203.0.113.5', '198.51.100.77')).toBe(429);
  await app.close();
});

it.each(['0.0.0.0', '::', '192.168.1.5', 'crawler.example'])('does not listen on %s without a token', async (host) => {
  await expect(startServer({ ...options, host })).rejects.toThrow(/has no token\. Give one/);
});

it('says in a sentence that a port is taken', async () => {
  const first = await startServer(options);
  const port = Number(new URL(first.url).port);
  await expect(startServer({ ...options, port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken. Choose another with --port`);
  await first.close();
});

it('has a page when there is nothing to show', async () => {
  const { app } = await makeServer(options);
  const answer = await app.inject('/');
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('There is no crawl yet')]);
  await app.close();
});

it('does not tell whoever asks what went wrong inside', async () => {
  const errors: unknown[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'winnow-server-'));
  writeFileSync(join(folder, 'core.db'), '');
  const { app } = await makeServer({ ...options, workspaces: [folder], onError: (error) => errors.push(error) });
  const answer = await app.inject('/api/v1/status');
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain('a secret of the inside');
  expect(errors).toMatchObject([{ message: 'a secret of the inside' }]);
  await app.close();
  rmSync(folder, { recursive: true });
});
