/** Documents that are handed over whole, and files made of theirs, as tables: no database. */
import { describe, expect, it } from 'vitest';
import { document, idsFrom, knownOf, reading, ruled, told, type World, waiting } from '../../../test/support/lifecycle-world.js';
import type { NewFile } from '../../store/index.js';
import type { Change } from './change.js';
import { judgeConversions } from './converted.js';
import { type HandedOver, judgeDeposits, takeDeposit } from './deposit.js';
import type { DepositFile, Known } from './known.js';
import { type Brought, lifecycle } from './lifecycle.js';
import { SiteWatches } from './site-watches.js';

const file = (name: string, more: Partial<NewFile> = {}): NewFile => ({
  name,
  role: 'main',
  operation: 'Add',
  url: `http://law.example/${name}`,
  type: 'text/html',
  md5: `md5 ${name}`,
  sha256: `sha256 ${name}`,
  length: 7,
  identifier: name,
  answer: 0,
  member: null,
  ...more,
});

const stored = (name: string, more: Partial<DepositFile> = {}): DepositFile => {
  const { answer: _answer, fetch: _fetch, ...rest } = file(name);
  return { ...rest, fetch: 5, compared: null, etag: null, lastModified: null, ...more };
};

const deposit = (operation: 'Add' | 'Upd' | 'Del' | 'None', more: Partial<HandedOver['deposit']> = {}): HandedOver => ({
  resource: 1,
  at: 700,
  answers: ['an answer'],
  deposit: {
    identifier: 'uuid',
    key: 'bgb',
    crawler: 'DE.Law',
    kind: 1,
    language: 'de',
    url: 'http://law.example/bgb',
    operation,
    reason: 'so it says',
    changed: [],
    fields: {},
    date: 1,
    fileName: 'bgb.zip',
    version: operation === 'Add' || operation === 'Upd' ? reading('new', { operation, reason: 'so it says' }) : null,
    files: operation === 'Add' || operation === 'Upd' ? [file('main.html')] : [],
    sender: null,
    ...more,
  },
});

type Handed = World & { readonly files?: readonly DepositFile[]; readonly fill?: (known: Known) => void };

function knownIn(world: Handed): Known {
  const known = knownOf(world);
  for (const each of world.documents ?? []) known.files.set(each.version, world.files ?? []);
  world.fill?.(known);
  return known;
}

const THERE: Handed = { documents: [document(1)], files: [stored('main.html')] };
const DELETED: Handed = { documents: [document(1, { state: 'deleted' })], files: [stored('main.html')] };

describe('a deposit is judged', () => {
  it.each<[name: string, item: HandedOver, world: Handed, reason: string | null]>([
    ['one that is new is taken', deposit('Add'), {}, null],
    ['one that is there is not added', deposit('Add'), THERE, 'it is there already'],
    ['a deleted one is added again', deposit('Add'), DELETED, null],
    ['one that is not there is not changed', deposit('Upd'), {}, 'it is not there'],
    ['nor checked, nor deleted', deposit('Del'), DELETED, 'it is not there'],
    [
      'one that was taken down is not added again',
      deposit('Add'),
      { ...DELETED, fill: (known) => known.takenDown.add(1) },
      'it was taken down for good',
    ],
    [
      'a key belongs to one document',
      deposit('Add'),
      { fill: (known) => known.keys.set('DE.Law bgb', 7) },
      'another document has this key',
    ],
    ['its own key is no obstacle', deposit('Upd'), { ...THERE, fill: (known) => known.keys.set('DE.Law bgb', 1) }, null],
    ['what is added needs a version', deposit('Add', { version: null }), {}, 'what is added needs a version'],
    ['and a file', deposit('Add', { files: [] }), {}, 'a deposit has at least one file'],
    [
      'a file names an answer there is',
      deposit('Add', { files: [file('a', { answer: 3 })] }),
      {},
      expect.stringContaining('its file a has no bytes') as never,
    ],
    ['or is as it was', deposit('Upd', { files: [file('main.html', { answer: null })] }), THERE, null],
    ['or lies in an answer that was kept', deposit('Add', { files: [file('a', { answer: null, fetch: 3 })] }), {}, null],
  ])('%s', (_name, item, world, reason) => expect(judgeDeposits([item], knownIn(world))[0]?.reason ?? null).toEqual(reason));

  it('two documents of a batch do not share a key', () => {
    const other = { ...deposit('Add', { identifier: 'other' }), resource: 2 };
    expect(judgeDeposits([deposit('Add'), other], knownOf({})).map((refusal) => refusal?.isExpected ?? null)).toEqual([null, true]);
  });
});

