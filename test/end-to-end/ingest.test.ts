/** winnow ingest as a user starts it. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { startIngestProcess, startServing, upload } from '../support/ingest-process.js';
import { envelope, include, MTOM_TYPE, makeGroup, mtomBody, SOAP_PATH, sendRest } from '../support/ingesting.js';
import { startPostgres } from '../support/postgres.js';
import { selfSigned } from '../support/raw-server.js';
import { runCli } from '../support/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-ingest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('E-77 takes groups in, and they are in the journal', async () => {
  const service = await startIngestProcess(['--port', '0', '-w', 'groups', '--success', 'Ok'], folder);
  const agent = new Agent();
  const sent = await makeGroup('Add', [
    { file: 'a.html', format: 'text/html', content: '<title>Sklep</title><p>Sodišče je odločilo.</p>' },
  ]);
  expect(await upload(service.port, sent, agent)).toBe('Ok');
  agent.destroy();
  await service.stop();
  const journal = await runCli(['journal', '-w', 'groups', '--json'], folder);
  expect(journal.out).toContain('https://portal.example/a.html');
  const found = await runCli(['search', 'sodišče', '-w', 'groups', '--json'], folder);
  expect(found.out).toContain('https://portal.example/a.html');
});

it('E-77 winnow serve --ingest takes them in beside its page, by both doors, and shows them', async () => {
  const service = await startServing(['serve', '--ingest', 'served', '--no-text', '--port', '0'], folder);
  const url = service.url.replace(/\/$/, '');
  const agent = new Agent();
  try {
    expect(await upload(service.port, await makeGroup('Add', [{ file: 'soap.pdf', content: 'a' }]), agent)).toBe('OK');
    expect((await sendRest({ url }, await makeGroup('Add', [{ file: 'rest.pdf', content: 'b' }]))).answer).toBe('OK');
    expect((await fetch(`${url}${SOAP_PATH}?wsdl`)).status).toBe(200);
    const journal = await (await fetch(`${url}/api/v1/crawls/served/journal`)).text();
    for (const file of ['soap.pdf', 'rest.pdf']) expect(journal).toContain(`https://portal.example/${file}`);
  } finally {
    agent.destroy();
    await service.stop();
  }
});

it('E-72 speaks HTTPS with a certificate of its operator, and wants name and password there', async () => {
  const { key, cert } = selfSigned(['127.0.0.1']);
  for (const [file, lines] of [
    ['key.pem', key],
    ['cert.pem', cert],
    ['senders.txt', 'alice:a-long-secret-of-hers\n'],
  ] as const)
    writeFileSync(join(folder, file), lines, { mode: 0o600 });
  const secure = ['--host', '0.0.0.0', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem', '--credentials', 'senders.txt'];
  const service = await startIngestProcess(['--port', '0', '-w', 'secure', '--no-text', ...secure], folder);
  try {
    expect(service.url).toMatch(/^https:/);
    const { metaInfo, zip } = await makeGroup('Add', [{ file: 'a.pdf', content: 'a' }]);
    const body = mtomBody(envelope(include('cid:data@test'), metaInfo), [['data@test', zip]]);
    const send = async (auth: string): Promise<[number | undefined, string]> => {
      const headers = { 'content-type': MTOM_TYPE, 'content-length': body.length };
      const to = { host: '127.0.0.1', port: service.port, path: SOAP_PATH };
      const sent = request({ ...to, method: 'POST', headers, auth, ca: cert, agent: false }).end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      return [answer.statusCode, await text(answer)];
    };
    expect((await send('alice:guessed'))[0]).toBe(401);
    expect(await send('alice:a-long-secret-of-hers')).toEqual([200, expect.stringContaining('<UploadFileResult>OK<')]);
  } finally {
    await service.stop();
  }
});

it('E-36 makes the database, asks before it drops one, and keeps groups there', async () => {
  const server = await startPostgres({ connections: 30 });
  try {
    const create = (...more: string[]) => runCli(['ingest', 'create-database', '--server', server.folder, ...more], folder);
    expect(await create()).toMatchObject({ code: 0, out: expect.stringContaining('Made the database CrawlerFramework') as string });
    expect(await create()).toMatchObject({ code: 2, err: expect.stringContaining('--yes') as string });
    expect(JSON.parse((await create('--yes', '--json')).out)).toEqual({
      server: server.folder,
      catalogue: 'CrawlerFramework',
      dropped: true,
    });
    const service = await startIngestProcess(['--port', '0', '-w', 'followed', '--store', 'postgres', '--server', server.folder], folder);
    const agent = new Agent();
    expect(await upload(service.port, await makeGroup('Add', [{ file: 'a.pdf', content: 'a' }]), agent)).toBe('OK');
    agent.destroy();
    await service.stop();
    expect(server.query('SELECT count(*) FROM "Document"', 'CrawlerFramework')).toEqual(['1']);
    expect((await runCli(['journal', '-w', 'followed', '--json'], folder)).out).toContain('https://portal.example/a.pdf');
  } finally {
    await server.stop();
  }
});

it.each([
  [['--host', '0.0.0.0'], 'has no token'],
  [['--credentials', 'nowhere.txt'], 'There is no file nowhere.txt'],
])('says what is wrong with %j', async (args, words) => {
  const { code, err } = await runCli(['ingest', '--port', '0', '-w', 'wrong', ...args], folder);
  expect([code, err]).toEqual([2, expect.stringContaining(words)]);
});
