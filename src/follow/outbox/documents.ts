/**
 * Documents behind entries of the journal: those that were handed over whole, and pages of a crawl, each a document of one file.
 *
 * A page's identifier is made of the crawl's name and the address the page is known by.
 */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { documentIdentifier, fileIdentifier } from '../../formats/document-groups/index.js';
import { readCapture } from '../../formats/warc/index.js';
import { decodeContent, fileNameOf, headerListOf } from '../../model/index.js';
import type { Deposited, DepositedFile, DepositRows, JournalEntry } from '../../store/index.js';
import { IncompleteError } from './make-group.js';

export type EntryOfDocument = Pick<JournalEntry, 'operation' | 'run' | 'suspicion'> & {
  readonly version: Pick<JournalEntry['version'], 'id'>;
};

export interface Documents {
  /** The document as the entry left it; null when the entry is about none that is handed over. */
  of(entry: EntryOfDocument): Promise<Deposited | null>;
  /** Bytes of one of its files. */
  stream(file: DepositedFile): Promise<Readable>;
}

export interface PageDocumentsOptions {
  /** Name of the crawl. */
  readonly crawler: string;
  /** Folder of the WARC files. */
  readonly archive: string;
}

/** Deposits, and pages too where they are asked for. */
export function documentsOf(deposits: DepositRows, pages: PageDocumentsOptions | null): Documents {
  const bodies = new WeakMap<DepositedFile, Uint8Array>();
  return {
    async of(entry) {
      const deposited = deposits.ofVersion(entry.version.id);
      return deposited ?? (pages && 'url' in entry ? pageDocument(entry as JournalEntry, pages, bodies) : null);
    },
    stream: async (file) => {
      const bytes = bodies.get(file);
      return bytes ? Readable.from([bytes], { objectMode: false }) : deposits.stream(file);
    },
  };
}

async function pageDocument(
  entry: JournalEntry,
  pages: PageDocumentsOptions,
  bodies: WeakMap<DepositedFile, Uint8Array>,
): Promise<Deposited> {
  const { identifier: key, url, operation } = entry;
  const file = operation === 'Del' ? null : await pageFile(entry, pages, bodies);
  return {
    document: entry.document,
    version: entry.version.id,
    identifier: documentIdentifier(pages.crawler, key),
    key,
    crawler: pages.crawler,
    kind: null,
    language: entry.language ?? 'und',
    url,
    title: entry.title,
    fields: entry.title === null ? {} : { title: [entry.title] },
    aliases: [],
    stamp: null,
    operation,
    date: Date.parse(entry.at),
    fileName: fileNameOf(url, 'zip'),
    format: 'application/zip',
    sender: null,
    isDeleted: operation === 'Del',
    isSuspected: false,
    run: entry.run,
    files: file === null ? [] : [file],
  };
}

async function pageFile(
  entry: JournalEntry,
  pages: PageDocumentsOptions,
  bodies: WeakMap<DepositedFile, Uint8Array>,
): Promise<DepositedFile> {
  const { identifier: key, url, type, operation } = entry;
  const bytes = await bytesOfPage(entry, pages.archive);
  const file: DepositedFile = {
    name: fileNameOf(url, endingOf(type)),
    role: 'main',
    operation,
    url,
    type: type ?? 'application/octet-stream',
    md5: createHash('md5').update(bytes).digest('hex'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    length: bytes.length,
    identifier: fileIdentifier(pages.crawler, key, 'main'),
    member: null,
    fetch: 0,
  };
  bodies.set(file, bytes);
  return file;
}

const MOST_BYTES = 2 ** 31 - 1;
const MOST_GROWTH = 500;

/** Of the version an entry led to, out of the archive. IncompleteError when they are not there. */
export async function bytesOfPage({ version }: JournalEntry, archive: string): Promise<Uint8Array> {
  const { record } = version;
  const exchange = record && (await readCapture(join(archive, record.file), record.offset, tmpdir(), MOST_BYTES));
  if (!exchange) throw new IncompleteError('its bytes are not in the archive');
  const codings = headerListOf(exchange.headers, 'content-encoding');
  return decodeContent(exchange.body as Uint8Array, codings, { maxBytes: MOST_BYTES, maxRatio: MOST_GROWTH });
}

const ENDINGS: Readonly<Record<string, string>> = { 'application/xhtml+xml': 'html', 'text/plain': 'txt', 'image/jpeg': 'jpg' };

export const endingOf = (type: string | null): string =>
  ENDINGS[type ?? ''] ?? /\/(?:[^/]*[+])?([a-z0-9]+)$/i.exec(type ?? '')?.[1] ?? 'bin';
