/**
 * Reads sitemaps of any length in chunks; memory does not depend on how many URLs there are.
 *
 * URLs are passed on only when a batch is full, so a sitemap of usual size can be refused as a whole. If a longer one
 * turns out to be broken, its beginning has been passed on already, and only the rest is refused.
 */
import { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { GZIP_LAYERS, isGzip, plainLimit } from './decode.js';
import { SitemapReading } from './read-sitemap.js';
import { SITEMAP_LIMITS, type Sitemap, SitemapError, type SitemapKind, type SitemapLimits, type SitemapOptions } from './sitemap.js';

export interface SitemapStream {
  readonly url: string;
  readonly contentType: string | null;
  /** Length in bytes, as sent. */
  readonly length: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface SitemapEnd {
  readonly kind: SitemapKind;
  readonly notes: readonly string[];
  /** Entries past the limit. */
  readonly left: number;
}

/** Entries in a batch. */
const PIECE = 10_000;
const CHUNK = 65_536;

/** Waits for each `take`. */
export async function streamSitemap(
  input: SitemapStream,
  options: Partial<SitemapOptions>,
  limits: Partial<SitemapLimits>,
  take: (found: Pick<Sitemap, 'urls' | 'sitemaps'>) => Promise<void>,
): Promise<SitemapEnd> {
  const bounds = { ...SITEMAP_LIMITS, ...limits };
  const reading = new SitemapReading(input, options, bounds);
  for await (const bytes of withinLimit(input, bounds, reading.notes)) {
    reading.write(bytes);
    if (reading.waiting >= PIECE) await take(reading.take());
  }
  const kind = reading.end();
  await take(reading.take());
  return { kind, notes: reading.notes, left: reading.left };
}

async function* withinLimit({ chunks, url, length }: SitemapStream, limits: SitemapLimits, notes: string[]): AsyncGenerator<Uint8Array> {
  const limit = plainLimit(length, limits);
  let plain = 0;
  let layers = chunks;
  // One layer more than in a file: a server may have added one as content coding.
  for (let layer = 0; layer <= GZIP_LAYERS; layer++) layers = gunzipped(layers, url, notes);
  for await (const bytes of layers) {
    plain += bytes.length;
    if (plain > limit) throw new SitemapError('SITEMAP_TOO_LARGE', url, `${length} bytes hold more than ${limit}`);
    yield bytes;
  }
}

/** Decompresses chunks that begin like gzip; passes others through. */
async function* gunzipped(chunks: AsyncIterable<Uint8Array>, url: string, notes: string[]): AsyncGenerator<Uint8Array> {
  const source = new Peeked(chunks);
  if (!isGzip(await source.start())) return yield* source;
  // A stream that stops early is no error: the part before is sound.
  const gunzip = createGunzip({ chunkSize: CHUNK, finishFlush: constants.Z_SYNC_FLUSH });
  const input = Readable.from(source, { objectMode: false }).on('error', (error) => gunzip.destroy(error));
  let plain = 0;
  try {
    for await (const bytes of input.pipe(gunzip) as AsyncIterable<Buffer>) {
      plain += bytes.length;
      yield bytes;
    }
    if (plain === 0) throw new SitemapError('SITEMAP_BAD_GZIP', url, 'not readable as gzip: it ends at its beginning');
    if (!source.endsWithLength(plain)) notes.push('the gzip stream is cut off');
  } catch (cause) {
    if (!isZlib(cause)) throw cause;
    if (plain === 0) throw new SitemapError('SITEMAP_BAD_GZIP', url, `not readable as gzip: ${cause.message}`, { cause });
    notes.push('the gzip stream is cut off');
  } finally {
    input.destroy();
  }
}

const isZlib = (error: unknown): error is Error => error instanceof Error && ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');

/** Chunks whose first two bytes can be looked at before. */
class Peeked implements AsyncIterable<Uint8Array> {
  readonly #iterator: AsyncIterator<Uint8Array>;
  #start: Uint8Array = new Uint8Array();
  #tail: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#iterator = chunks[Symbol.asyncIterator]();
  }

  async start(): Promise<Uint8Array> {
    while (this.#start.length < 2) {
      const next = await this.#iterator.next();
      if (next.done) break;
      this.#start = this.#start.length ? Buffer.concat([this.#start, next.value]) : next.value;
    }
    return this.#start;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (this.#start.length) yield this.#passing(this.#start);
    for await (const chunk of { [Symbol.asyncIterator]: () => this.#iterator }) yield this.#passing(chunk);
  }

  /** Gzip ends with the length of its content. */
  endsWithLength(length: number): boolean {
    return this.#tail.length === 4 && Buffer.from(this.#tail).readUInt32LE() === length % 2 ** 32;
  }

  #passing(chunk: Uint8Array): Uint8Array {
    this.#tail = (chunk.length >= 4 ? Buffer.from(chunk.subarray(-4)) : Buffer.concat([this.#tail, chunk])).subarray(-4);
    return chunk;
  }
}