const taken = (item: HandedOver, world: Handed): readonly Change[] =>
  ruled(world, (documents) => void takeDeposit(item, [90], 3, documents), knownIn(world));

const ROWS = ['deposit-resource 1', 'put-deposit'];

describe('a deposit', () => {
  it.each<[name: string, item: HandedOver, world: Handed, changes: string[]]>([
    ['is added', deposit('Add'), {}, ['add-document 1001', 'add-version 1001', 'journal Add 1001', ...ROWS, 'deposit-files 1001']],
    [
      'changes',
      deposit('Upd'),
      THERE,
      ['set-identifier 1', 'add-version 1001', 'set-current 1 1001', 'journal Upd 1', ...ROWS, 'deposit-files 1001'],
    ],
    [
      'changes in its files alone',
      deposit('Upd', { version: null }),
      THERE,
      ['set-identifier 1', 'copy-version 1001', 'set-current 1 1001', 'journal Upd 1', ...ROWS, 'deposit-files 1001'],
    ],
    [
      'is back',
      deposit('Add'),
      DELETED,
      ['set-identifier 1', 'add-version 1001', 'set-current 1 1001', 'journal Add 1', ...ROWS, 'deposit-files 1001'],
    ],
    ['is deleted', deposit('Del'), THERE, ['deleted 1', 'journal Del 1', 'deposit-deleted 1']],
    [
      'is deleted, whatever waited',
      deposit('Del'),
      { ...THERE, pending: [waiting(1)] },
      ['deleted 1', 'journal Del 1', 'unhold 1', 'deposit-deleted 1'],
    ],
    ['is seen', deposit('None'), THERE, ['checked 1', 'deposit-seen 1']],
    [
      'is seen with other validators',
      deposit('None', { files: [file('main.html', { etag: '"b"' })] }),
      THERE,
      ['checked 1', 'deposit-seen 1', 'revalidated 10'],
    ],
    ['is missed', deposit('None', { evidence: ['not on the list'] }), THERE, ['suspected 1', 'journal suspected 1']],
    [
      'is stored unread',
      deposit('Add', { isUnread: true }),
      {},
      ['add-document 1001', 'add-version 1001', 'journal Add 1001', ...ROWS, 'unread 1001', 'deposit-files 1001'],
    ],
    [
      'has the text of a version that nobody has read',
      deposit('Upd', { version: null }),
      { ...THERE, fill: (known) => known.unread.add(10) },
      ['set-identifier 1', 'copy-version 1001', 'set-current 1 1001', 'journal Upd 1', ...ROWS, 'unread 1', 'deposit-files 1001'],
    ],
  ])('%s', (_name, item, world, changes) =>
    expect(taken(item, world).map((change) => (change.do === 'put-deposit' ? 'put-deposit' : told(change)))).toEqual(changes),
  );

  const filesAfter = (item: HandedOver, before: readonly DepositFile[]) =>
    taken(item, { documents: [document(1)], files: before }).flatMap((change) => (change.do === 'deposit-files' ? change.files : []));

  it('keeps files that are not mentioned', () => {
    const files = filesAfter(deposit('Upd'), [stored('main.html'), stored('annex.pdf', { role: 'part' })]);
    expect(files.map(({ name, operation, fetch }) => [name, operation, fetch])).toEqual([
      ['main.html', 'Add', 90],
      ['annex.pdf', 'None', 5],
    ]);
  });

  it('keeps what describes the bytes of a file that is as it was', () => {
    const told = file('main.html', { answer: null, operation: 'None', md5: 'new', sha256: 'new', etag: '"b"' });
    expect(filesAfter(deposit('Upd', { files: [told] }), [stored('main.html', { md5: 'old', sha256: 'old' })])).toEqual([
      expect.objectContaining({ fetch: 5, md5: 'old', sha256: 'old', etag: '"b"', operation: 'None' }),
    ]);
  });
});

