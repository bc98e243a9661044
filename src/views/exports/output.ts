/**
 * Output: where an export goes, a file or standard output.
 *
 * A file appears whole or not at all: it is written beside its place and renamed at the end, so a reader never meets
 * half an export and a failed one leaves the former in place. What is no regular file (a pipe, /dev/null) is written to
 * directly, because a rename would replace it. Memory stays flat: text is gathered to blocks, and whoever makes it
 * waits until a block is taken.
 */
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { writeWhole } from '../../platform/index.js';

/** Stands for standard output. */
export const STDOUT = '-';

const BLOCK = 64 * 1024;

/** Writes all pieces to `target` and makes them last. A reader that goes away early (`| head`) ends it without complaint. */
export async function writeOut(pieces: AsyncIterable<string>, target: string | Writable): Promise<void> {
  if (typeof target !== 'string') return toStream(pieces, target);
  if (target === STDOUT) return toStream(pieces, process.stdout);
  const existing = await stat(target).catch(() => null);
  if (existing?.isDirectory()) throw new Error(`cannot write to ${target}: it is a folder; name a file in it`);
  if (existing && !existing.isFile()) return toHandle(pieces, await open(target, 'w'));
  return toFile(pieces, target, existing?.mode ?? 0o666);
}

const toFile = (pieces: AsyncIterable<string>, target: string, mode: number): Promise<void> =>
  writeWhole(target, async (draft) => {
    const handle = await open(draft, 'wx', mode).catch((error: Error) => {
      throw new Error(`cannot write to ${target}: ${error.message}`, { cause: error });
    });
    await toHandle(pieces, handle, true);
  });

async function toHandle(pieces: AsyncIterable<string>, handle: FileHandle, sync = false): Promise<void> {
  try {
    for await (const block of blocksOf(pieces)) await handle.writeFile(block);
    if (sync) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The stream is not ours to end: more may be printed after us. */
async function toStream(pieces: AsyncIterable<string>, stream: Writable): Promise<void> {
  for await (const block of blocksOf(pieces)) if (!(await writeBlock(stream, block))) return;
}

/** Waits until the block has left; false when nobody reads any longer. */
export function writeBlock(stream: Writable, block: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // The error also comes as an event after the callback, so the listener goes only when there was none.
    const heard = () => {};
    stream.once('error', heard);
    stream.write(block, (error: NodeJS.ErrnoException | null | undefined) => {
      if (!error) {
        stream.off('error', heard);
        return resolve(true);
      }
      return READER_GONE.has(error.code ?? '') ? resolve(false) : reject(error);
    });
  });
}

const READER_GONE: ReadonlySet<string> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE']);

async function* blocksOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let block = '';
  for await (const piece of pieces) {
    block += piece;
    if (block.length < BLOCK) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}
