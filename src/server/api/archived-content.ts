/**
 * Sends what a site once sent us. It is somebody else's page under our address, so it goes out as a download, in a
 * sandbox, under a type that is not looked at again: no script of it ever runs with our rights.
 */
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { decodeBody } from '../../fetch/index.js';
import { ArchiveError, catRecord, contentCodingOf } from '../../formats/warc/index.js';
import type { Capture } from '../../store/index.js';
import { ApiError } from '../api-error.js';

/** Bodies that are coded are held in memory to be decoded; those that are not may have any size. */
const MOST_DECODED = 256 * 1024 * 1024;

export async function sendArchived(reply: FastifyReply, folder: string, document: number, capture: Capture): Promise<FastifyReply> {
  const path = join(folder, 'archive', capture.file);
  try {
    const coding = await contentCodingOf(path, capture.offset);
    const bytes = catRecord(path, capture.offset, 'payload');
    const body = coding === null ? Readable.from(bytes, { objectMode: false }) : decoded(await gathered(bytes), coding, capture.url);
    return await reply
      .headers({
        'content-type': safeType(capture.type),
        'content-disposition': `attachment; filename="${fileName(document, capture)}"`,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-winnow-url': capture.url.replace(/[^\x21-\x7e]/g, '').slice(0, 4000),
      })
      .send(body);
  } catch (error) {
    throw unreadable(error, capture);
  }
}

const decoded = (bytes: Buffer, coding: string, url: string): Buffer =>
  Buffer.from(decodeBody(bytes, coding, { maxBytes: MOST_DECODED, maxRatio: Number.POSITIVE_INFINITY }, url));

async function gathered(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    size += piece.length;
    if (size > MOST_DECODED)
      throw new ApiError(413, 'too-large', 'This is too large to be decoded here. winnow archive cat prints the record.');
  }
  return Buffer.concat(pieces);
}

/** Only what looks like a type; the charset is the client's to find out, as it was ours. */
const safeType = (type: string): string => (/^[\w.+-]{1,60}\/[\w.+-]{1,80}$/.test(type) ? type : 'application/octet-stream');

function fileName(document: number, { url }: Capture): string {
  const ending = URL.canParse(url) ? extname(new URL(url).pathname) : '';
  return `document-${document}${/^\.\w{1,10}$/.test(ending) ? ending : ''}`;
}

function unreadable(error: unknown, { file }: Capture): unknown {
  if (error instanceof ArchiveError || (error as NodeJS.ErrnoException).code === 'ENOENT')
    return new ApiError(404, 'not-in-archive', `The archive file ${file} no longer contains it. winnow archive check says more.`, {
      cause: error,
    });
  return error;
}
