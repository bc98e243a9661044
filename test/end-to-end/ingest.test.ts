/** winnow ingest as a user starts it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startIngestProcess, upload } from '../support/ingest-process.js';
import { makeGroup } from '../support/ingesting.js';
import { startPostgres } from '../support/postgres.js';
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
