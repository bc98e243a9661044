/** Deposits for tests: a workspace to put them into, answers and documents made of plain texts. */
import { createHash } from 'node:crypto';
import { openWorkspace } from '../../src/backends/index.js';
import { buildRecords } from '../../src/formats/warc/index.js';
import { domainOf, fingerprinter } from '../../src/model/index.js';
import type { Answer, NewDeposit, NewFile, NewVersion, Workspace } from '../../src/store/index.js';
import { sampleExchange } from './sample-exchange.js';

export function openTestWorkspace(folder: string): Workspace {
  return openWorkspace({
    folder,
    archive: { prefix: 'test', rotate: 1e9, warcinfo: { software: 'test', isPartOf: 'test', operator: null, robots: 'obey' } },
    frontier: {
      rulesFor: () => ({ pace: { delay: 0, maxDelay: 60_000, perSite: 100, responseFactor: 0, asked: false }, pages: null }),
      limits: { perAddress: 100, exemptAddresses: [], sitesPerDomain: 1000, domainRate: null, rate: null },
      order: 'depth',
      update: 'AVG',
      balance: 1,
      inMemory: 1000,
      addresses: false,
      leaseMs: 1e9,
      turns: null,
      robots: true,
      domainOf,
      identify: fingerprinter,
    },
    keepFree: 0,
  });
}

export const NOON = Date.UTC(2026, 0, 5, 12);

export async function answerOf(url: string, body: Uint8Array | string, headers?: readonly (readonly [string, string])[]): Promise<Answer> {
  const exchange = sampleExchange({ url, body, startedAt: NOON, ...(headers ? { headers } : {}) });
  const options = { gzip: 1, requests: false, metadata: 'none', except: [] } as const;
  const set = await buildRecords(exchange, { warcinfoId: null, identifiedType: null }, options);
  const fetch = {
    url,
    method: 'GET',
    owed: null,
    startedAt: NOON,
    durationMs: 1,
    firstByteMs: 1,
    status: 200,
    type: 'text/html',
    declaredType: 'text/html',
    bodyLength: exchange.body.length,
    etag: null,
    lastModified: null,
    location: null,
    address: null,
    protocol: 'http/1.1',
    tls: null,
    truncated: null,
    error: null,
    detail: null,
    payloadDigest: set.records[0]?.payloadDigest ?? null,
    set,
  };
  return { url, site: new URL(url).origin, fetch };
}

const digest = (algorithm: string, bytes: Uint8Array | string): string => createHash(algorithm).update(bytes).digest('hex');

export function fileOf(name: string, body: Uint8Array | string, more: Partial<NewFile> = {}): NewFile {
  return {
    name,
    role: 'main',
    operation: 'Add',
    url: `https://law.test/${name}`,
    type: 'text/html',
    md5: digest('md5', body),
    sha256: digest('sha256', body),
    length: Buffer.byteLength(body),
    identifier: uuidOf(name),
    answer: 0,
    member: null,
    ...more,
  };
}

/** Some identifier that is always the same for the same name. */
export function uuidOf(name: string): string {
  return digest('md5', name).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

export const versionOf = (operation: 'Add' | 'Upd', text: string): NewVersion => ({
  operation,
  reason: operation === 'Add' ? 'first seen' : 'the text changed',
  changed: operation === 'Add' ? [] : ['text'],
  type: 'text/html',
  charset: 'utf-8',
  title: text,
  language: 'de',
  languageConfidence: 1,
  md5: digest('md5', text),
  sha256: digest('sha256', text),
  digests: '{}',
  text: utf8(text),
  metadata: utf8('{}'),
  links: utf8('[]'),
  directives: '{}',
  notes: '{}',
  score: null,
});

/** A document of one page; everything else may be said otherwise. */
export async function depositOf(
  operation: NewDeposit['operation'],
  key: string,
  text: string,
  more: Partial<NewDeposit> = {},
): Promise<NewDeposit> {
  const url = `https://law.test/${key}`;
  const isVersion = operation === 'Add' || operation === 'Upd';
  return {
    identifier: uuidOf(key),
    key,
    crawler: 'DE.Law',
    kind: 1,
    language: 'DE',
    url,
    operation,
    reason: operation === 'Del' ? 'no longer listed' : 'listed',
    changed: [],
    fields: { title: [text] },
    stamp: `stamp of ${text}`,
    date: NOON,
    fileName: `${key}.zip`,
    version: isVersion ? versionOf(operation, text) : null,
    files: isVersion ? [fileOf('main.html', text, { operation })] : [],
    answers: isVersion ? [await answerOf(url, text)] : [],
    sender: null,
    ...more,
  };
}
