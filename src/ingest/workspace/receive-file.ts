/**
 * A received file on its way into the archive: a resource record, and for the main file the version it makes, without its text.
 * The text is read later (read-later.ts): the sender waits for what is durable, not for what is searched.
 */
import { readFile } from 'node:fs/promises';
import type { GroupDocument } from '../../formats/document-groups/index.js';
import { buildRecords, type RecordOptions } from '../../formats/warc/index.js';
import type { Bytes, Exchange } from '../../model/index.js';
import type { Answer, NewFetch, NewVersion } from '../../store/index.js';
import type { UnpackedFile } from '../port.js';

export type ReceivedFile = UnpackedFile & Pick<GroupDocument, 'identifier' | 'format' | 'url'>;

/** Larger ones go from file to file and never into memory. */
const IN_MEMORY = 1 << 20;

/** Compressing is left to the writer, which has a thread of its own. */
export async function receiveFile(file: ReceivedFile, at: number, archive: RecordOptions): Promise<Answer> {
  const exchange = exchangeOf(file, addressOf(file), await bodyOf(file), at);
  const set = await buildRecords(exchange, { warcinfoId: null, identifiedType: file.format }, archive, false);
  const { url } = exchange;
  const payloadDigest = set.records[0]?.payloadDigest ?? null;
  const told = { url, startedAt: at, bodyLength: file.length, type: file.format, declaredType: file.format, payloadDigest, set };
  return { url, site: url.startsWith('urn:') ? 'urn:received:files' : new URL(url).origin, fetch: { ...PLAIN, ...told } };
}

const bodyOf = async ({ path, bytes, length }: ReceivedFile): Promise<Bytes> =>
  bytes ?? (length > IN_MEMORY ? { path, length } : readFile(path));

/** Addresses come from the sender: what is none is named by its identifier. */
const addressOf = ({ url, identifier }: ReceivedFile): string =>
  /^(?:https?|ftp):/i.test(url) && URL.canParse(url) ? new URL(url).href : `urn:uuid:${identifier}`;

const EMPTY = new Uint8Array(0);
/** Nobody was asked for it: politeness has nothing to do with it. */
const RECEIVED = 'RECEIVED';

/** Without a head it is its own payload: a resource record. */
export function exchangeOf({ format }: { readonly format: string }, url: string, body: Bytes, at: number): Exchange {
  return {
    url,
    method: RECEIVED,
    startedAt: at,
    durationMs: 0,
    firstByteMs: 0,
    status: 200,
    statusText: 'OK',
    protocol: '',
    remoteAddress: null,
    tls: null,
    requestHead: EMPTY,
    requestBody: null,
    responseHead: EMPTY,
    headers: [['Content-Type', format]],
    wire: body,
    body,
    truncated: null,
  };
}

const PLAIN: Omit<NewFetch, 'url' | 'startedAt' | 'bodyLength' | 'type' | 'declaredType' | 'payloadDigest' | 'set'> = {
  method: RECEIVED,
  owed: null,
  durationMs: 0,
  firstByteMs: 0,
  status: 200,
  etag: null,
  lastModified: null,
  location: null,
  address: null,
  protocol: null,
  tls: null,
  truncated: null,
  error: null,
  detail: null,
};

const encoder = new TextEncoder();

/** What is known of a version before its text is read; `notes` say why it never will be. */
export const unreadVersion = ({ format, md5, sha256 }: Pick<ReceivedFile, 'format' | 'md5' | 'sha256'>, notes = ''): NewVersion => ({
  operation: 'Add',
  reason: '',
  changed: [],
  type: format,
  charset: null,
  title: null,
  language: null,
  languageConfidence: 0,
  md5,
  sha256,
  digests: '{}',
  text: new Uint8Array(0),
  metadata: encoder.encode('{}'),
  links: encoder.encode('[]'),
  directives: '',
  notes,
  score: null,
});
