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
    throw new Error('there is none');
  },
  onError: () => {},
};

it('slows down who asks without end', async () => {
  const { app } = await makeServer(options);
  const answers: number[] = [];
  for (let index = 0; index < 400; index++) answers.push((await app.inject('/healthz')).statusCode);
  expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(300);
  expect(answers.at(-1)).toBe(429);
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

it('does not tell whoever asks what went wrong inside', async () => {
  const errors: unknown[] = [];
  const { app } = await makeServer({ ...options, onError: (error) => errors.push(error) });
  const answer = await app.inject('/');
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('No crawl is here yet');
  expect(errors).toEqual([]);
  await app.close();
});
