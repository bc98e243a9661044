import { expect, it } from 'vitest';
import { judgeStored, type StoredDocument, storedForm } from './judge-stored.js';

const DOCUMENT: StoredDocument = {
  key: 'a',
  title: 'Title',
  language: 'it',
  url: 'https://a.example/1',
  fields: { judge: ['Rossi', 'Bianchi'], date: ['2026-01-02'] },
  aliases: ['https://a.example/one'],
  files: [{ name: 'a.pdf', type: 'application/pdf' }],
};
const planted = { 1: { a: storedForm(DOCUMENT) }, 2: {} };

it('finds nothing where all is as planted, where nothing was planted, and in documents that were not', () => {
  expect(judgeStored(planted, 1, [DOCUMENT])).toEqual([]);
  expect(judgeStored(planted, 2, [DOCUMENT])).toEqual([]);
  expect(judgeStored(undefined, 1, [DOCUMENT])).toEqual([]);
  expect(judgeStored(planted, 1, [{ ...DOCUMENT, key: 'b', title: 'Other' }])).toEqual([]);
});

it.each([
  ['a title', { title: 'Titl\u00e9' }, 'a lacks "Title"'],
  ['a language', { language: 'fr' }, 'a lacks "it"'],
  ['an address', { url: 'https://a.example/2' }, 'a lacks "https://a.example/1"'],
  ['a field that is gone', { fields: { judge: ['Rossi', 'Bianchi'] } }, 'a lacks "date=2026-01-02"'],
  ['the first of several values', { fields: { ...DOCUMENT.fields, judge: ['Rossi'] } }, 'a lacks "judge=Rossi + Bianchi"'],
  ['fields that changed places', { fields: { judge: ['2026-01-02'], date: ['Rossi', 'Bianchi'] } }, 'a lacks "date=2026-01-02"'],
  ['an alias', { aliases: [] }, 'a lacks "alias https://a.example/one"'],
  ['a file of another name', { files: [{ name: 'b.pdf', type: 'application/pdf' }] }, 'a lacks "file a.pdf application/pdf"'],
  ['a file of another type', { files: [{ name: 'a.pdf', type: 'text/html' }] }, 'a lacks "file a.pdf application/pdf"'],
])('tells of %s', (_what, change, fault) => expect(judgeStored(planted, 1, [{ ...DOCUMENT, ...change }])[0]).toBe(fault));

it('holds a second day against what it changed, and tells of what is there too much', () => {
  const days = { ...planted, 2: { a: storedForm({ ...DOCUMENT, title: 'Later' }) } };
  expect(judgeStored(days, 2, [{ ...DOCUMENT, title: 'Later' }])).toEqual([]);
  expect(judgeStored(days, 2, [DOCUMENT])).toEqual(['a lacks "Later"', 'a has "Title", which was not planted']);
});
