/**
 * Decodes a sitemap: gzip by its magic number, charset by BOM, Content-Type and XML declaration. File names and media
 * types say little about sitemaps, so the first bytes decide.
 */
import { constants, gunzipSync } from 'node:zlib';
import { getBOMEncoding, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { SitemapError, type SitemapLimits } from './sitemap.js';

const MEGABYTE = 1024 * 1024;
/** A .gz with Content-Encoding: gzip on top is common; more layers are an attack. */
export const GZIP_LAYERS = 2;

export function decompress(bytes: Uint8Array, url: string, limits: SitemapLimits, notes: string[]): Uint8Array {
  let plain = bytes;
  for (let layer = 0; layer < GZIP_LAYERS && isGzip(plain); layer++) plain = gunzip(plain, url, limits, notes);
  if (plain.length <= limits.maxBytes) return plain;
  throw new SitemapError('SITEMAP_TOO_LARGE', url, `${plain.length} bytes, the limit is ${limits.maxBytes}`);
}

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The most bytes that compressed data of this length may decode to. */
export const plainLimit = (length: number, { maxBytes, maxRatio }: SitemapLimits): number =>
  Math.min(maxBytes, Math.max(MEGABYTE, length * maxRatio));

function gunzip(bytes: Uint8Array, url: string, limits: SitemapLimits, notes: string[]): Uint8Array {
  const maxOutputLength = plainLimit(bytes.length, limits);
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      const detail = `${bytes.length} bytes of gzip hold more than ${maxOutputLength}`;
      throw new SitemapError('SITEMAP_TOO_LARGE', url, detail, { cause });
    }
    return gunzipWhatIsThere(bytes, url, maxOutputLength, notes, cause);
  }
}

/** Decodes what there is of a truncated file; the part before the cut is sound. */
function gunzipWhatIsThere(bytes: Uint8Array, url: string, maxOutputLength: number, notes: string[], cause: unknown): Uint8Array {
  const plain = attempt(() => gunzipSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }));
  if (!plain?.length) throw new SitemapError('SITEMAP_BAD_GZIP', url, `not readable as gzip: ${(cause as Error).message}`, { cause });
  notes.push('the gzip stream is cut off');
  return plain;
}

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

/** The first bytes from which the charset is detected. */
const TELLING = 1024;

/** Decodes chunks to text without BOM and leading white space. An unknown charset is noted and read as UTF-8. */
export class TextStream {
  readonly #contentType: string | null;
  readonly #notes: string[];
  #first: Uint8Array = new Uint8Array();
  #decoder: InstanceType<typeof TextDecoder> | null = null;
  #begun = false;

  constructor(contentType: string | null, notes: string[]) {
    this.#contentType = contentType;
    this.#notes = notes;
  }

  write(bytes: Uint8Array): string {
    if (this.#decoder) return this.#trimmed(this.#decoder.decode(bytes, { stream: true }));
    this.#first = this.#first.length ? Buffer.concat([this.#first, bytes]) : bytes;
    return this.#first.length < TELLING ? '' : this.#begin();
  }

  end(): string {
    const first = this.#decoder ? '' : this.#begin();
    return first + this.#trimmed(this.#decoder?.decode() ?? '');
  }

  #begin(): string {
    const decoder = new TextDecoder(charsetFor(this.#first, this.#contentType, this.#notes));
    this.#decoder = decoder;
    const first = this.#first;
    this.#first = new Uint8Array();
    return this.#trimmed(decoder.decode(first, { stream: true }));
  }

  #trimmed(text: string): string {
    if (this.#begun) return text;
    const trimmed = text.trimStart();
    this.#begun = trimmed !== '';
    return trimmed;
  }
}

function charsetFor(bytes: Uint8Array, contentType: string | null, notes: string[]): string {
  const label = getBOMEncoding(bytes) ?? utf16Of(bytes) ?? charsetOf(contentType) ?? declaredEncoding(bytes) ?? 'utf-8';
  const known = normalizeEncoding(label);
  if (known && known !== 'replacement') return known;
  notes.push(`the charset ${label.slice(0, 40)} is unknown: read as UTF-8`);
  return 'utf-8';
}

/** Recognises UTF-16 without a mark by the `<` of the first tag beside a zero byte. */
function utf16Of(bytes: Uint8Array): string | null {
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  return bytes[0] === 0 && bytes[1] === 0x3c ? 'utf-16be' : null;
}

const charsetOf = (contentType: string | null): string | null =>
  /;\s{0,20}charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i.exec((contentType ?? '').slice(0, 500))?.[1] ?? null;

/** A declaration that can be read byte by byte is not UTF-16, whatever it says. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 400)).toString('latin1');
  const label = /^\s{0,200}<\?xml[^>]{0,100}?\sencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? null;
  return label && /^utf-?16|^ucs-?2|^unicode$/i.test(label) ? 'utf-8' : label;
}
