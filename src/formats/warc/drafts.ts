/**
 * What the records of one exchange say: their types, their fields, and which bytes are their blocks.
 *
 * Owns the choice between response, revisit and resource, and what is left out of the archive. Knows
 * neither block digests nor compression (records.ts). The surprise: a capture that equals the previous one is
 * written as its head alone, and so is a body whose type the definition does not keep.
 */
import { type Bytes, type Exchange, headerListOf, headerOf } from '../../model/index.js';
import { levelFor } from './gzip.js';
import { bracketed, newRecordId, type WarcField, warcDate } from './header.js';
import { type CaptureMetadata, metadataBlock } from './metadata.js';
import type { RecordType } from './record-set.js';

/** What the crawl knows beyond the exchange itself. */
export interface RecordInfo {
  /** `urn:uuid:…` of the warcinfo record of this run; null: the one that stands before the record applies. */
  readonly warcinfoId: string | null;
  /** Media type found by looking at the content. */
  readonly identifiedType: string | null;
  /** The capture that a 304 or an unchanged payload stands for. */
  readonly previous?: PreviousCapture | null;
  /** Keep the head alone: the publisher or the definition says so. */
  readonly omitBody?: boolean;
  readonly metadata?: CaptureMetadata;
  /** The document as it stood after its scripts, kept as a conversion of the response. */
  readonly rendered?: RenderedDocument | null;
}

export interface RenderedDocument {
  readonly bytes: Uint8Array;
  readonly digest: string;
}

export interface PreviousCapture {
  /** Null when only its address and time are known. */
  readonly recordId: string | null;
  readonly url: string;
  readonly startedAt: number;
  readonly payloadDigest: string | null;
}

/** The same words as the `archive` section of a definition. */
export interface RecordOptions {
  readonly gzip: number;
  readonly requests: boolean;
  readonly metadata: 'none' | 'short' | 'links';
  /** Media types whose bodies are not kept: `video/*`. */
  readonly except: readonly string[];
}

/** A record before digest and compression; `parts` are its block. */
export interface Draft {
  readonly type: RecordType;
  readonly id: string;
  readonly fields: readonly WarcField[];
  readonly parts: readonly Bytes[];
  readonly level: number;
  readonly payloadDigest: string | null;
}

/** The drafts of an exchange in the order they are written: response (or revisit, or resource), request, metadata, conversion. */
export function draftRecords(exchange: Exchange, info: RecordInfo, options: RecordOptions, payloadDigest: string): Draft[] {
  const main = mainDraft(exchange, info, options, payloadDigest);
  const drafts = [main];
  if (options.requests && exchange.requestHead.length > 0) drafts.push(requestDraft(exchange, info, options, main.id));
  if (options.metadata !== 'none') drafts.push(metadataDraft(exchange, info, options, main.id));
  if (info.rendered && !bodyIsOmitted(exchange, info, options))
    drafts.push(conversionDraft(exchange, info, options, info.rendered, main.id));
  return drafts;
}

function mainDraft(exchange: Exchange, info: RecordInfo, options: RecordOptions, payloadDigest: string): Draft {
  if (exchange.responseHead.length === 0) return resourceDraft(exchange, info, options, payloadDigest);
  const revisit = revisitFields(exchange, info, payloadDigest);
  if (revisit) return revisitDraft(exchange, info, options, revisit);
  return responseDraft(exchange, info, options, payloadDigest);
}

function responseDraft(exchange: Exchange, info: RecordInfo, options: RecordOptions, payloadDigest: string): Draft {
  const omitted = exchange.body.length > 0 && bodyIsOmitted(exchange, info, options);
  const id = newRecordId();
  return {
    type: 'response',
    id,
    payloadDigest,
    parts: omitted ? [exchange.responseHead] : [exchange.responseHead, exchange.wire],
    level: bodyLevel(exchange, info, options),
    fields: [
      ...commonFields('response', id, exchange, info),
      ...connectionFields(exchange),
      // A digest of bytes that are not in the record would look like damage to every checker.
      ['WARC-Payload-Digest', omitted ? null : payloadDigest],
      ['WARC-Identified-Payload-Type', info.identifiedType],
      ['WARC-Truncated', omitted ? 'unspecified' : exchange.truncated],
      ['Content-Type', 'application/http;msgtype=response'],
    ],
  };
}

/** What came without an HTTP head (FTP, files, a plug-in's own protocol) is its own payload. */
function resourceDraft(exchange: Exchange, info: RecordInfo, options: RecordOptions, payloadDigest: string): Draft {
  const omitted = exchange.body.length > 0 && bodyIsOmitted(exchange, info, options);
  const id = newRecordId();
  return {
    type: 'resource',
    id,
    payloadDigest,
    parts: omitted ? [] : [exchange.body],
    level: bodyLevel(exchange, info, options),
    fields: [
      ...commonFields('resource', id, exchange, info),
      ...connectionFields(exchange),
      ['WARC-Payload-Digest', omitted ? null : payloadDigest],
      ['WARC-Truncated', omitted ? 'unspecified' : exchange.truncated],
      ['Content-Type', info.identifiedType ?? headerOf(exchange.headers, 'content-type') ?? 'application/octet-stream'],
    ],
  };
}

