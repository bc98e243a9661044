/** Senders are kept apart: what one has added others neither change nor see, but an administrator does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendersInFile } from '../../../src/server/index.js';
import { groupStores } from '../../support/group-stores.js';
import {
  form,
  makeGroup,
  newIdentifier,
  sendRest,
  sendText,
  startIngest,
  type TestGroup,
  type TestService,
} from '../../support/ingesting.js';

const TOKEN = 'a-token-of-24-characters';
const passwordOf = (name: string): string => `the-password-of-${name}`;
const as = (name: string) => ({ authorization: `Basic ${Buffer.from(`${name}:${passwordOf(name)}`).toString('base64')}` });
const SENDERS = {
  senders: new Map(['alice', 'bob', 'carol'].map((name) => [name, passwordOf(name)])),
  administrators: new Set(['carol']),
};
type Headers = Record<string, string>;

const groupOf = (operation: 'Add' | 'Upd' | 'Del', identifier: string, content = 'text'): Promise<TestGroup> =>
  makeGroup(operation, [{ file: 'a.pdf', content, identifier: identifier.replace('8000', '9000') }], { identifier });

describe.each(groupStores())('$name', ({ open }) => {
  const started = async (): Promise<TestService> => startIngest(await open(), SENDERS);
  const contentOf = async ({ store }: TestService, identifier: string) =>
    Buffer.from((await store.content(identifier, identifier.replace('8000', '9000'))) ?? 'nothing').toString();
  const read = async ({ url }: TestService, path: string, headers: Headers) => {
    const answer = await fetch(`${url}${path}`, { headers });
    return {
      status: answer.status,
      json: (await answer.json()) as { rows?: { sender: string; errorId: string | null }[]; next?: number | null },
    };
  };

  it.each([
    ['REST', async (service: TestService, group: TestGroup, headers: Headers) => (await sendRest(service, group, { headers })).answer],
    ['SOAP', (service: TestService, group: TestGroup, headers: Headers) => sendText(service, group, headers)],
  ])('updates and deletions by %s are for who added it, and for an administrator', async (_way, send) => {
    const service = await started();
    const identifier = newIdentifier();
    expect(await send(service, await groupOf('Add', identifier, 'of alice'), as('alice'))).toBe('OK');
    for (const operation of ['Upd', 'Del'] as const)
      expect(await send(service, await groupOf(operation, identifier, 'of bob'), as('bob'))).toBe(
        `Error: Document identifier: ${identifier} was added by another sender. You can't use Operation: ${operation}`,
      );
    expect(await contentOf(service, identifier)).toBe('of alice');
    expect(await send(service, await groupOf('Upd', identifier, 'of alice again'), as('alice'))).toBe('OK');
    expect(await send(service, await groupOf('Upd', identifier, 'of carol'), as('carol'))).toBe('OK');
    expect(await contentOf(service, identifier)).toBe('of carol');
    expect(await send(service, await groupOf('Upd', identifier, 'of bob'), as('bob'))).toMatch(/^Error: .* another sender/);
    expect(await send(service, await groupOf('Del', identifier), as('alice'))).toBe('OK');
    expect(await send(service, await groupOf('Add', identifier, 'of bob'), as('bob'))).toBe('OK');
    expect(await send(service, await groupOf('Upd', identifier, 'of alice'), as('alice'))).toMatch(/^Error: .* another sender/);
    expect(await send(service, await groupOf('Del', identifier), as('carol'))).toBe('OK');
  });

  it('refuses by status 403, and says to programs why', async () => {
    const service = await started();
    const identifier = newIdentifier();
    await sendRest(service, await groupOf('Add', identifier), { headers: as('alice') });
    const answer = await fetch(`${service.url}/ingest/groups`, {
      method: 'POST',
      body: form(await groupOf('Del', identifier)),
      headers: as('bob'),
    });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'not-yours' }]);
  });

  it('how a group stands, and the log, are for who sent it, and for an administrator', async () => {
    const service = await started();
    const identifier = newIdentifier();
    await sendRest(service, await groupOf('Add', identifier), { headers: as('alice') });
    const { errorId } = await sendRest(service, await groupOf('Upd', newIdentifier()), { headers: as('alice') });
    await sendRest(service, await groupOf('Del', identifier), { headers: as('bob') });
    const group = `/ingest/groups/${identifier}`;
    expect((await read(service, group, as('alice'))).status).toBe(200);
    expect((await read(service, group, as('carol'))).status).toBe(200);
    expect(await read(service, group, as('bob'))).toMatchObject({ status: 403, json: { error: { code: 'not-yours' } } });
    const first = Math.min(...(await service.log()).map(({ id }) => id)) - 1;
    const logOf = async (name: string, more = '') =>
      (await read(service, `/ingest/log?after=${first}${more}`, as(name))).json.rows?.map(({ sender }) => sender);
    expect(await logOf('alice')).toEqual(['alice@127.0.0.1', 'alice@127.0.0.1']);
    expect(await logOf('bob')).toEqual(['bob@127.0.0.1']);
    expect(await logOf('carol')).toEqual(['alice@127.0.0.1', 'alice@127.0.0.1', 'bob@127.0.0.1']);
    expect(await logOf('alice', `&errorId=${errorId}`)).toHaveLength(1);
    expect(await logOf('bob', `&errorId=${errorId}`)).toEqual([]);
  });

  it('a sender is known by name, not by where it sends from; one without a name by its address', async () => {
    const store = await open();
    const identifier = newIdentifier();
    const service = await startIngest(store, { ...SENDERS, allow: ['127.0.0.0/8'] });
    expect(await sendText(service, await groupOf('Add', identifier), {})).toBe('OK');
    expect(await sendText(service, await groupOf('Upd', identifier, 'by bob'), as('bob'))).toMatch(/another sender/);
    expect(await sendText(service, await groupOf('Upd', identifier, 'again'), {})).toBe('OK');
    await service.ingest.ingest({ ...(await submission('Upd', identifier)), sender: '192.0.2.99' });
    expect(await contentOf(service, identifier)).toBe('again');
  });

  it('the token is an administrator, and so is everybody where nobody is asked', async () => {
    const store = await open();
    const identifier = newIdentifier();
    const asked = await startIngest(store, { ...SENDERS, token: TOKEN });
    await sendRest(asked, await groupOf('Add', identifier), { headers: as('alice') });
    const token = { authorization: `Bearer ${TOKEN}` };
    expect((await sendRest(asked, await groupOf('Upd', identifier, 'by token'), { headers: token })).answer).toBe('OK');
    expect((await read(asked, '/ingest/log?limit=1000', token)).json.rows?.some(({ sender }) => sender === 'alice@127.0.0.1')).toBe(true);
    const open_ = await startIngest(store);
    expect((await sendRest(open_, await groupOf('Del', identifier))).answer).toBe('OK');
  });

  it('reads the log on from where it was', async () => {
    const service = await started();
    for (let index = 0; index < 3; index++) await sendRest(service, await groupOf('Add', newIdentifier()), { headers: as('alice') });
    const first = Math.min(...(await service.log()).map(({ id }) => id)) - 1;
    const part = await read(service, `/ingest/log?after=${first}&limit=2`, as('alice'));
    expect(part.json.rows).toHaveLength(2);
    expect((await read(service, `/ingest/log?after=${part.json.next}&limit=2`, as('alice'))).json).toMatchObject({
      rows: [{}],
      next: null,
    });
  });
});

const submission = async (operation: 'Upd', identifier: string) => {
  const { metaInfo, zip } = await groupOf(operation, identifier, 'by a stranger');
  return { metaInfo, data: new Uint8Array(zip), dataLength: zip.length, via: 'direct' };
};

describe('the file of senders', () => {
  const file = (text: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'winnow-senders-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'senders.txt');
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };

  it('names administrators', () => {
    const read = sendersInFile(file(`# who may send\n\ncourt:${passwordOf('court')}\r\n office:${passwordOf('office')}  administrator \n`));
    expect([...read.senders.keys(), '|', ...read.administrators]).toEqual(['court', 'office', '|', 'office']);
  });

  it.each([
    ['no name', 'nothing here', /Line 1 .* is no name:password/],
    ['a role nobody has', `a:${passwordOf('a')} emperor`, /Line 1 .* is no name:password/],
    ['a name twice', `a:${passwordOf('a')}\na:${passwordOf('b')}`, /Line 2 .*a is there already/],
    ['the name of the token', `token:${passwordOf('a')}`, /token cannot be the name of a sender/],
    ['an address', `192.0.2.7:${passwordOf('a')}`, /192\.0\.2\.7 cannot be the name of a sender/],
    ['a password that can be guessed', 'a:short', /at least 16/],
  ])('%s', (_case, text, message) => expect(() => sendersInFile(file(text))).toThrow(message));
});
