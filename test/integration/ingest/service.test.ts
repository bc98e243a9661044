/** The rules of the contract, through every door, on every store. */
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DocumentGroup } from '../../../src/formats/document-groups/index.js';
import type { GroupStore } from '../../../src/ingest/index.js';
import { groupStores } from '../../support/group-stores.js';
import {
  makeGroup,
  newIdentifier,
  sendMtom,
  sendRest,
  sendText,
  startIngest,
  type TestGroup,
  type TestService,
} from '../../support/ingesting.js';

const DOORS = {
  direct: async (service: TestService, group: TestGroup) => direct(service, group),
  REST: async (service: TestService, group: TestGroup) => (await sendRest(service, group)).answer,
  'SOAP with MTOM': sendMtom,
  'SOAP with base64': sendText,
} as const;

let files = 0;
async function direct(service: TestService, { metaInfo, zip }: TestGroup): Promise<string> {
  const data = join(service.fallbackFile, '..', `direct-${files++}.zip`);
  writeFileSync(data, zip);
  return (await service.ingest.ingest({ metaInfo, data, dataLength: zip.length, sender: null, via: 'direct' })).answer;
}

/** The same for each store: packing them takes longer than storing them. */
let aroundLimit: ReturnType<typeof makeAroundLimit> | null = null;
async function makeAroundLimit() {
  const sized = (megabytes: number) => makeGroup('Add', [{ file: 'a.pdf', content: randomBytes(megabytes << 20) }]);
  return { fits: await sized(20), large: await sized(21) };
}

