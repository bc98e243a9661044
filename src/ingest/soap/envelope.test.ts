import { expect, it } from 'vitest';
import { EnvelopeReader } from './envelope.js';

const DATA = Buffer.from(Array.from({ length: 200 }, (_, index) => index));
const TEXT = `<?xml version="1.0"?><!-- before --><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><x xmlns="urn:x">1 &gt; 0</x></s:Header><s:Body><t:UploadFile xmlns:t="http://tempuri.org/"><t:document xmlns:g="http://schemas.datacontract.org/2004/07/ServiceEUCases"><g:Data>\n${DATA.toString('base64').replace(/.{20}/g, '$&&#13;\n')}</g:Data><g:MetaInfo>&lt;a b="&gt;"/&gt;<![CDATA[<c>]]></g:MetaInfo></t:document></t:UploadFile></s:Body></s:Envelope>`;

it.each([1, 2, 3, 7, 64, 100_000])('reads a message that comes in pieces of %i', (length) => {
  const reader = new EnvelopeReader(10_000, () => true);
  const decoded: Buffer[] = [];
  for (let at = 0; at < TEXT.length; at += length) decoded.push(...reader.feed(TEXT.slice(at, at + length)));
  expect(reader.end()).toEqual({ operation: 'UploadFile', metaInfo: '<a b=">"/><c>', typed: null, include: null });
  expect(Buffer.concat(decoded).equals(DATA)).toBe(true);
});

it('counts what goes through the parser, and not what is decoded past it', () => {
  const reader = new EnvelopeReader(1500, () => true);
  const [head = '', tail = ''] = TEXT.split(/(?<=<g:Data>)[\s\S]*(?=<\/g:Data>)/);
  reader.feed(head);
  for (let piece = 0; piece < 1000; piece++) reader.feed('QUFB'.repeat(100));
  reader.feed(tail);
  expect(reader.end().operation).toBe('UploadFile');
  expect(() => new EnvelopeReader(1500, () => true).feed(`${head}</g:Data><g:MetaInfo>${' '.repeat(2000)}`)).toThrow(/too long/);
});
