/** Who may hand groups over, and what the log says of them. */
import { expect, it } from 'vitest';
import { startIngestServer } from '../../../src/server/index.js';
import { sharedStore } from '../../support/group-stores.js';
import { envelope, makeGroup, postText, resultOf, sendRest, startIngest, type TestServiceOptions } from '../../support/ingesting.js';

const open = sharedStore();
const TOKEN = 'a-token-of-24-characters';
const PASSWORD = 'correct-horse-battery';
const basic = (name: string, password: string) => ({ authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` });

const started = async (options: TestServiceOptions) => startIngest(await open(), { senders: new Map([['alice', PASSWORD]]), ...options });

it('E-72 beyond loopback senders say who they are, and the log names them', async () => {
  const service = await started({ host: '0.0.0.0', token: TOKEN });
  const reached = { ...service, url: service.url.replace('0.0.0.0', '127.0.0.1'), soap: service.soap.replace('0.0.0.0', '127.0.0.1') };
  const send = async (headers: Record<string, string>) => {
    const { zip, metaInfo } = await makeGroup('Add', [{ file: 'a.pdf', content: 'a' }]);
    return postText(reached, envelope(zip.toString('base64'), metaInfo), headers);
  };
  for (const headers of [{}, basic('alice', 'wrong'), basic('bob', PASSWORD), { authorization: 'Bearer wrong' }] as Record<
    string,
    string
  >[])
    expect((await send(headers)).status).toBe(401);
  expect(await service.log()).toEqual([]);
  for (const headers of [
    basic('alice', PASSWORD),
    { authorization: `Bearer ${PASSWORD}` },
    { authorization: `Bearer ${TOKEN}` },
    basic('anybody', TOKEN),
  ])
    expect(await resultOf(await send(headers))).toBe('OK');
  expect((await service.log()).map(({ sender }) => sender)).toEqual([
    'alice@127.0.0.1',
    'alice@127.0.0.1',
    'token@127.0.0.1',
    'token@127.0.0.1',
  ]);
  const read = (path: string, headers = {}) => fetch(reached.url + path, { headers }).then(({ status }) => status);
  expect([
    await read('/ingest/log'),
    await read('/ingest/log', basic('alice', PASSWORD)),
    await read(`/CrawlerService/ServiceEUCases.svc?wsdl`),
  ]).toEqual([401, 200, 401]);
});

it('E-72 a listed address may send SOAP without credentials, and nothing else', async () => {
  const service = await started({ allow: ['127.0.0.0/8'] });
  const sent = await makeGroup('Add', [{ file: 'a.pdf', content: 'a' }]);
  expect(await resultOf(await postText(service, envelope(sent.zip.toString('base64'), sent.metaInfo)))).toBe('OK');
  expect((await sendRest(service, sent)) as unknown).toMatchObject({ error: { code: 'no-credentials' } });
  const wrong = await postText(service, envelope('', ''), basic('alice', 'wrong'));
  expect(wrong.status).toBe(401);
  expect((await service.log()).map(({ sender }) => sender)).toEqual(['127.0.0.1']);
});

it('E-72 another address than those listed is refused', async () => {
  const service = await started({ allow: ['192.0.2.0/24', '2001:db8::/32'] });
  expect((await postText(service, envelope('', ''))).status).toBe(401);
});

it('E-72 does not listen beyond loopback for everybody', async () => {
  const service = await startIngest(await open());
  const serving = { ...service, spoolFolder: '/nowhere', limits: {} as never, soap: null };
  const options = { host: '0.0.0.0', port: 0, token: null, version: '', ingest: serving, onError: () => {} };
  await expect(startIngestServer(options)).rejects.toThrow(/has no token/);
});

it('a page of another site hands nothing over', async () => {
  const service = await startIngest(await open());
  const sent = await makeGroup('Add', [{ file: 'a.pdf', content: 'a' }]);
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<string, string>[])
    expect((await sendRest(service, sent, { headers })) as unknown).toMatchObject({ error: { code: 'foreign-origin' } });
  expect(await service.store.known(sent.group.identifier)).toBeNull();
});

it('many groups of one sender are not slowed down', async () => {
  const service = await startIngest(await open());
  const answers = await Promise.all(
    Array.from({ length: 320 }, () => fetch(`${service.url}/ingest/groups/00000000-0000-4000-8000-00000000ffff`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
});
