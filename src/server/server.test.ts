import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
  onError: () => {},
};

it('slows down who asks without end', async () => {
  const { app } = await makeServer({ ...options, clock: () => 0 });
  const answers: number[] = [];
  for (let index = 0; index < 310; index++) answers.push((await app.inject('/healthz')).statusCode);
  expect(answers).toEqual([...Array<number>(300).fill(200), ...Array<number>(10).fill(429)]);
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
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('No crawl is here yet')]);
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
