import { expect, it } from 'vitest';
import { fileChanges, inWords, type LinkedFile } from './file-changes.js';

const KNOWN = [{ resource: 1, md5: 'a' }];
const linked = (change: Partial<LinkedFile> = {}): LinkedFile => ({ resource: 1, md5: 'a', gone: 0, ...change });

it.each([
  ['the same', KNOWN, [linked()], 'None'],
  ['other bytes', KNOWN, [linked({ md5: 'b' })], 'Upd'],
  ['no longer linked', KNOWN, [], 'Del'],
  ['not to be had, this time', KNOWN, [linked({ md5: null })], 'None'],
  ['404 once', KNOWN, [linked({ gone: 1 })], 'None'],
  ['404 again', KNOWN, [linked({ gone: 2 })], 'Del'],
  ['new', [], [linked()], 'Add'],
  ['new, and never had', [], [linked({ md5: null })], undefined],
  ['new, and gone at once', [], [linked({ md5: null, gone: 3 })], undefined],
])('%s', (_case, known, files, operation) => expect(fileChanges(known, files)[0]?.operation).toBe(operation));

it('tells of them in words', () => {
  expect(inWords(fileChanges([...KNOWN, { resource: 3, md5: 'c' }], [linked(), linked({ resource: 2 })]))).toBe('1 file added, 1 removed');
  expect(inWords(fileChanges(KNOWN, [linked()]))).toBe('');
});
