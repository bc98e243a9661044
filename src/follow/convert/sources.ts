/** Files of a version that are to be converted, and their bytes: those of a deposit, or the page of a crawl. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { documentIdentifier, fileIdentifier } from '../../formats/document-groups/index.js';
import { fileNameOf } from '../../model/index.js';
import type { DepositedFile, FileRole, JournalEntry, Repository } from '../../store/index.js';
import { bytesOfPage, endingOf } from '../outbox/index.js';
import type { ConversionRow, NewConversionRow } from './conversion-book.js';

export interface SourceRules {
  readonly roles: readonly FileRole[];
  /** Media types, text/* for all of a kind; empty: all. */
  readonly types: readonly string[];
  /** Name of the crawl whose pages are converted too; null: only documents of portals are. */
  readonly pagesOf: string | null;
  /** Folder of the WARC files. */
  readonly archive: string;
}

export type Reading = Pick<Repository, 'deposits' | 'journal'>;

/** A file that is as it was is converted already. */
export function sourcesOf(entry: JournalEntry, rules: SourceRules, { deposits }: Reading): NewConversionRow[] {
  if (!isNew(entry)) return [];
  const deposited = deposits.ofVersion(entry.version.id);
  if (!deposited) return rules.pagesOf === null ? [] : pageOf(entry, rules, rules.pagesOf);
  const { crawler, key } = deposited;
  return deposited.files
    .filter((file) => isNew(file) && rules.roles.includes(file.role) && isOfType(file.type, rules))
    .map(({ identifier, name, type, url, sha256, length }) => {
      return { sequence: entry.sequence, version: entry.version.id, identifier, crawler, key, name, type, url, sha256, length };
    });
}

const isNew = ({ operation }: Pick<DepositedFile, 'operation'>): boolean => operation === 'Add' || operation === 'Upd';

function pageOf(entry: JournalEntry, rules: SourceRules, crawler: string): NewConversionRow[] {
  const type = entry.type ?? 'application/octet-stream';
  if (entry.version.record === null || !rules.roles.includes('main') || !isOfType(type, rules)) return [];
  const { identifier: key, url, sequence } = entry;
  const file = { identifier: fileIdentifier(crawler, key, 'main'), name: fileNameOf(url, endingOf(entry.type)), type, url };
  return [{ ...file, sequence, version: entry.version.id, crawler, key, sha256: entry.version.sha256 ?? '', length: 0 }];
}

function isOfType(type: string, { types }: SourceRules): boolean {
  const plain = (type.split(';')[0] ?? '').trim().toLowerCase();
  return types.length === 0 || types.some((wanted) => wanted.toLowerCase() === plain || isOfKind(plain, wanted.toLowerCase()));
}

const isOfKind = (type: string, wanted: string): boolean =>
  wanted === '*/*' || (wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1)));

export interface SourceBytes {
  readonly length: number;
  readonly sha256: string;
  stream(): Promise<Readable>;
}

/** Null when the version was taken down meanwhile. Throws where its bytes cannot be read. */
export async function bytesOf(row: ConversionRow, archive: string, { deposits, journal }: Reading): Promise<SourceBytes | null> {
  const deposited = deposits.ofVersion(row.version);
  const file = deposited?.files.find(({ identifier }) => identifier === row.identifier);
  if (file) return { length: file.length, sha256: file.sha256, stream: () => deposits.stream(file) };
  const entry = deposited ? undefined : journal.slice(row.sequence - 1, 1).items[0];
  if (entry?.version.id !== row.version || entry.version.record === null) return null;
  const bytes = await bytesOfPage(entry, archive);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { length: bytes.length, sha256, stream: async () => Readable.from([bytes], { objectMode: false }) };
}

/** Of the document a row is about. */
export const documentOf = ({ crawler, key }: NewConversionRow): string => documentIdentifier(crawler, key);