describe.each(groupStores())('over $name', ({ open }) => {
  const started = async (options = {}): Promise<TestService> => startIngest(await open(), options);

  describe.each(Object.entries(DOORS))('by %s', (_door, send) => {
    it('E-77 E-14 one package is stored byte for byte', async () => {
      const service = await started();
      const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256);
      const sent = await makeGroup('Add', [
        { file: 'judgment.pdf', content: bytes },
        { file: 'annex.pdf', content: '--=_cut\r\nannex' },
      ]);
      expect(await send(service, sent)).toBe('OK');
      const [judgment, annex] = sent.group.documents.map(({ identifier }) => identifier);
      expect(Buffer.from(bytes).equals((await service.store.content(sent.group.identifier, judgment as string)) ?? new Uint8Array())).toBe(
        true,
      );
      expect(Buffer.from((await service.store.content(sent.group.identifier, annex as string)) as Uint8Array).toString()).toBe(
        '--=_cut\r\nannex',
      );
      expect(service.spooled()).toEqual([]);
    });

    it('E-21 to E-24, E-26 refuses with the words of the contract', async () => {
      const service = await started();
      const add = await makeGroup('Add', [{ file: 'a.pdf', content: 'a' }]);
      const { identifier } = add.group;
      const free = newIdentifier();
      expect(await send(service, { ...add, zip: Buffer.alloc(0) })).toBe(
        `Error: ZipData length is zero, document identifier: ${identifier} and Operation: Add`,
      );
      expect(await send(service, add)).toBe('OK');
      expect(await send(service, add)).toBe(`Error: There is a document identifier: ${identifier}. You can't use Operation: Add`);
      for (const operation of ['Upd', 'Del'] as const) {
        const wrong = await makeGroup(operation, [{ file: 'a.pdf', content: 'a' }], { identifier: free });
        expect(await send(service, wrong)).toBe(`Error: No document identifier: ${free}. You can't use Operation: ${operation}`);
      }
      const renamed = await makeGroup('Upd', [{ file: 'b.pdf', content: 'b' }], { identifier });
      const lacking = { ...renamed, metaInfo: renamed.metaInfo.replace('file="b.pdf"', 'file="c.pdf"') };
      expect(await send(service, lacking)).toBe(
        `Error: Zip archive does not contain file: c.pdf, document identifier: ${renamed.group.documents[0]?.identifier}`,
      );
      const invalid = await send(service, { ...add, metaInfo: add.metaInfo.replace(/ url="[^"]*"/, '') });
      expect(invalid.split('\n')).toEqual(['Error: ***XML Validation error', 'Severity: Error', expect.stringMatching(/^Message: .*url/)]);
      expect(await service.log()).toHaveLength(7);
    });
  });

  it('E-77 the same refusals and the same log, by each door', async () => {
    const service = await started();
    const sent = await makeGroup('Upd', [{ file: 'a.pdf', content: 'a' }]);
    for (const send of Object.values(DOORS)) await send(service, sent);
    const rows = (await service.log()).map(({ crawler, group, operation, result, message }) => ({
      crawler,
      group,
      operation,
      result,
      message,
    }));
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1);
    expect(rows).toHaveLength(4);
  });

  it('E-18 lists the steps of a call, and stops at the one that failed', async () => {
    const service = await started();
    const steps = async ({ metaInfo, zip }: TestGroup) => {
      const data = join(service.fallbackFile, '..', `steps-${files++}.zip`);
      writeFileSync(data, zip);
      return (await service.ingest.ingest({ metaInfo, data, dataLength: zip.length, sender: null, via: 'direct' })).steps;
    };
    const add = await makeGroup('Add', [{ file: 'a.pdf', content: 'a' }]);
    expect(await steps(add)).toEqual(['validate', 'objects', 'zip', 'unpack', 'store', 'log']);
    expect(await steps(add)).toEqual(['validate', 'objects', 'zip', 'unpack', 'store', 'log']);
    expect(await steps({ ...add, zip: Buffer.from('no zip at all') })).toEqual(['validate', 'objects', 'zip', 'log']);
    expect(await steps({ ...add, metaInfo: '<documentgroup/>' })).toEqual(['validate', 'log']);
  });

  it('E-18 a failure in the middle of storing leaves no half-stored group but one log row', async () => {
    const store = await open();
    const failing: GroupStore = Object.assign(Object.create(store) as GroupStore, {
      known: store.known.bind(store),
      log: store.log.bind(store),
      logRows: store.logRows.bind(store),
      store: (change: Parameters<GroupStore['store']>[0]) =>
        store.store({
          ...change,
          contents: new Map([...change.contents].map(([id, content]) => [id, { ...content, path: '/nowhere', bytes: undefined as never }])),
        }),
    });
    const service = await startIngest(failing);
    const sent = await makeGroup('Add', [{ file: 'a.pdf', content: 'a' }]);
    const answer = await sendRest(service, sent);
    expect(answer).toMatchObject({ code: 'failed', answer: expect.stringContaining(answer.errorId as string) as string });
    expect(await store.known(sent.group.identifier)).toBeNull();
    const rows = await service.log();
    expect(rows).toMatchObject([
      { result: 'Error', group: sent.group.identifier, errorId: answer.errorId, stackTrace: expect.stringContaining('ENOENT') as string },
    ]);
  });

  it('E-22 E-35 Add, Upd, Del with empty data, Add: all OK, four log rows', async () => {
    const service = await started();
    const identifier = newIdentifier();
    const document = newIdentifier();
    const one = (operation: 'Add' | 'Upd' | 'Del', content: string) =>
      makeGroup(operation, [{ file: 'a.pdf', content, identifier: document }], { identifier });
    for (const sent of [await one('Add', 'first'), await one('Upd', 'second'), await one('Del', ''), await one('Add', 'third')])
      expect(await sendText(service, sent)).toBe('OK');
    expect(await textOf(service, identifier, document)).toBe('third');
    expect((await service.log()).map(({ operation, result }) => `${operation} ${result}`)).toEqual([
      'Add OK',
      'Upd OK',
      'Del OK',
      'Add OK',
    ]);
  });

  it('E-27 None needs data, changes nothing and is logged', async () => {
    const service = await started();
    const add = await makeGroup('Add', [{ file: 'a.pdf', content: 'a' }]);
    await sendRest(service, add);
    const none = { ...add, metaInfo: add.metaInfo.replaceAll('"Add"', '"None"') };
    expect((await sendRest(service, none)).answer).toBe('OK');
    expect((await sendRest(service, { ...none, zip: Buffer.alloc(0) })).answer).toBe(
      `Error: ZipData length is zero, document identifier: ${add.group.identifier} and Operation: None`,
    );
    expect(await service.store.known(add.group.identifier)).toHaveLength(1);
    expect((await service.log()).map(({ operation, result }) => `${operation} ${result}`)).toEqual(['Add OK', 'None OK', 'None Error']);
  });

  it('E-29 a wrong MD5 is noted, or refused, or nobody looks', async () => {
    const wrong = () => makeGroup('Add', [{ file: 'a.pdf', content: 'a', md5: '0'.repeat(32) }]);
    const messages = async (verifyMd5: 'off' | 'warn' | 'reject') => {
      const service = await started({ verifyMd5 });
      const { answer } = await sendRest(service, await wrong());
      return [answer.slice(0, 10), (await service.log())[0]?.message.slice(0, 20)];
    };
    expect(await messages('off')).toEqual(['OK', '']);
    expect(await messages('warn')).toEqual(['OK', 'Warning: Md5 of file']);
    expect(await messages('reject')).toEqual(['Error: Md5', 'Md5 of file: a.pdf i']);
  });

  it('E-19 success is called what the operator calls it', async () => {
    const service = await started({ success: 'Ok' });
    expect(await sendText(service, await makeGroup('Add', [{ file: 'a.pdf', content: 'a' }]))).toBe('Ok');
  });

  it('E-28 with the limit at 20 MB a document of 20 MB passes, one of 21 MB does not', async () => {
    const service = await started({ limits: { document: 20 << 20 } });
    const { fits, large } = await (aroundLimit ??= makeAroundLimit());
    expect(await sendMtom(service, fits)).toBe('OK');
    expect(await sendMtom(service, large)).toMatch(/^Error: .*20971520/);
    expect(await service.store.known(large.group.identifier)).toBeNull();
    const [document] = fits.group.documents;
    const stored = await service.store.content(fits.group.identifier, document?.identifier as string);
    expect(
      createHash('md5')
        .update(stored as Uint8Array)
        .digest('hex'),
    ).toBe(document?.md5);
  });

  it('one of several Adds of a group at once is stored', async () => {
    const service = await started();
    const sent = await makeGroup('Add', [{ file: 'a.pdf', content: 'a' }]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendMtom(service, sent)));
    expect(answers.filter((answer) => answer === 'OK')).toHaveLength(1);
    expect(answers.filter((answer) => answer.startsWith('Error: There is a document identifier'))).toHaveLength(5);
  });

  it('tells how a group stands, and what was called', async () => {
    const service = await started();
    const sent = await makeGroup('Add', [{ file: 'a.pdf', content: 'abc' }]);
    const state = async () => (await fetch(`${service.url}/ingest/groups/${sent.group.identifier.toUpperCase()}`)).json();
    expect(await state()).toMatchObject({ error: { code: 'no-such-group' } });
    await sendRest(service, sent);
    const [document] = sent.group.documents as DocumentGroup['documents'];
    expect(await state()).toMatchObject({
      identifier: sent.group.identifier,
      isDeleted: false,
      documents: [{ identifier: document?.identifier, md5: document?.md5 }],
    });
    const log = await (await fetch(`${service.url}/ingest/log?limit=1000`)).json();
    const row = { crawler: 'SI.Test', group: sent.group.identifier, operation: 'Add', result: 'OK', sender: '127.0.0.1' };
    expect(log).toMatchObject({ rows: expect.arrayContaining([expect.objectContaining(row)]) as unknown });
  });
});

async function textOf(service: TestService, group: string, document: string): Promise<string> {
  return Buffer.from((await service.store.content(group, document)) ?? []).toString();
}
