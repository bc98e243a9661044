/**
 * The contract every GroupStore must pass: what is there after each operation, what is refused, what the log holds.
 *
 * A place is somewhere to keep groups: what it returns opens it, and opens it again after a close.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { DocumentGroup, GroupDocument, Operation } from '../formats/document-groups/index.js';
import type { NewLogRow } from '../store/index.js';
import { DocumentOfAnother, type GroupChange, GroupConflict, GroupOfAnother, type GroupStore, type UnpackedFile } from './port.js';

export type PlaceGroups = () => Promise<() => Promise<GroupStore>>;

const GROUP = '00000000-0000-4000-8000-00000000000a';
const OTHER = '00000000-0000-4000-8000-00000000000b';
const documentId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const NOON = Date.UTC(2026, 0, 5, 12);
const BINARY = Uint8Array.from({ length: 3000 }, (_, index) => index % 256);

export function groupStoreContract(name: string, place: PlaceGroups): void {
  describe(`${name} keeps groups`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'winnow-groups-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    let open: () => Promise<GroupStore>;
    beforeEach(async () => {
      open = await place();
    });

    const opened = async (): Promise<GroupStore> => {
      const store = await open();
      onTestFinished(() => store.close());
      return store;
    };

    let files = 0;
    const unpacked = (bytes: Uint8Array): UnpackedFile => {
      const path = join(folder, String(files++));
      writeFileSync(path, bytes);
      const digest = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
      return { path, length: bytes.length, md5: digest('md5'), sha256: digest('sha256') };
    };

    /** Texts by document number: what is not null has contents. */
    const change = (operation: Operation, documents: readonly Described[], identifier = GROUP): GroupChange => {
      const contents = new Map(documents.flatMap(([number, , bytes]) => (bytes ? [[documentId(number), unpacked(bytes)] as const] : [])));
      return {
        group: groupOf(identifier, operation, documents, contents),
        contents,
        sender: 'alice@192.0.2.1',
        log: logRow({ group: identifier, operation }),
      };
    };

    it('knows nothing of a group that never came', async () => {
      const store = await opened();
      expect(await store.known(GROUP)).toBeNull();
      expect(await store.content(GROUP, documentId(1))).toBeNull();
      expect(await rowsOf(store)).toEqual([]);
    });

    it('Add puts documents in, byte for byte', async () => {
      const store = await opened();
      await store.store(
        change('Add', [
          [1, 'Add', text('one')],
          [2, 'Add', BINARY],
          [3, 'Add', text('')],
        ]),
      );
      const known = await store.known(GROUP);
      expect(known?.map(({ identifier, file }) => [identifier, file]).toSorted()).toEqual(
        [1, 2, 3].map((n) => [documentId(n), `${n}.pdf`]),
      );
      expect(known?.find(({ file }) => file === '1.pdf')).toEqual({
        identifier: documentId(1),
        file: '1.pdf',
        format: 'application/pdf',
        url: 'https://portal.example/1',
        md5: createHash('md5').update('one').digest('hex'),
      });
      expect(await store.content(GROUP, documentId(2))).toEqual(BINARY);
      expect(await store.content(GROUP, documentId(3))).toEqual(new Uint8Array(0));
      expect(await store.content(GROUP, documentId(4))).toBeNull();
    });

    it('Upd replaces, puts in, removes and leaves alone', async () => {
      const store = await opened();
      await store.store(
        change(
          'Add',
          [1, 2, 3].map((n) => [n, 'Add', text(`first ${n}`)] as const),
        ),
      );
      await store.store(
        change('Upd', [
          [1, 'None', null],
          [2, 'Upd', text('second 2')],
          [3, 'Del', null],
          [4, 'Add', text('first 4')],
        ]),
      );
      expect(await textsOf(store)).toEqual({ '1.pdf': 'first 1', '2.pdf': 'second 2', '4.pdf': 'first 4' });
      await store.store(change('Upd', [[2, 'Upd', text('third 2')]]));
      expect(await textsOf(store)).toEqual({ '1.pdf': 'first 1', '2.pdf': 'third 2', '4.pdf': 'first 4' });
    });

    it('E-35 Add, Upd, Del, Add: the identifier is free after Del', async () => {
      const store = await opened();
      await store.store(change('Add', [[1, 'Add', text('first life')]]));
      await store.store(change('Upd', [[1, 'Upd', text('still the first')]]));
      await store.store(change('Del', [[1, 'Del', null]]));
      expect(await store.known(GROUP)).toBeNull();
      expect(await store.content(GROUP, documentId(1))).toBeNull();
      await store.store(change('Add', [[1, 'Add', text('second life')]]));
      expect(await textsOf(store)).toEqual({ '1.pdf': 'second life' });
      expect((await rowsOf(store)).map(({ operation, result }) => [operation, result])).toEqual(
        ['Add', 'Upd', 'Del', 'Add'].map((operation) => [operation, 'OK']),
      );
    });

    it.each([
      ['Add of a used identifier', 'Add', GROUP, true],
      ['Upd of a free one', 'Upd', OTHER, false],
      ['Del of a free one', 'Del', OTHER, false],
    ] as const)('%s conflicts and leaves nothing', async (_case, operation, identifier, isUsed) => {
      const store = await opened();
      await store.store(change('Add', [[1, 'Add', text('first')]]));
      const wrong = change(operation, [[1, operation, operation === 'Del' ? null : text('wrong')]], identifier);
      const refusal = await store.store(wrong).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(GroupConflict);
      expect(refusal).toMatchObject({ identifier, isUsed });
      expect(await textsOf(store)).toEqual({ '1.pdf': 'first' });
      expect(await store.known(OTHER)).toBeNull();
      expect(await rowsOf(store)).toHaveLength(1);
    });

    it.each(['Add', 'Upd'] as const)('E-35 %s with a document of another group is refused and leaves nothing', async (operation) => {
      const store = await opened();
      await store.store(change('Add', [[1, 'Add', text('first')]]));
      if (operation === 'Upd') await store.store(change('Add', [[2, 'Add', text('other')]], OTHER));
      const refusal = await store.store(change(operation, [[1, 'Add', text('taken')]], OTHER)).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(DocumentOfAnother);
      expect(refusal).toMatchObject({ identifier: documentId(1), group: GROUP });
      expect((await store.known(OTHER))?.map(({ identifier }) => identifier) ?? []).toEqual(operation === 'Upd' ? [documentId(2)] : []);
      expect(await textsOf(store)).toEqual({ '1.pdf': 'first' });
    });

    it('E-35 a document identifier is free again when its document or its group is gone', async () => {
      const store = await opened();
      await store.store(
        change(
          'Add',
          [1, 2].map((n) => [n, 'Add', text(`text ${n}`)] as const),
        ),
      );
      await store.store(change('Upd', [[1, 'Del', null]]));
      await store.store(change('Add', [[1, 'Add', text('moved')]], OTHER));
      await store.store(change('Del', [[2, 'Del', null]]));
      await store.store(change('Upd', [[2, 'Add', text('moved too')]], OTHER));
      expect((await store.known(OTHER))?.map(({ identifier }) => identifier).toSorted()).toEqual([1, 2].map(documentId));
    });

    it('E-35 one of two groups that bring a document at once is let through, now and after it is opened again', async () => {
      const first = await open();
      const adds = [GROUP, OTHER].map((group) => first.store(change('Add', [[1, 'Add', text(group)]], group)));
      const results = await Promise.allSettled(adds);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await first.close();
      const second = await opened();
      const late = second.store(change('Add', [[1, 'Add', text('late')]], documentId(77)));
      await expect(late).rejects.toBeInstanceOf(DocumentOfAnother);
    });

    it('lets only who added a group change it, where that is asked for', async () => {
      const store = await opened();
      const by = (operation: Operation, onlyOf: string) => {
        const described = change(operation, [[1, operation, operation === 'Del' ? null : text(`${operation} by ${onlyOf}`)]]);
        return store.store({ ...described, sender: onlyOf, onlyOf });
      };
      await by('Add', 'alice@192.0.2.1');
      for (const operation of ['Upd', 'Del'] as const) await expect(by(operation, 'bob@192.0.2.1')).rejects.toBeInstanceOf(GroupOfAnother);
      expect(await textsOf(store)).toEqual({ '1.pdf': 'Add by alice@192.0.2.1' });
      expect(await rowsOf(store)).toHaveLength(1);
      await by('Upd', 'alice@198.51.100.9');
      await store.store({ ...change('Upd', [[1, 'Upd', text('by whoever may')]]), sender: 'carol@192.0.2.3' });
      await expect(by('Upd', 'carol@192.0.2.3')).rejects.toBeInstanceOf(GroupOfAnother);
      await by('Del', 'alice@192.0.2.1');
      await by('Add', 'bob@192.0.2.1');
      await expect(by('Upd', 'alice@192.0.2.1')).rejects.toBeInstanceOf(GroupOfAnother);
      if (store.state) expect(await store.state(GROUP)).toMatchObject({ sender: 'bob@192.0.2.1' });
    });

    it('lets one of several Adds at once through', async () => {
      const store = await opened();
      const adds = [1, 2, 3, 4].map((n) => store.store(change('Add', [[1, 'Add', text(`attempt ${n}`)]])));
      const results = await Promise.allSettled(adds);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await rowsOf(store)).toHaveLength(1);
    });

    it('keeps groups that come at once apart', async () => {
      const store = await opened();
      const numbers = Array.from({ length: 20 }, (_, index) => index);
      await Promise.all(numbers.map((n) => store.store(change('Add', [[n, 'Add', text(`text ${n}`)]], documentId(1000 + n)))));
      for (const n of numbers) expect(asText(await store.content(documentId(1000 + n), documentId(n)))).toBe(`text ${n}`);
      expect(await rowsOf(store)).toHaveLength(20);
    });

    it('E-18 stores the whole group or nothing', async () => {
      const store = await opened();
      const broken = change('Add', [
        [1, 'Add', text('there')],
        [2, 'Add', text('lost')],
      ]);
      rmSync(broken.contents.get(documentId(2))?.path as string);
      await expect(store.store(broken)).rejects.toThrow(/ENOENT/);
      expect(await store.known(GROUP)).toBeNull();
      expect(await rowsOf(store)).toEqual([]);
      await store.store(change('Add', [[1, 'Add', text('whole')]]));
      expect(await textsOf(store)).toEqual({ '1.pdf': 'whole' });
    });

    it('logs calls that changed nothing, each key once', async () => {
      const store = await opened();
      const row = logRow({ result: 'Error', message: 'Error: čšž\nsecond line', stackTrace: 'at here', errorId: 'e-1', sender: 'bob' });
      await store.log(row, 'once');
      await store.log(row, 'once');
      await store.log({ ...row, message: 'another' });
      const rows = await rowsOf(store);
      expect(rows.map(({ id: _id, ...rest }) => rest)).toEqual([row, { ...row, message: 'another' }]);
      expect(rows[1]?.id).toBeGreaterThan(rows[0]?.id as number);
      expect(await rowsOf(store, rows[0]?.id)).toEqual(rows.slice(1));
    });

    it('has everything after it is opened again', async () => {
      const first = await open();
      await first.store(change('Add', [[1, 'Add', BINARY]]));
      await first.log(logRow({ result: 'Error' }), 'key');
      await first.close();
      const second = await opened();
      expect(await second.content(GROUP, documentId(1))).toEqual(BINARY);
      await second.log(logRow({ result: 'Error' }), 'key');
      expect(await rowsOf(second)).toHaveLength(2);
    });

    it('tells how a group stands, where it can', async () => {
      const store = await opened();
      if (!store.state) return;
      expect(await store.state(GROUP)).toBeNull();
      await store.store(change('Add', [[1, 'Add', text('one')]]));
      expect(await store.state(GROUP)).toMatchObject({
        identifier: GROUP,
        crawler: 'SI.Test',
        sender: 'alice@192.0.2.1',
        operation: 'Add',
        date: new Date(NOON),
        isDeleted: false,
        documents: [{ identifier: documentId(1), operation: 'Add', length: 3, md5: createHash('md5').update('one').digest('hex') }],
      });
      await store.store(change('Del', [[1, 'Del', null]]));
      expect(await store.state(GROUP)).toMatchObject({ operation: 'Del', isDeleted: true });
    });
  });
}

