/** The content of an answer: read from where it waits, its coding undone, its type told by what it is. */
import { link, readFile, rm } from 'node:fs/promises';
import { decodeBody } from '../../../fetch/index.js';
import { type Exchange, headerListOf, headerOf, isSpooled } from '../../../model/index.js';
import { mediaType } from '../../../read/index.js';
import { type Answered, type Downloaded, HarvestError, type Question } from '../port.js';

/** What is read into memory at most; documents of portals are far smaller. */
const MOST_BYTES = 512 * 1024 * 1024;
const MOST_RATIO = 1_000;

export async function readAnswer(question: Question, exchanges: readonly Exchange[], maxBytes: number): Promise<Answered> {
  const last = exchanges.at(-1) as Exchange;
  const { url, status, headers, body } = last;
  const declaredType = headerOf(headers, 'content-type');
  if (body.length > MOST_BYTES) throw new HarvestError('limit', `${url} has ${body.length} bytes; ${MOST_BYTES} at most are read`, { url });
  const raw = isSpooled(body) ? await readFile(body.path) : body;
  const limits = { maxBytes: Math.min(Math.max(maxBytes, raw.length), MOST_BYTES), maxRatio: MOST_RATIO };
  // A copy: what is archived is handed to another thread, and these bytes would go along.
  const plain = decodeBody(raw, headerListOf(headers, 'content-encoding'), limits, url);
  const bytes = plain === body ? new Uint8Array(plain) : plain;
  return {
    question,
    url,
    status,
    headers,
    bytes,
    type: mediaType(bytes, declaredType) ?? 'application/octet-stream',
    declaredType,
    exchanges,
  };
}

/** Codings that archives have anyway: servers name them where they mean the file itself, and its reader tells them by its bytes. */
const OWN_CODING: ReadonlySet<string> = new Set(['', 'gzip', 'x-gzip', 'identity']);

/** A body that waits on disk gets a second name, since the archive removes the first. */
export async function ownDownload(question: Question, exchanges: readonly Exchange[], maxBytes: number): Promise<Downloaded> {
  const { url, status, headers, body } = exchanges.at(-1) as Exchange;
  const coding = headerListOf(headers, 'content-encoding')?.toLowerCase() ?? '';
  if (!isSpooled(body) || !OWN_CODING.has(coding)) {
    const { bytes } = await readAnswer(question, exchanges, maxBytes);
    return { url, status, body: bytes, dispose: async () => undefined };
  }
  const path = `${body.path}.download`;
  await link(body.path, path);
  return { url, status, body: { path, length: body.length }, dispose: () => rm(path, { force: true }) };
}
