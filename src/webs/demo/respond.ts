/**
 * Puts an answer on the wire: pauses, validators, content coding, framing. Answers that break the
 * protocol speak to the socket themselves.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Answer, PlainAnswer, Visit } from './site.js';

export async function respond(answer: Answer, visit: Visit, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if ('speak' in answer) {
    answer.speak(request.socket, visit.delayFactor);
    return;
  }
  await pause((answer.pauseMs ?? 0) * visit.delayFactor, response);
  if (!response.destroyed) await sendPlain(answer, visit, response);
}

async function sendPlain(answer: PlainAnswer, visit: Visit, response: ServerResponse): Promise<void> {
  const headers: Record<string, string | readonly string[]> = { ...answer.headers };
  if (typeof answer.body === 'function') {
    response.writeHead(answer.status, { ...headers } as Record<string, string>);
    // A client that hangs up in the middle is what these answers are for.
    await pipeline(answer.body(), response).catch(() => undefined);
    return;
  }
  const { bytes, coding } = encode(answer, visit);
  if (answer.compress) headers['Vary'] = 'Accept-Encoding';
  if (coding) headers['Content-Encoding'] = coding;
  if (answer.lastModified) Object.assign(headers, validators(bytes, answer.lastModified));
  if (isFresh(headers, visit)) {
    delete headers['Content-Encoding'];
    response.writeHead(304, headers as Record<string, string>).end();
    return;
  }
  sendFramed(answer, headers, bytes, response);
}

function sendFramed(
  answer: PlainAnswer,
  headers: Record<string, string | readonly string[]>,
  bytes: Uint8Array,
  response: ServerResponse,
): void {
  if (answer.framing === 'close') {
    response.useChunkedEncodingByDefault = false;
    headers['Connection'] = 'close';
  } else if (answer.framing !== 'chunked') {
    headers['Content-Length'] = String(bytes.length);
  }
  response.writeHead(answer.status, headers as Record<string, string>);
  // Two writes, so that a chunked body really has more than one chunk.
  const half = answer.framing === 'chunked' ? bytes.length >> 1 : 0;
  if (half > 0) response.write(bytes.subarray(0, half));
  response.end(bytes.subarray(half));
}

function encode(answer: PlainAnswer, visit: Visit): { bytes: Uint8Array; coding: string | null } {
  const plain = typeof answer.body === 'string' ? Buffer.from(answer.body) : ((answer.body as Uint8Array | undefined) ?? Buffer.alloc(0));
  const accepted = String(visit.headers['accept-encoding'] ?? '');
  if (answer.compress && /\bbr\b/.test(accepted)) return { bytes: brotliCompressSync(plain), coding: 'br' };
  if (answer.compress && /\bgzip\b/.test(accepted)) return { bytes: gzipSync(plain), coding: 'gzip' };
  return { bytes: plain, coding: null };
}

function validators(bytes: Uint8Array, lastModified: Date): Record<string, string> {
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
  return { ETag: etag, 'Last-Modified': lastModified.toUTCString() };
}

/** RFC 9110: a tag, when the request has one, outranks the date. */
function isFresh(headers: Record<string, string | readonly string[]>, visit: Visit): boolean {
  const etag = headers['ETag'];
  if (typeof etag !== 'string') return false;
  const tags = visit.headers['if-none-match'];
  if (tags !== undefined) return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(visit.headers['if-modified-since'] ?? '');
  return since >= Date.parse(String(headers['Last-Modified']));
}

/** Ends early when the client leaves, so that closing the web waits for nobody. */
function pause(ms: number, response: ServerResponse): Promise<void> {
  if (ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    response.once('close', done);
  });
}