function revisitDraft(exchange: Exchange, info: RecordInfo, options: RecordOptions, revisit: Revisit): Draft {
  const id = newRecordId();
  return {
    type: 'revisit',
    id,
    payloadDigest: revisit.payloadDigest,
    parts: [exchange.responseHead],
    level: options.gzip,
    fields: [
      ...commonFields('revisit', id, exchange, info),
      ...connectionFields(exchange),
      ...revisit.fields,
      ['WARC-Payload-Digest', revisit.payloadDigest],
      ['WARC-Identified-Payload-Type', info.identifiedType],
      ['Content-Type', 'application/http;msgtype=response'],
    ],
  };
}

function requestDraft(exchange: Exchange, info: RecordInfo, options: RecordOptions, concurrentTo: string): Draft {
  const id = newRecordId();
  return {
    type: 'request',
    id,
    payloadDigest: null,
    parts: exchange.requestBody ? [exchange.requestHead, exchange.requestBody] : [exchange.requestHead],
    level: options.gzip,
    fields: [
      ...commonFields('request', id, exchange, info),
      ...connectionFields(exchange),
      ['WARC-Concurrent-To', bracketed(concurrentTo)],
      ['Content-Type', 'application/http;msgtype=request'],
    ],
  };
}

function metadataDraft(exchange: Exchange, info: RecordInfo, options: RecordOptions, concurrentTo: string): Draft {
  const id = newRecordId();
  return {
    type: 'metadata',
    id,
    payloadDigest: null,
    parts: [metadataBlock(exchange, info.metadata ?? {}, options.metadata === 'links')],
    level: options.gzip,
    fields: [
      ...commonFields('metadata', id, exchange, info),
      ['WARC-Concurrent-To', bracketed(concurrentTo)],
      ['Content-Type', 'application/warc-fields'],
    ],
  };
}

function conversionDraft(exchange: Exchange, info: RecordInfo, options: RecordOptions, rendered: RenderedDocument, of: string): Draft {
  const id = newRecordId();
  return {
    type: 'conversion',
    id,
    payloadDigest: rendered.digest,
    parts: [rendered.bytes],
    level: options.gzip,
    fields: [
      ...commonFields('conversion', id, exchange, info),
      ['WARC-Refers-To', bracketed(of)],
      ['WARC-Payload-Digest', rendered.digest],
      ['Content-Type', 'text/html; charset=utf-8'],
    ],
  };
}

function commonFields(type: RecordType, id: string, exchange: Exchange, info: RecordInfo): WarcField[] {
  return [
    ['WARC-Type', type],
    ['WARC-Record-ID', bracketed(id)],
    ['WARC-Warcinfo-ID', info.warcinfoId === null ? null : bracketed(info.warcinfoId)],
    ['WARC-Target-URI', exchange.url],
    ['WARC-Date', warcDate(exchange.startedAt)],
  ];
}

/** WARC-Protocol is repeated, once per layer, as the community agreed for HTTP and TLS. */
function connectionFields(exchange: Exchange): WarcField[] {
  const { remoteAddress, protocol, tls } = exchange;
  return [
    ['WARC-IP-Address', remoteAddress],
    ['WARC-Protocol', protocol || null],
    ['WARC-Protocol', tls?.protocol ? tls.protocol.toLowerCase().replace(/^(tls|ssl)v/, '$1/') : null],
    ['WARC-Cipher-Suite', tls?.cipher || null],
  ];
}

interface Revisit {
  readonly fields: WarcField[];
  readonly payloadDigest: string | null;
}

/**
 * A revisit needs something to point to. Empty payloads are all alike and say nothing, and a
 * payload that was cut short may differ where nobody looked: both stay responses.
 */
function revisitFields(exchange: Exchange, info: RecordInfo, payloadDigest: string): Revisit | null {
  const { previous } = info;
  if (!previous) return null;
  const notModified = exchange.status === 304;
  const identical = exchange.body.length > 0 && !exchange.truncated && previous.payloadDigest === payloadDigest;
  if (!notModified && !identical) return null;
  const fields: WarcField[] = [
    ['WARC-Profile', `http://netpreserve.org/warc/1.1/revisit/${notModified ? 'server-not-modified' : 'identical-payload-digest'}`],
    ['WARC-Refers-To', previous.recordId === null ? null : bracketed(previous.recordId)],
    ['WARC-Refers-To-Target-URI', previous.url],
    ['WARC-Refers-To-Date', warcDate(previous.startedAt)],
    ['WARC-Truncated', notModified ? null : 'length'],
  ];
  return { fields, payloadDigest: previous.payloadDigest };
}

const typeOf = (exchange: Exchange, info: RecordInfo): string | null => info.identifiedType ?? headerOf(exchange.headers, 'content-type');

const bodyLevel = (exchange: Exchange, info: RecordInfo, options: RecordOptions): number =>
  levelFor(typeOf(exchange, info), headerListOf(exchange.headers, 'content-encoding'), options.gzip, exchange.body);

function bodyIsOmitted(exchange: Exchange, info: RecordInfo, options: RecordOptions): boolean {
  if (info.omitBody) return true;
  const type = typeOf(exchange, info)?.split(';')[0]?.trim().toLowerCase() ?? '';
  return options.except.some((pattern) => matchesType(pattern.trim().toLowerCase(), type));
}

function matchesType(pattern: string, type: string): boolean {
  if (pattern === '*' || pattern === '*/*') return true;
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}
