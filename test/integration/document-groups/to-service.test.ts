/** The outbox and our own service, each the real thing: what is sent is stored, by every protocol, also when answers get lost on the way. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DeliverySettings, type OutboxReport, openOutbox } from '../../../src/follow/outbox/index.js';
import type { GroupStore } from '../../../src/ingest/index.js';
import type { Workspace } from '../../../src/store/index.js';
import { depositOf, NOON, openTestWorkspace, uuidOf } from '../../support/depositing.js';
import { openWorkspaceStore } from '../../support/group-stores.js';
import { startIngest, type TestService } from '../../support/ingesting.js';

let folder: string;
let workspace: Workspace;
let store: GroupStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-to-service-'));
  workspace = openTestWorkspace(join(folder, 'workspace'));
  await workspace.beginRun('{}', NOON);
  store = await openWorkspaceStore();
});
afterEach(async () => {
  await workspace.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const QUICK = { idle: { firstMs: 1, longestMs: 4 }, retry: { firstMs: 1, longestMs: 4 } };
const deliver = (settings: DeliverySettings): Promise<OutboxReport> =>
  openOutbox({ settings, workspace: workspace.folder, repository: workspace.repository, ...QUICK }).finish();
const deposit = async (...made: Parameters<typeof depositOf>): Promise<unknown> => workspace.deposit(await depositOf(...made));

const WAYS = {
  REST: ({ url }: TestService) => ({ to: url }),
  MTOM: ({ soap }: TestService) => ({ to: soap }),
  base64: ({ soap }: TestService) => ({ to: soap, encoding: 'text' as const }),
};

describe.each(Object.entries(WAYS))('by %s', (_way, settingsFor) => {
  it('E-14 E-35 brings Add, Upd and Del to the service, byte for byte', async () => {
    const service = await startIngest(store);
    const settings = settingsFor(service);
    await deposit('Add', 'bgb', 'Das Gesetz');
    expect(await deliver(settings)).toMatchObject({ sent: 1, refused: 0, failure: null });
    expect(Buffer.from((await store.content(uuidOf('bgb'), uuidOf('main.html'))) ?? []).toString()).toBe('Das Gesetz');
    await deposit('Upd', 'bgb', 'Das neue Gesetz');
    await deliver(settings);
    expect(await store.known(uuidOf('bgb'))).toMatchObject([{ md5: createHash('md5').update('Das neue Gesetz').digest('hex') }]);
    await deposit('Del', 'bgb', '');
    expect(await deliver(settings)).toMatchObject({ sent: 1, refused: 0 });
    expect(await store.known(uuidOf('bgb'))).toBeNull();
    expect((await service.log()).map(({ operation, result }) => `${operation} ${result}`)).toHaveLength(3);
  });

  it('E-23 counts a repeated Add as delivered when only the answer was lost', async () => {
    const service = await startIngest(store);
    const settings = settingsFor(service);
    const lossy = await losingAnswers(new URL(service.url));
    await deposit('Add', 'bgb', 'Das Gesetz');
    try {
      const through = { ...settings, to: settings.to.replace(new URL(service.url).host, lossy.host), name: 'central' };
      expect(await deliver(through)).toMatchObject({ sent: 0, waiting: 1 });
      expect(await store.known(uuidOf('bgb'))).not.toBeNull();
      expect(await deliver({ ...settings, name: 'central' })).toMatchObject({ sent: 1, refused: 0, waiting: 0 });
    } finally {
      lossy.server.close();
    }
  });
});

/** A line on which everything arrives and nothing comes back: it is cut as soon as the service speaks. */
async function losingAnswers(target: URL): Promise<{ host: string; server: Server }> {
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.pipe(far);
    far.once('data', () => near.destroy());
    for (const socket of [near, far]) socket.on('error', () => socket.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
