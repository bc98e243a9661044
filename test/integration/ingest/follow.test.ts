/** What PostgreSQL received comes into the workspace: journal, archive, search; once, whatever happens in between. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openIngestService, openWorkspaceGroups } from '../../../src/assembly/index.js';
import { createDatabase, openPostgresGroups, type PostgresSettings, readWorkspace } from '../../../src/backends/index.js';
import { definitionFromInput } from '../../../src/definition/crawl/index.js';
import { makeGroup, newIdentifier, type TestGroup } from '../../support/ingesting.js';
import { startPostgres, type TestPostgres } from '../../support/postgres.js';

let server: TestPostgres;
let settings: PostgresSettings;
const folder = mkdtempSync(join(tmpdir(), 'winnow-follow-'));
beforeAll(async () => {
  server = await startPostgres({ connections: 20 });
  settings = { server: server.folder, catalogue: 'CrawlerFramework', user: 'postgres', password: null, connections: 3 };
  await createDatabase(settings, { drop: false });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const { definition } = await definitionFromInput({ name: 'ingest', seeds: [], search: { index: false } });

async function lives(): Promise<TestGroup[]> {
  const identifier = newIdentifier();
  const document = { file: 'a.pdf', identifier: newIdentifier() };
  return [
    await makeGroup(
      'Add',
      [
        { ...document, content: 'first' },
        { file: 'large.pdf', content: new Uint8Array(3 << 20).fill(7) },
      ],
      { identifier },
    ),
    await makeGroup('Upd', [{ ...document, content: 'second' }], { identifier }),
    await makeGroup('Del', [document], { identifier }),
    await makeGroup('Add', [{ ...document, content: 'third' }], { identifier }),
  ];
}

const submission = ({ metaInfo, zip }: TestGroup) => ({ metaInfo, data: zip, dataLength: zip.length, sender: 'alice', via: 'direct' });

it('E-77 E-35 every change is in the journal of the workspace, in order, with its bytes', async () => {
  const workspace = join(folder, 'one');
  const service = await openIngestService({
    workspace,
    definition,
    folder,
    postgres: settings,
    readsText: false,
    onRemark: () => {},
    onError: () => {},
  });
  const sent = await lives();
  for (const group of sent) expect((await service.ingest.ingest(submission(group))).answer).toBe('OK');
  await service.close();
  const reading = readWorkspace(workspace);
  onTestFinished(() => reading.close());
  expect(reading.repository.journal.slice(0, 100).items.map(({ operation }) => operation)).toEqual(['Add', 'Upd', 'Del', 'Add']);
  const { deposits } = reading.repository;
  const [file] = deposits.byIdentifier(sent[0]?.group.identifier as string)?.files ?? [];
  expect(Buffer.from(await deposits.read(file as never)).toString()).toBe('third');
});

it('brings nothing twice when the cursor was lost', async () => {
  const workspace = join(folder, 'two');
  const source = openPostgresGroups(settings);
  const target = await openWorkspaceGroups({ workspace, definition, folder, readsText: false });
  onTestFinished(async () => {
    await source.close();
    await target.close();
  });
  const first = await source.follower('two').bring(target, folder);
  expect(first).toBeGreaterThan(0);
  expect(await source.follower('two').bring(target, folder)).toBe(0);
  const before = target.workspace.repository.journal.last();
  server.query(`UPDATE winnow.follower SET sequence = sequence - 1 WHERE name = 'two'`, 'CrawlerFramework');
  expect(await source.follower('two').bring(target, folder)).toBe(1);
  expect(target.workspace.repository.journal.last()).toEqual(before);
});
