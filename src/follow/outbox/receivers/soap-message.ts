/**
 * The SOAP 1.1 message of UploadFile, as MTOM (the ZIP in a part of its own) or with the ZIP as base64 inside.
 *
 * Both are streamed from the file, and their length is known beforehand.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { escapeXml } from '../../../formats/document-groups/index.js';
import type { Posted } from './http-exchange.js';
import type { Parcel } from './receiver.js';

export const SOAP_ENCODINGS = ['mtom', 'text'] as const;
export type SoapEncoding = (typeof SOAP_ENCODINGS)[number];

const SOAP_ACTION = '"http://tempuri.org/IServiceEUCases/UploadFile"';
const HEAD =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><UploadFile xmlns="http://tempuri.org/">' +
  '<document xmlns:a="http://schemas.datacontract.org/2004/07/ServiceEUCases"><a:Data>';
const tailOf = (metaInfo: string): string =>
  `</a:Data><a:MetaInfo>${escapeXml(metaInfo)}</a:MetaInfo></document></UploadFile></s:Body></s:Envelope>`;

export const soapMessage = (parcel: Parcel, encoding: SoapEncoding): Posted =>
  encoding === 'mtom' ? mtomMessage(parcel) : textMessage(parcel);

function textMessage({ metaInfo, data, length }: Parcel): Posted {
  const [head, tail] = [Buffer.from(HEAD), Buffer.from(tailOf(metaInfo))];
  return {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: SOAP_ACTION },
    length: head.length + (data === null ? 0 : 4 * Math.ceil(length / 3)) + tail.length,
    async *body() {
      yield head;
      if (data !== null) yield* base64Of(createReadStream(data));
      yield tail;
    },
  };
}

/** Pieces are cut at multiples of three bytes, so that they join without padding in between. */
async function* base64Of(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    const whole = Buffer.concat([rest, piece]);
    const end = whole.length - (whole.length % 3);
    rest = whole.subarray(end);
    yield Buffer.from(whole.toString('base64', 0, end), 'latin1');
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1');
}

function mtomMessage({ metaInfo, data, length }: Parcel): Posted {
  const boundary = `uuid:${randomBytes(16).toString('hex')}`;
  const include = '<xop:Include href="cid:data@winnow" xmlns:xop="http://www.w3.org/2004/08/xop/include"/>';
  const envelope = HEAD + (data === null ? '' : include) + tailOf(metaInfo);
  const head = Buffer.from(
    partHead(boundary, '<root@winnow>', '8bit', 'application/xop+xml;charset=utf-8;type="text/xml"') +
      envelope +
      (data === null ? '' : `\r\n${partHead(boundary, '<data@winnow>', 'binary', 'application/octet-stream')}`),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    method: 'POST',
    headers: {
      'mime-version': '1.0',
      'content-type': `multipart/related; type="application/xop+xml"; start="<root@winnow>"; boundary="${boundary}"; start-info="text/xml"`,
      soapaction: SOAP_ACTION,
    },
    length: head.length + (data === null ? 0 : length) + tail.length,
    async *body() {
      yield head;
      if (data !== null) yield* createReadStream(data) as AsyncIterable<Buffer>;
      yield tail;
    },
  };
}

const partHead = (boundary: string, id: string, encoding: string, type: string): string =>
  `--${boundary}\r\nContent-ID: ${id}\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-Type: ${type}\r\n\r\n`;
