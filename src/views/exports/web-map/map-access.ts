/** What exports and reports about a web need beside its rows: how the last run told URLs apart, and bytes out of the archive. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Definition, definitionSchema } from '../../../definition/crawl/index.js';
import { decodeBody } from '../../../fetch/index.js';
import { disposeExchange } from '../../../formats/warc/index.js';
import { type Exchange, headerListOf, isSpooled } from '../../../model/index.js';
import { decodeText, detectCharset } from '../../../read/index.js';
import { identifier } from '../../../run/crawl/index.js';
import type { ArchiveReader, MapPlace, Repository, WorkspaceReading } from '../../../store/index.js';
import { type CrawldbOptions } from '../crawldb/build.js';
import { FILE_TYPES, type FileType } from './kinds.js';

export type MapAccess = Pick<CrawldbOptions, 'fingerprintOf' | 'textAt' | 'bytesAt' | 'types' | 'images' | 'obeyNofollow'>;

/** Bodies that are coded, and texts, are held in memory to be decoded; larger ones are left out. */
const MOST_DECODED = 256 * 1024 * 1024;
const LONGEST_TEXT = 64 * 1024 * 1024;
const LIMITS = { maxBytes: MOST_DECODED, maxRatio: Number.POSITIVE_INFINITY };

export function mapAccess({ repository, archive }: Pick<WorkspaceReading, 'repository' | 'archive'>): MapAccess {
  const { capture, urls } = lastDefinition(repository);
  const identify = identifier(urls, repository.explain.secret() ?? new Uint8Array(16));
  return {
    fingerprintOf: (url) => identify(url)?.fingerprint ?? null,
    textAt: (place, hints) => textAt(archive, place, hints),
    bytesAt: (place) => bytesAt(archive, place),
    types: FILE_TYPES.filter((type) => isNamed(capture.fileTypes, type)),
    images: capture.imageTypes,
    obeyNofollow: capture.obeyNofollow,
  };
}

const isNamed = (names: readonly string[], type: FileType): boolean => names.some((name) => name === '*' || name.toUpperCase() === type);

/** Runs of earlier releases say less than today's definitions. */
function lastDefinition(repository: Repository): Pick<Definition, 'capture' | 'urls'> {
  const defaults = definitionSchema.parse({});
  const run = repository.runs().at(-1);
  const { capture, urls } = (run ? JSON.parse(run.definition) : {}) as Partial<Definition>;
  return { capture: { ...defaults.capture, ...capture }, urls: { ...defaults.urls, ...urls } };
}

async function textAt(
  archive: ArchiveReader,
  place: MapPlace,
  { charset, contentType = null }: { charset?: string | null; contentType?: string | null },
): Promise<string | null> {
  const exchange = await archive.read({ segment: place.file, offset: place.offset }, tmpdir()).catch(() => null);
  if (!exchange) return null;
  try {
    const bytes = plainBytes(exchange);
    return bytes && decodeText(bytes, charset ?? detectCharset(bytes, contentType, contentType?.split(';', 1)[0] ?? null).charset);
  } catch {
    return null; // what cannot be decoded was not read when it came, either
  } finally {
    disposeExchange(exchange);
  }
}

function plainBytes({ body, headers, url }: Exchange): Uint8Array | null {
  if (isSpooled(body) && body.length > LONGEST_TEXT) return null;
  const sent = isSpooled(body) ? readFileSync(body.path) : body;
  const plain = decodeBody(sent, headerListOf(headers, 'content-encoding'), LIMITS, url);
  // A sitemap may itself be a gzip file.
  const bytes = plain[0] === 0x1f && plain[1] === 0x8b ? decodeBody(plain, 'gzip', LIMITS, url) : plain;
  return bytes.length > LONGEST_TEXT ? null : bytes;
}

async function* bytesAt(archive: ArchiveReader, { file, offset, url }: MapPlace): AsyncGenerator<Uint8Array> {
  const place = { segment: file, offset };
  const coding = await archive.coding(place);
  const bytes = archive.part(place, 'payload');
  if (coding === null) yield* bytes;
  else yield decodeBody(await gathered(bytes, url), coding, LIMITS, url);
}

async function gathered(bytes: AsyncIterable<Uint8Array>, url: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    size += piece.length;
    if (size > MOST_DECODED) throw new Error(`${url} is too large to be decoded`);
  }
  return Buffer.concat(pieces);
}
