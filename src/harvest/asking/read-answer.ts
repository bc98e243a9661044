/** The content of an answer: read from where it waits, its coding undone, its type told by what it is. */
import { readFile } from 'node:fs/promises';
import { mediaType } from '../../extract/index.js';
import { decodeBody } from '../../fetch/index.js';
import { type Exchange, headerListOf, headerOf, isSpooled } from '../../model/index.js';
import { type Answered, HarvestError, type Question } from '../port.js';

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
