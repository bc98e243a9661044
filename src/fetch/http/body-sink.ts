/**
 * BodySink: collects the bytes of a body, in memory while it is small, in a temporary file beyond that.
 *
 * The result owns its memory (it is never a view into a socket's buffer), so another thread can take it. The receiver of
 * the exchange owns the file; on failure `discard` removes it.
 */

import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Bytes } from '../../model/index.js';
import { draftBeside } from '../../platform/index.js';

/** Bodies up to here stay in memory. */
export const MEMORY_LIMIT = 1_048_576;
const FIRST_BUFFER = 32_768;
/** Bytes that may wait for the disk before the connection is paused. */
const DISK_QUEUE = 1_048_576;

export class BodySink {
  length = 0;
  /** Set by the owner: the disk has caught up. */
  onDrain: (() => void) | null = null;
  onError: ((error: Error) => void) | null = null;
  #buffer: Uint8Array;
  #file: WriteStream | null = null;
  #clogged = false;

  /** `expected` is the length the server announced: a hint for the size of the first buffer. */
  constructor(
    private readonly folder: string,
    expected: number | null,
    private readonly onLarge?: () => void,
  ) {
    if (expected !== null && expected > MEMORY_LIMIT) onLarge?.();
    this.#buffer = new Uint8Array(expected !== null && expected <= MEMORY_LIMIT ? expected : FIRST_BUFFER);
  }

  /** Continues an existing file, or creates it. */
  static goingOn(path: string, length: number): BodySink {
    const sink = new BodySink('', 0);
    sink.#file = sink.#opened(createWriteStream(path, { flags: 'a', highWaterMark: DISK_QUEUE }));
    sink.length = length;
    return sink;
  }

  /** True while more bytes wait for the disk than should. */
  get clogged(): boolean {
    return this.#clogged;
  }

  write(chunk: Uint8Array): void {
    const end = this.length + chunk.length;
    if (this.#file === null && end > MEMORY_LIMIT) this.#spool();
    if (this.#file) {
      this.#clogged = !this.#file.write(chunk);
    } else {
      if (end > this.#buffer.length) this.#grow(end);
      this.#buffer.set(chunk, this.length);
    }
    this.length = end;
  }

  async finish(): Promise<Bytes> {
    const file = this.#file;
    if (!file) return this.length === this.#buffer.length ? this.#buffer : this.#buffer.slice(0, this.length);
    await new Promise<void>((resolve, reject) => {
      this.onError = reject;
      if (file.errored) reject(file.errored);
      file.end((error?: Error | null) => (error ? reject(error) : resolve()));
    });
    return { path: file.path as string, length: this.length };
  }

  async discard(): Promise<void> {
    const file = this.#file;
    if (!file) return;
    this.onDrain = null;
    this.onError = null;
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()).destroy());
    await rm(file.path, { force: true });
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.min(MEMORY_LIMIT, Math.max(needed, this.#buffer.length * 2)));
    larger.set(this.#buffer.subarray(0, this.length));
    this.#buffer = larger;
  }

  #spool(): void {
    this.onLarge?.();
    const file = this.#opened(createWriteStream(spoolPath(this.folder), { flags: 'wx', highWaterMark: DISK_QUEUE }));
    if (this.length > 0) file.write(this.#buffer.subarray(0, this.length));
    this.#file = file;
    this.#buffer = new Uint8Array(0);
  }

  #opened(file: WriteStream): WriteStream {
    file.on('drain', () => {
      this.#clogged = false;
      this.onDrain?.();
    });
    return file.on('error', (error) => this.onError?.(error));
  }
}

/** A free name in the spool folder. */
export const spoolPath = (folder: string): string => draftBeside(path.join(folder, 'body'));
