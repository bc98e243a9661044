import { expect, it } from 'vitest';
import { type ArchiveEntry, chooseArchives, comparable } from './choose-archives.js';

const at = (stamp: string): ArchiveEntry => ({ url: `https://a.example/${stamp}`, name: stamp, stamp: comparable(stamp) });
const names = (stamps: readonly string[]): ArchiveEntry[] => stamps.map(at);

it.each<[string, string[], string[], string | null, { read: string[]; isPart: boolean; gap?: boolean; because?: boolean }]>([
  [
    'the newest full one, and later deltas in order',
    ['20310101', '20300101'],
    ['20310103', '20301201', '20310102'],
    null,
    { read: ['20310101', '20310102', '20310103'], isPart: false },
  ],
  [
    'a delta later on the day of a full one that has no hour',
    ['20310101'],
    ['20310101210000'],
    null,
    { read: ['20310101', '20310101210000'], isPart: false },
  ],
  ['deltas alone', [], ['20310102', '20310101'], null, { read: ['20310101', '20310102'], isPart: false }],
  ['what is new', ['20310101'], ['20310102', '20310103', '20310104'], '20310103', { read: ['20310104'], isPart: true }],
  ['nothing', ['20310101'], ['20310102'], '20310102', { read: [], isPart: true }],
  [
    'nothing of a new full one whose deltas are known',
    ['20310101', '20310110'],
    ['20310102', '20310112'],
    '20310112',
    { read: [], isPart: true },
  ],
  [
    'everything, where what was read last and all before is gone',
    ['20310201'],
    ['20310202'],
    '20310103',
    { read: ['20310201', '20310202'], isPart: false, because: true },
  ],
  ['a full one alone that is all there is', ['20310201'], [], '20310103', { read: ['20310201'], isPart: false, because: true }],
  [
    'everything, after too many days',
    ['20310101', '20310301'],
    ['20310102', '20310302'],
    '20310102',
    { read: ['20310301', '20310302'], isPart: false, because: true },
  ],
  [
    'what there is, with a gap, where no full one helps',
    ['20310101'],
    ['20310102', '20310302'],
    '20310102',
    { read: ['20310302'], isPart: true, gap: true },
  ],
  ['a gap after the full one', ['20310101'], ['20310302'], null, { read: ['20310101', '20310302'], isPart: false, gap: true }],
  ['full ones alone, each when it is new', ['20310101', '20310201'], [], '20310101', { read: ['20310201'], isPart: false, because: true }],
  [
    'a new full one that no delta leads to',
    ['20310101', '20310110'],
    ['20310102', '20310111'],
    '20310102',
    { read: ['20310110', '20310111'], isPart: false, because: true },
  ],
  [
    'an old full one is no sign that no delta is missing',
    ['20310101'],
    ['20310112'],
    '20310110',
    { read: ['20310112'], isPart: true, gap: true },
  ],
  ['numbers in their order, none missing', [], ['9', '10', '11'], '9', { read: ['10', '11'], isPart: true }],
  ['numbers of which one is missing', [], ['9', '11'], '9', { read: ['11'], isPart: true, gap: true }],
  ['numbers whose next is there while the last is not', [], ['10'], '9', { read: ['10'], isPart: true }],
  ['months over the end of a year', [], ['203111', '203112', '203201'], '203111', { read: ['203112', '203201'], isPart: true }],
])('reads %s', (_case, fulls, deltas, applied, { read, isPart, gap = false, because = false }) => {
  const choice = chooseArchives(names(fulls), names(deltas), { applied: applied === null ? null : comparable(applied), longest: 35 });
  expect(choice.archives.map(({ name }) => name)).toEqual(read);
  expect([choice.isPart, choice.gap !== null, choice.because !== null]).toEqual([isPart, gap, because]);
});

it('mends a gap when a later full archive comes, and takes one that vanished unread for missing', () => {
  const [fulls, deltas] = [names(['20310101']), names(['20310102', '20310110'])];
  const later = names(['20310101', '20310109']);
  expect(chooseArchives(later, deltas, { applied: '20310110', gap: '20310102' }).archives.map(({ name }) => name)).toEqual([
    '20310109',
    '20310110',
  ]);
  const lost = chooseArchives(fulls, deltas, { applied: '20310102', missed: '20310105' });
  expect([lost.gap?.message, lost.archives.length]).toEqual([expect.stringContaining('20310105 could not be read'), 1]);
  expect(chooseArchives(later, deltas, { applied: '20310102', missed: '20310105' }).isPart).toBe(false);
  expect(chooseArchives(fulls, deltas, { applied: '20310102', missed: '20310110' }).gap).toBeNull();
});
