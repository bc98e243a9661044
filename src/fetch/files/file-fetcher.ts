/**
 * The file fetcher: answers file URLs as if a small web server stood in front of the folders it may read.
 *
 * Reads nothing unless a folder is listed, and only below that folder after all symbolic links are resolved. Large files
 * are copied into the spool folder, because the receiver of an exchange removes its file.
 */
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Bytes, type Exchange, type HeaderField, messageOf } from '../../model/index.js';
import { defineFetcher, type Fetcher, type FetchRequest } from '../../plugins/index.js';
import { BodySink } from '../http/body-sink.js';
import { FetchError } from '../http/errors.js';

const fileOptions = z.object({
  folders: z.array(z.string()).default([]).describe('Folders that may be read, or single files; nothing else is.'),
  maxSize: z
    .number()
    .int()
    .min(0)
    .default(2 * 1024 ** 3),
  spoolFolder: z.string().default(() => tmpdir()),
});

type FileOptions = z.output<typeof fileOptions>;

export const fileFetcher = defineFetcher({
  name: 'file',
  about: 'Reads file URLs below the folders listed in its options.',
  schemes: ['file'],
  options: fileOptions,
  open: async (options) => new FileFetcher(options),
});

class FileFetcher implements Fetcher {
  constructor(private readonly options: FileOptions) {}

  async fetch(request: FetchRequest): Promise<Exchange> {
    const startedAt = Date.now();
    if (request.signal?.aborted) throw new FetchError('FETCH_ABORTED', request.url, 'the fetch was cancelled');
    const file = await this.#open(request.url);
    if (!file) return exchange(request, startedAt, 404, [], new Uint8Array(0), null);
    try {
      return await this.#read(request, startedAt, file);
    } finally {
      await file.close();
    }
  }

  /** Files lie at no address. */
  async addressOf(): Promise<null> {
    return null;
  }

  /** Files know no cookies. */
  async forget(): Promise<void> {}

  async close(): Promise<void> {}

  /** Null when there is no such file. Refuses paths outside the folders, whether they exist or not. */
  async #open(url: string): Promise<FileHandle | null> {
    const wanted = toPath(url);
    const real = await realpath(wanted).catch(() => null);
    if (!(await this.#isBelow(real ?? path.resolve(wanted), real !== null))) {
      throw new FetchError(
        'FETCH_ADDRESS_FORBIDDEN',
        url,
        'the file is not below a folder this fetcher may read; list the folder in its options',
      );
    }
    if (real === null) return null;
    // The path contains no symbolic link; if one appears meanwhile, opening fails. A named pipe must not block us.
    const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
    if (file && !(await file.stat()).isFile()) {
      await file.close();
      return null;
    }
    return file;
  }

  async #isBelow(file: string, followed: boolean): Promise<boolean> {
    for (const folder of this.options.folders) {
      const root = followed ? await realpath(folder).catch(() => null) : path.resolve(folder);
      if (root !== null && file.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) return true;
      if (root === file && followed && (await stat(root)).isFile()) return true;
    }
    return false;
  }

  async #read(request: FetchRequest, startedAt: number, file: FileHandle): Promise<Exchange> {
    const { size, mtime } = await file.stat();
    const lastModified = mtime.toUTCString();
    const headers: HeaderField[] = [
      ['Content-Length', String(size)],
      ['Last-Modified', lastModified],
    ];
    if (request.validators?.lastModified === lastModified) return exchange(request, startedAt, 304, headers, new Uint8Array(0), null);
    const limit = request.method === 'HEAD' ? 0 : Math.min(size, request.maxBytes ?? this.options.maxSize);
    const body = await this.#copy(request, file, limit);
    return exchange(request, startedAt, 200, headers, body, limit < size && request.method !== 'HEAD' ? 'length' : null);
  }

  async #copy(request: FetchRequest, file: FileHandle, limit: number): Promise<Bytes> {
    const sink = new BodySink(this.options.spoolFolder, limit);
    if (limit === 0) return sink.finish();
    try {
      const stream = createReadStream('', {
        fd: file,
        autoClose: false,
        start: 0,
        end: limit - 1,
        ...(request.signal ? { signal: request.signal } : {}),
      });
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        sink.write(chunk);
        if (sink.clogged) await new Promise<void>((resolve, reject) => Object.assign(sink, { onDrain: resolve, onError: reject }));
      }
      return await sink.finish();
    } catch (cause) {
      await sink.discard();
      if (request.signal?.aborted) throw new FetchError('FETCH_ABORTED', request.url, 'the fetch was cancelled', { cause });
      throw new FetchError('FETCH_DISK_FULL', request.url, `the file could not be copied: ${messageOf(cause)}`, { cause });
    }
  }
}

function toPath(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw new FetchError('FETCH_BAD_URL', url, 'this file URL cannot be used', { cause });
  }
}

const STATUS_TEXT: Readonly<Record<number, string>> = { 200: 'OK', 304: 'Not Modified', 404: 'Not Found' };

function exchange(
  request: FetchRequest,
  startedAt: number,
  status: number,
  headers: HeaderField[],
  body: Bytes,
  truncated: 'length' | null,
): Exchange {
  const method = request.method ?? 'GET';
  const statusText = STATUS_TEXT[status] ?? '';
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const durationMs = Date.now() - startedAt;
  return {
    url: request.url,
    method,
    startedAt,
    durationMs,
    firstByteMs: durationMs,
    status,
    statusText,
    protocol: 'file',
    remoteAddress: null,
    tls: null,
    requestHead: new TextEncoder().encode(`${method} ${request.url} HTTP/1.1\r\n\r\n`),
    requestBody: null,
    responseHead: new TextEncoder().encode(`HTTP/1.1 ${status} ${statusText}\r\n${lines}\r\n`),
    headers,
    wire: body,
    body,
    truncated,
  };
}