type Described = readonly [number: number, operation: Operation, bytes: Uint8Array | null];

function groupOf(
  identifier: string,
  operation: Operation,
  documents: readonly Described[],
  contents: ReadonlyMap<string, UnpackedFile>,
): DocumentGroup {
  return {
    date: new Date(NOON),
    crawler: 'SI.Test',
    lang: 'SL',
    format: 'application/zip',
    filename: 'group.zip',
    identifier,
    operation,
    type: 2,
    documents: documents.map(([number, documentOperation]): GroupDocument => {
      const md5 = contents.get(documentId(number))?.md5 ?? '0'.repeat(32);
      const url = `https://portal.example/${number}`;
      return { format: 'application/pdf', file: `${number}.pdf`, identifier: documentId(number), operation: documentOperation, url, md5 };
    }),
  };
}

const logRow = (more: Partial<NewLogRow>): NewLogRow => ({
  at: NOON,
  crawler: 'SI.Test',
  group: GROUP,
  operation: 'Add',
  result: 'OK',
  message: '',
  stackTrace: null,
  sender: 'alice@192.0.2.1',
  errorId: null,
  ...more,
});

const text = (content: string): Uint8Array => new Uint8Array(Buffer.from(content));
const asText = (bytes: Uint8Array | null): string | null => (bytes === null ? null : Buffer.from(bytes).toString());

async function rowsOf(store: GroupStore, after?: number) {
  const rows = [];
  for await (const row of store.logRows(after)) rows.push(row);
  return rows;
}

async function textsOf(store: GroupStore): Promise<Record<string, string | null>> {
  const known = (await store.known(GROUP)) ?? [];
  const texts = await Promise.all(known.map(async ({ file, identifier }) => [file, asText(await store.content(GROUP, identifier))]));
  return Object.fromEntries(texts) as Record<string, string | null>;
}
