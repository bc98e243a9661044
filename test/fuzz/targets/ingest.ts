/** What senders and receivers of document groups say. */
import { Readable } from 'node:stream';
import { readSoapAnswer } from '../../../src/follow/outbox/receivers/soap-answer.js';
import { examineMetaInfo } from '../../../src/formats/document-groups/index.js';
import { decodeMetaInfo } from '../../../src/formats/document-groups/metainfo/decode.js';
import { descriptionOfJson } from '../../../src/ingest/description.js';
import { DEFAULT_LIMITS } from '../../../src/ingest/limits.js';
import { readForm } from '../../../src/ingest/receive/form.js';
import { Spool } from '../../../src/ingest/receive/spool.js';
import { MessageReader } from '../../../src/ingest/soap/read-message.js';
import { bytesOf, type Target, text } from '../target.js';
import { workFolder } from '../work-folder.js';
import { GROUP } from './seeds.js';

const escaped = GROUP.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const envelope = (document: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header/><s:Body><UploadFile xmlns="http://tempuri.org/"><document xmlns:a="http://schemas.datacontract.org/2004/07/ServiceEUCases" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${document}</document></UploadFile></s:Body></s:Envelope>`;
const PLAIN = envelope(`<a:Data>UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==</a:Data><a:MetaInfo>${escaped}</a:MetaInfo>`);
const TYPED = envelope(
  '<a:Data i:nil="true"/><a:MetaInfo xmlns:b="http://schemas.datacontract.org/2004/07/MetainfoEUCases"><b:Crawler>c</b:Crawler><b:Document><b:XmlDocumentMetaInfo><b:File>a.html</b:File><b:Url>http://a.example/</b:Url></b:XmlDocumentMetaInfo></b:Document></a:MetaInfo>',
).replaceAll('UploadFile', 'UploadFileComplex');
const ROOT = envelope(
  `<a:Data><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:z"/></a:Data><a:MetaInfo>${escaped}</a:MetaInfo>`,
);
const MTOM = `--b\r\nContent-ID: <r>\r\nContent-Type: application/xop+xml; charset=utf-8; type="text/xml"\r\n\r\n${ROOT}\r\n--b\r\nContent-ID: <z>\r\nContent-Transfer-Encoding: binary\r\n\r\nPK\x05\x06\0\0\r\n--b--\r\n`;
const FORM = `--b\r\nContent-Disposition: form-data; name="metaInfo"\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n${GROUP}\r\n--b\r\nContent-Disposition: form-data; name="data"; filename="a.zip"\r\n\r\nPK\x05\x06\0\0\r\n--b--\r\n`;
const JSON_GROUP =
  '{"crawler":"c","date":"2014-01-16T06:55:18","lang":"de","operation":"Add","documents":[{"identifier":"d","url":"http://a.example/","file":"a.html"}]}';
const JSON_FORM = FORM.replace(GROUP, JSON_GROUP).replace('text/xml', 'application/json');

/** In pieces that end anywhere, and the spool is emptied whatever comes of it. */
async function received(bytes: Buffer, read: (body: Readable, spool: Spool) => Promise<unknown>): Promise<void> {
  const spool = new Spool(workFolder(), 1 << 22);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 211) }, (_, at) => bytes.subarray(at * 211, at * 211 + 211));
  try {
    await read(Readable.from(pieces), spool);
  } finally {
    await spool.remove();
  }
}

const soap = (contentType: string) => (bytes: Buffer) =>
  received(bytes, (body, spool) => new MessageReader(spool, DEFAULT_LIMITS).read({ body, contentType, action: undefined }));

export const INGEST: readonly Target[] = [
  { name: 'descriptions', seeds: bytesOf(GROUP), run: (bytes) => examineMetaInfo(decodeMetaInfo(bytes)), throws: ['MetaInfoError'] },
  { name: 'SOAP', seeds: bytesOf(PLAIN, TYPED), run: soap('text/xml; charset=utf-8'), throws: ['SoapFault', 'Refusal', 'MessageTooLarge'] },
  {
    name: 'MTOM',
    seeds: bytesOf(MTOM),
    run: soap('multipart/related; boundary=b; start="<r>"; type="application/xop+xml"'),
    throws: ['SoapFault', 'Refusal', 'MessageTooLarge'],
  },
  {
    name: 'forms',
    seeds: bytesOf(FORM, JSON_FORM),
    run: (bytes) => received(bytes, (body, spool) => readForm(body, 'multipart/form-data; boundary=b', spool, DEFAULT_LIMITS)),
    throws: ['Refusal', 'MessageTooLarge'],
  },
  { name: 'groups as JSON', seeds: bytesOf(JSON_GROUP), run: text(descriptionOfJson), throws: ['Refusal'] },
  {
    name: 'SOAP answers',
    seeds: bytesOf(
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><UploadFileResponse xmlns="http://tempuri.org/"><UploadFileResult>OK</UploadFileResult></UploadFileResponse></s:Body></s:Envelope>',
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>no &amp; why</faultstring></s:Fault></s:Body></s:Envelope>',
    ),
    run: (bytes) => readSoapAnswer(bytes),
  },
];
