/** The contract of stores on a workspace, and what a received group becomes there. */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { catchUp, openWorkspaceGroups } from '../../../src/assembly/index.js';
import { readWorkspace } from '../../../src/backends/index.js';
import { definitionFromInput } from '../../../src/definition/crawl/index.js';
import { checkArchive } from '../../../src/formats/warc/index.js';
import { groupStoreContract } from '../../../src/ingest/group-store.contract.js';
import type { GroupChange } from '../../../src/ingest/index.js';
import { type WorkspaceGroups } from '../../../src/ingest/index.js';
import { parseQuery } from '../../../src/store/index.js';
import { depositOf, openTestWorkspace } from '../../support/depositing.js';
import { storedReading } from '../../support/stored-reading.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-workspace-groups-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { definition } = await definitionFromInput({ name: 'ingest', seeds: [], search: { index: false } });
const openIn = (workspace: string, readsText: boolean): Promise<WorkspaceGroups> =>
  openWorkspaceGroups({ workspace, definition, folder, readsText });

let places = 0;
groupStoreContract('the workspace', async () => {
  const workspace = join(folder, String(places++));
  return () => openIn(workspace, false);
});

const GROUP = '5f0e5c52-3f0a-5b5c-9d0e-000000000001';
const FILE = '5f0e5c52-3f0a-5b5c-9d0e-000000000002';

function addition(html: string): GroupChange {
  const path = join(folder, 'received.html');
  writeFileSync(path, html);
  const digest = (algorithm: string) => createHash(algorithm).update(html).digest('hex');
  const md5 = digest('md5');
  const url = 'https://portal.example/judgment/1';
  return {
    group: {
      date: new Date('2026-01-05T12:00:00Z'),
      crawler: 'SI.Courts',
      lang: 'SL',
      format: 'application/zip',
      filename: 'judgment.zip',
      identifier: GROUP,
      operation: 'Add',
      type: 2,
      documents: [{ format: 'text/html', file: 'judgment.html', identifier: FILE, operation: 'Add', url, md5 }],
    },
    contents: new Map([[FILE, { path, length: Buffer.byteLength(html), md5, sha256: digest('sha256') }]]),
    sender: 'anna',
    log: {
      at: 1,
      crawler: 'SI.Courts',
      group: GROUP,
      operation: 'Add',
      result: 'OK',
      message: '',
      stackTrace: null,
      sender: 'anna',
      errorId: null,
    },
  };
}

it('texts that a service did not come to read are read by the next one', async () => {
  const workspace = join(folder, 'continued');
  const before = openTestWorkspace(workspace);
  await before.beginRun('{}', Date.now());
  await before.deposit(await depositOf('Add', 'bgb', '<html><title>Sodba</title><p>Of marmots.</p></html>', { isUnread: true }));
  await before.endRun('finished', 'killed', '{}', Date.now());
  await before.close();
  const store = await openIn(workspace, true);
  await store.close();
  const reading = readWorkspace(workspace);
  try {
    expect(storedReading(workspace, 'https://law.test/bgb')).toMatchObject({ title: 'Sodba', text: 'Of marmots.' });
    expect(reading.repository.deposits.unread(1)).toEqual([]);
  } finally {
    reading.close();
  }
});

it('E-77 what is received is in the journal, the archive and the search', async () => {
  const workspace = join(folder, 'searched');
  const store = await openIn(workspace, true);
  await store.store(addition('<html><title>Sodba</title><body><p>The plaintiff kept seventeen marmots.</p></body></html>'));
  await store.close();
  await catchUp(workspace);
  const reading = readWorkspace(workspace);
  try {
    const [entry] = reading.repository.journal.slice(0, 10).items;
    expect(entry).toMatchObject({
      operation: 'Add',
      url: 'https://portal.example/judgment/1',
      title: 'Sodba',
      reason: 'received from anna',
    });
    // As its sender says, whatever its text looks like.
    expect(storedReading(workspace, 'https://portal.example/judgment/1')).toMatchObject({ language: 'sl' });
    const found = reading.search().search({ node: parseQuery('marmots'), limit: 10 });
    expect(found).toMatchObject({ total: 1 });
    const file = join(workspace, 'archive', entry?.record?.file ?? '');
    const { problems, types } = await checkArchive(file);
    expect({ problems, resources: types['resource'] }).toEqual({ problems: [], resources: 1 });
  } finally {
    reading.close();
  }
});
