import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { selfSigned } from '../../../test/support/raw-server.js';
import { withPlainTargets } from './plain-targets.js';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

const listening = async (server: Server): Promise<string> => {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

it('a server on this machine that does not speak TLS is spoken to plainly, and asked for nothing', async () => {
  let requests = 0;
  const plain = await listening(createServer(() => requests++));
  const secure = await listening(createSecureServer(selfSigned(['law.test']), () => {}));
  const targets = {
    'law.test': secure,
    'court.test': plain,
    '*.court.test': plain,
    'kept.test': `http://${secure}`,
    'far.test': '192.0.2.1:1',
  };
  expect(await withPlainTargets(targets)).toEqual({ ...targets, 'court.test': `http://${plain}`, '*.court.test': `http://${plain}` });
  expect(requests).toBe(0);
});

it('one that nobody listens at is left as it is', async () => {
  const server = createServer(() => {});
  const gone = await listening(server);
  server.close();
  expect(await withPlainTargets({ 'law.test': gone })).toEqual({ 'law.test': gone });
});
