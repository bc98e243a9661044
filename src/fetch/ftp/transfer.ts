/**
 * Transfers one file from an FTP server into a sink, from the beginning or from where it broke off.
 *
 * A continued transfer starts with the last bytes that are there. If they differ, the server has another file by now, or
 * ignores the start position; then the kept part is removed.
 */
import { Writable } from 'node:stream';
import { FTPError } from 'basic-ftp';
import type { Bytes } from '../../model/index.js';
import { BodySink } from '../http/body-sink.js';
import { FetchError } from '../http/errors.js';
import type { Watch } from '../http/watch.js';
import type { FtpSession } from './ftp-session.js';
import type { Part, PartialFiles } from './partial-files.js';

export interface WantedFile {
  readonly url: string;
  readonly path: string;
  /** Null when the server does not tell it: then the transfer cannot be continued. */
  readonly size: number | null;
  readonly modified: Date | null;
  readonly maxBytes: number;
  readonly spoolFolder: string;
}

export interface Transferred {
  readonly body: Bytes;
  readonly truncated: 'length' | null;
}

/** An attempt that brought more than this, or more than a hundredth of the file, justifies another one. */
const MUCH = 65_536;

export async function transfer(session: FtpSession, wanted: WantedFile, partials: PartialFiles, watch: Watch): Promise<Transferred> {
  const part = await partOf(wanted, partials);
  const startAt = part.sink.length - part.tail.length;
  const before = part.sink.length;
  const destination = new Destination(part, wanted, watch);
  try {
    await session.download(wanted.path, startAt, destination, watch);
  } catch (error) {
    if (destination.isCut || isWhole(part, wanted)) session.close(); // the remaining replies belong to no transfer
    if (destination.isCut) return { body: await part.finish(), truncated: 'length' };
    if (!isWhole(part, wanted)) return afterBreak(error, session, { part, wanted, partials, before, destination, startAt }, watch);
  }
  if (isWhole(part, wanted) || wanted.size === null) return { body: await part.finish(), truncated: null };
  return afterBreak(null, session, { part, wanted, partials, before, destination, startAt }, watch);
}

interface Broken {
  readonly part: Part;
  readonly wanted: WantedFile;
  readonly partials: PartialFiles;
  /** Bytes that were there before this attempt. */
  readonly before: number;
  readonly destination: Destination;
  readonly startAt: number;
}

const isWhole = ({ sink }: Part, { size }: WantedFile): boolean => size !== null && sink.length === size;

async function afterBreak(error: unknown, session: FtpSession, broken: Broken, watch: Watch): Promise<Transferred> {
  const { part, wanted, partials, before, destination, startAt } = broken;
  const { url, size } = wanted;
  if (destination.failure) {
    await part.drop();
    throw destination.failure;
  }
  if (error instanceof FTPError && startAt > 0 && part.sink.length === before && error.code >= 500) {
    await part.drop(); // the server does not support REST, or not for this file
    return transfer(session, wanted, partials, watch);
  }
  // Nothing was transferred, and the server has said why.
  if (error instanceof FTPError && part.sink.length === 0 && error.code !== 426) {
    await part.drop();
    throw error;
  }
  if (error instanceof FetchError && error !== watch.error) {
    await part.keep();
    throw error;
  }
  if (size !== null && part.sink.length > size) {
    await part.drop();
    throw new FetchError('FETCH_RESET', url, `more than its ${size} bytes came: the file is being written`);
  }
  await part.keep();
  const { length } = part.sink;
  const of = size === null ? '' : ` of ${size}`;
  throw new FetchError(watch.error?.code ?? 'FETCH_RESET', url, `the transfer broke off after ${length}${of} bytes${reasonOf(error)}`, {
    cause: error,
    isNearer: size !== null && length - before >= Math.min(MUCH, Math.max(1, size / 100)),
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof FetchError) return `: ${error.detail}`;
  return error instanceof Error ? `: ${error.message}` : '';
}

async function partOf({ url, size, modified, maxBytes, spoolFolder }: WantedFile, partials: PartialFiles): Promise<Part> {
  const isContinuable = size !== null && size > 0 && size <= maxBytes && modified !== null;
  return (isContinuable ? await partials.open({ url, size, modified }) : null) ?? passing(new BodySink(spoolFolder, size));
}

/** A part that cannot be continued. */
function passing(sink: BodySink): Part {
  return { sink, tail: new Uint8Array(0), finish: () => sink.finish(), keep: () => sink.discard(), drop: () => sink.discard() };
}

/** Receives bytes no faster than the disk takes them, and no more than allowed. */
class Destination extends Writable {
  /** The limit is reached; the rest is dropped. */
  isCut = false;
  /** What is wrong with the bytes received. */
  failure: FetchError | null = null;
  readonly #part: Part;
  readonly #wanted: WantedFile;
  readonly #watch: Watch;
  #tail: Uint8Array;

  constructor(part: Part, wanted: WantedFile, watch: Watch) {
    super({ decodeStrings: true });
    this.#part = part;
    this.#wanted = wanted;
    this.#watch = watch;
    this.#tail = part.tail;
    part.sink.onError = (error) => {
      this.failure = new FetchError('FETCH_DISK_FULL', wanted.url, `the file could not be written: ${error.message}`, { cause: error });
      this.destroy(error);
    };
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#watch.received(chunk.length);
    const fresh = this.#withoutTail(chunk);
    if (fresh === null) return done(this.failure);
    const room = this.#wanted.maxBytes - this.#part.sink.length;
    this.#part.sink.write(fresh.subarray(0, room));
    if (fresh.length > room) {
      this.isCut = true;
      return done(new Error('the limit of bytes is reached'));
    }
    if (!this.#part.sink.clogged) return done();
    this.#watch.hold(true);
    this.#part.sink.onDrain = () => {
      this.#watch.hold(false);
      done();
    };
  }

  /** Null when the bytes differ from those already there. */
  #withoutTail(chunk: Buffer): Buffer | null {
    const count = Math.min(this.#tail.length, chunk.length);
    if (count === 0) return chunk;
    if (!chunk.subarray(0, count).equals(this.#tail.subarray(0, count))) {
      this.failure = new FetchError(
        'FETCH_RESET',
        this.#wanted.url,
        'the bytes do not continue the part that is there; the transfer starts again',
        { isNearer: false },
      );
      return null;
    }
    this.#tail = this.#tail.subarray(count);
    return chunk.subarray(count);
  }
}
