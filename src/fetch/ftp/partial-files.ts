/**
 * Partly transferred files: the next attempt continues where the last one broke off, also after a restart of the
 * program.
 *
 * A part is named by address, size and time of change of the file, so that the part of a changed file is never found.
 * Large files are written here from their first byte on, small ones only when they break off.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bytes } from '../../model/index.js';
import { isSpooled } from '../../model/index.js';
import { BodySink, MEMORY_LIMIT, spoolPath } from '../http/body-sink.js';

/** A file that does not change while it is fetched. */
export interface Whole {
  readonly url: string;
  readonly size: number;
  readonly modified: Date;
}

export interface Part {
  readonly sink: BodySink;
  /** The last bytes that are there. The next transfer starts with them, to prove that both parts belong together. */
  readonly tail: Uint8Array;
  /** The file is complete. */
  finish(): Promise<Bytes>;
  /** Keeps the part for a later attempt. */
  keep(): Promise<void>;
  /** Removes the part. */
  drop(): Promise<void>;
}

const TAIL = 4096;
const MOST_DAYS = 14;
const DAY_MS = 86_400_000;

export class PartialFiles {
  readonly #folder: string;
  readonly #spoolFolder: string;
  readonly #inUse = new Set<string>();
  #isReady: Promise<void> | null = null;

  constructor(folder: string, spoolFolder: string) {
    this.#folder = folder;
    this.#spoolFolder = spoolFolder;
  }

  /** Null when somebody is fetching it already. */
  async open(whole: Whole): Promise<Part | null> {
    const path = join(this.#folder, `${nameOf(whole)}.part`);
    if (this.#inUse.has(path)) return null;
    this.#inUse.add(path);
    try {
      this.#isReady ??= this.#makeReady();
      await this.#isReady;
      const length = await lengthOf(path, whole.size);
      const isSmall = length === 0 && whole.size <= MEMORY_LIMIT;
      const sink = isSmall ? new BodySink(this.#spoolFolder, whole.size) : BodySink.goingOn(path, length);
      return this.#part(path, sink, await tailOf(path, length));
    } catch (error) {
      this.#inUse.delete(path);
      throw error;
    }
  }

  #part(path: string, sink: BodySink, tail: Uint8Array): Part {
    const ended = async <T>(act: () => Promise<T>): Promise<T> => {
      try {
        return await act();
      } finally {
        this.#inUse.delete(path);
      }
    };
    return {
      sink,
      tail,
      finish: () => ended(async () => this.#handOver(await sink.finish())),
      keep: () =>
        ended(async () => {
          const bytes = await sink.finish();
          if (!isSpooled(bytes) && bytes.length > 0) await writeFile(path, bytes);
        }),
      drop: () => ended(() => sink.discard()),
    };
  }

  /** The receiver of a file removes it. */
  async #handOver(bytes: Bytes): Promise<Bytes> {
    if (!isSpooled(bytes)) return bytes;
    const path = spoolPath(this.#spoolFolder);
    await rename(bytes.path, path);
    return { path, length: bytes.length };
  }

  /** Removes parts that nobody has continued for a long time. */
  async #makeReady(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > MOST_DAYS * DAY_MS) await rm(path, { force: true, recursive: true });
    }
  }
}

const nameOf = ({ url, size, modified }: Whole): string =>
  createHash('sha256').update(`${url}\n${size}\n${modified.toISOString()}`).digest('hex');

/** A part longer than the file does not belong to it. */
async function lengthOf(path: string, size: number): Promise<number> {
  const length = (await stat(path).catch(() => null))?.size ?? 0;
  if (length < size) return length;
  await rm(path, { force: true });
  return 0;
}

async function tailOf(path: string, length: number): Promise<Uint8Array> {
  if (length === 0) return new Uint8Array(0);
  const file = await open(path, 'r');
  try {
    const tail = Buffer.alloc(Math.min(TAIL, length));
    const { bytesRead } = await file.read(tail, 0, tail.length, length - tail.length);
    return tail.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