const pdf = (version: number) => ({ version, file: { ...file('main.pdf', { role: 'converted', compared: 'sha256 main.html' }) } });
const source = (more: { isTakenDown?: boolean; later?: number[] } = {}) => ({ isTakenDown: false, current: 10, later: [], ...more });

describe('a conversion', () => {
  it.each<[name: string, fill: (known: Known) => void, wanted: boolean]>([
    ['of a version that is there is wanted', (known) => known.sources.set(10, source()), true],
    ['of one that is gone is not', () => undefined, false],
    ['nor of one that was taken down', (known) => known.sources.set(10, source({ isTakenDown: true })), false],
    [
      'nor one that is there already',
      (known) => known.sources.set(10, source()) && known.converted.set(10, [stored('main.pdf', { role: 'converted' })]),
      false,
    ],
  ])('%s', (_name, fill, wanted) => expect(judgeConversions([pdf(10)], knownIn({ ...THERE, fill }))).toEqual([wanted]));

  it('is wanted once', () => {
    expect(judgeConversions([pdf(10), pdf(10)], knownIn({ ...THERE, fill: (known) => known.sources.set(10, source()) }))).toEqual([
      true,
      false,
    ]);
  });

  const decided = (brought: Partial<Brought>, world: Handed) => {
    const nothing = { visits: [], deposits: [], conversions: [], readings: [] };
    const fetches = { run: 3, deposits: (brought.deposits ?? []).map(() => [90]), conversions: (brought.conversions ?? []).map(() => 91) };
    const parts = { ids: idsFrom(), watches: new SiteWatches() };
    return lifecycle(
      { ...nothing, ...brought },
      fetches,
      knownIn(world),
      { comparable: new Map(), links: new Map(), fetches: new Map() },
      parts,
    ).changes;
  };
  const versionsWith = (changes: readonly Change[]) => changes.flatMap((change) => (change.do === 'converted-file' ? change.version : []));

  it('holds for later versions that have the same source', () => {
    const fill = (known: Known) => {
      known.sources.set(10, source({ later: [11, 12] }));
      known.files.set(11, [stored('main.html')]);
      known.files.set(12, [stored('main.html', { operation: 'Del' })]);
    };
    expect(versionsWith(decided({ conversions: [pdf(10)] }, { ...THERE, fill }))).toEqual([10, 11]);
  });

  it('is passed on to the next version, where that has its source', () => {
    const fill = (known: Known) => known.converted.set(10, [stored('main.pdf', { role: 'converted', compared: 'sha256 main.html' })]);
    expect(versionsWith(decided({ deposits: [deposit('Upd')] }, { ...THERE, fill }))).toEqual([1001]);
    const changed = deposit('Upd', { files: [file('main.html', { sha256: 'another' })] });
    expect(versionsWith(decided({ deposits: [changed] }, { ...THERE, fill }))).toEqual([]);
  });

  it('holds for a version that came in the same batch, too', () => {
    const fill = (known: Known) => known.sources.set(10, source());
    expect(versionsWith(decided({ deposits: [deposit('Upd')], conversions: [pdf(10)] }, { ...THERE, fill }))).toEqual([10, 1001]);
  });
});

describe('a text that is read later', () => {
  it('is told once', () => {
    const known = knownOf({});
    known.unread.add(10);
    const later = { version: 10, reading: reading('read') };
    const brought = { visits: [], deposits: [], conversions: [], readings: [later, later] };
    const none = { comparable: new Map(), links: new Map(), fetches: new Map() };
    const parts = { ids: idsFrom(), watches: new SiteWatches() };
    expect(lifecycle(brought, { run: 1, deposits: [], conversions: [] }, known, none, parts).changes.map(told)).toEqual(['read 10']);
  });
});
