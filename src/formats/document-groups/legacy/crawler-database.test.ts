import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readCrawlerDatabase } from './crawler-database.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-database-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MD5 = '0CC175B9C0F1B6A831C399E269772661';

async function read(text: string) {
  const file = join(folder, 'CrawlerDatabase.xml');
  writeFileSync(file, text);
  const found = [];
  for await (const document of readCrawlerDatabase(file)) found.push(document);
  return found;
}

it('reads ids and MD5s as .NET wrote them: with or without namespaces, whatever else stands there', async () => {
  const found = await read(`\uFEFF<?xml version="1.0" encoding="utf-8"?>
<documentgroup xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" date="0001-01-01T00:00:00" format="application/zip" operation="Add">
  <document format="application/zip" file="Pronuncia-2000-1" operation="Add" md5="${MD5}" xmlns="xsdDocumentgroup" />
  <d:Document xmlns:d="xsdDocumentgroup" File="LEGGE_3_2001" md5="none" /><document md5="${MD5}" /><other file="x" />
</documentgroup>`);
  expect(found).toEqual([
    { id: 'Pronuncia-2000-1', md5: MD5.toLowerCase() },
    { id: 'LEGGE_3_2001', md5: null },
  ]);
});

it('reads hundreds of thousands as they come', async () => {
  const documents = Array.from({ length: 20_000 }, (_none, at) => `<document file="Massima-${at}" md5="${MD5}"/>`);
  expect(await read(`<documentgroup>${documents.join('\n')}</documentgroup>`)).toHaveLength(20_000);
});

it.each([
  ['another file', '<appSettings/>', 'its root is <appSettings>'],
  ['a torn one', '<documentgroup><document file="a"', 'not well-formed'],
  ['a document type', '<!DOCTYPE documentgroup [<!ENTITY a "b">]><documentgroup/>', 'document type declaration'],
])('refuses %s', async (_case, text, message) => expect(read(text)).rejects.toThrow(message));
