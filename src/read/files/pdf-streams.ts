/**
 * Checks the compressed streams of a PDF before the parser opens it: a stream that unpacks to hundreds of times its size
 * is made to keep readers busy.
 *
 * Pictures are skipped, since nobody decodes them; small streams too, since even the worst do no harm.
 */
import { constants, inflateSync } from 'node:zlib';
import { Unreadable } from './unreadable.js';

const HARMLESS = 4 * 1024 * 1024;
const LARGEST = 64 * 1024 * 1024;
/** Text and drawings reach about thirty. */
const MAX_RATIO = 60;
/** No compression is tighter than this. */
const TIGHTEST = 1032;
const DICTIONARY = 600;
const MAX_STREAMS = 200_000;

export function checkStreams(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = file.indexOf('stream');
  for (let left = MAX_STREAMS; at >= 0 && left > 0; left--) {
    const start = at + (file[at + 6] === 0x0d ? 8 : 7);
    const isEnd = file.toString('latin1', at - 3, at) === 'end';
    const next = file.indexOf(isEnd ? 'stream' : 'endstream', at + 6);
    if (!isEnd) checkStream(file.toString('latin1', Math.max(0, at - DICTIONARY), at), file.subarray(start, next < 0 ? file.length : next));
    at = next;
    if (!isEnd && next >= 0) at = file.indexOf('stream', next + 9);
  }
}

function checkStream(before: string, packed: Buffer): void {
  if (packed.length * TIGHTEST < HARMLESS) return;
  const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
  const times = Math.min(dictionary.match(/\/Fl(?:ateDecode)?\b/g)?.length ?? 0, 3);
  if (times === 0 || /\/Subtype\s*\/Image\b/.test(dictionary)) return;
  let content = packed;
  for (let i = 0; i < times && content.length > 0; i++) content = unpacked(content);
}

function unpacked(packed: Buffer): Buffer {
  const maxOutputLength = Math.min(Math.max(HARMLESS, MAX_RATIO * packed.length), LARGEST);
  try {
    return inflateSync(packed, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Unreadable('was not read: a part of it unpacks to far more than its size');
    return Buffer.alloc(0); // damaged or not compressed: leave it to the parser
  }
}
