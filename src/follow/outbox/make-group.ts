/**
 * Makes the group of a document as it stands: which of its files the receiver lacks, has in another state, has already.
 *
 * What was sent before decides, not what the journal calls the change: a document that was incomplete at first and whole
 * later is new to the receiver, whatever happened to it here meanwhile.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  type DocumentGroup,
  type GroupDocument,
  inPieces,
  languageCode,
  type PackFile,
  plainName,
} from '../../formats/document-groups/index.js';
import type { Deposited, DepositedFile, DepositRows } from '../../store/index.js';
import { contractFormat } from './formats.js';

export interface GroupRules {
  /** Fields of a document without which it is not sent. */
  readonly require: readonly string[];
  readonly extraFormats: readonly string[];
  /** Name of the crawler in descriptions; null: as the document says. */
  readonly crawler: string | null;
}

/** What the receiver has of a group; null: nothing. */
export type Held = readonly GroupDocument[] | null;

export interface MadeGroup {
  readonly group: DocumentGroup;
  readonly files: ReadonlyMap<string, PackFile>;
  readonly held: Held;
}

/** Why a document cannot be sent as it is. */
export class IncompleteError extends Error {
  override readonly name = 'IncompleteError';
}

/** The group that brings the receiver from what it holds to the document as it stands. IncompleteError where something required is missing. */
export async function makeGroup(
  deposited: Deposited,
  held: Held,
  rules: GroupRules,
  source: Pick<DepositRows, 'stream'>,
): Promise<MadeGroup> {
  assertComplete(deposited, rules);
  const names = new Set<string>();
  const present = deposited.files.filter(({ operation }) => operation !== 'Del');
  const files = new Map<string, PackFile>();
  const documents: GroupDocument[] = [];
  for (const file of present) {
    const { document, content } = await documentOf(file, names, rules, source);
    documents.push({ ...document, operation: operationOf(document, held) });
    files.set(document.file, content);
  }
  const gone = removedFrom(held, documents);
  const group = {
    ...headOf(deposited, rules),
    operation: groupOperation(held, [...documents, ...gone]),
    documents: [...documents, ...gone],
  };
  return { group, files, held: documents };
}

/** The group that tells the receiver that the document is gone. */
export function makeDeletion(deposited: Deposited, held: readonly GroupDocument[], rules: GroupRules): MadeGroup {
  const documents = held.map((document): GroupDocument => ({ ...document, operation: 'Del' }));
  return { group: { ...headOf(deposited, rules), operation: 'Del', documents }, files: new Map(), held: null };
}

function assertComplete({ fields, files, language, title }: Deposited, { require }: GroupRules): void {
  const missing = require.filter((name) => !(fields[name]?.some((value) => value.trim() !== '') || (name === 'title' && title)));
  if (missing.length > 0) throw new IncompleteError(`it has no ${missing.join(', ')}`);
  if (language.trim() === '') throw new IncompleteError('its language is not known');
  if (!files.some(({ role, operation }) => role === 'main' && operation !== 'Del')) throw new IncompleteError('it has no main file');
}

async function documentOf(
  file: DepositedFile,
  names: Set<string>,
  { extraFormats }: GroupRules,
  deposits: Pick<DepositRows, 'stream'>,
): Promise<{ document: Omit<GroupDocument, 'operation'>; content: PackFile }> {
  const { identifier, url } = file;
  const format = contractFormat(file.type, extraFormats);
  if (format !== null) {
    const document = { format, file: uniqueName(file.name, names), identifier, url, md5: file.md5.toLowerCase() };
    return { document, content: () => deposits.stream(file) };
  }
  // Twice, since its MD5 is to be known before it is packed: what is large is never held.
  const content = async (): Promise<Readable> => zipped(await deposits.stream(file));
  const md5 = await md5Of(await content());
  return { document: { format: 'application/gzip', file: uniqueName(`${file.name}.gz`, names), identifier, url, md5 }, content };
}

/** In pieces of one size, or the same content would not always be the same bytes. */
function zipped(stream: Readable): Readable {
  const gzip = createGzip();
  pipeline(stream, inPieces, gzip).catch((error: Error) => gzip.destroy(error));
  return gzip;
}

async function md5Of(stream: Readable): Promise<string> {
  const hash = createHash('md5');
  for await (const piece of stream) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}

/** Without folders, and not the same as another in any case: receivers unpack on all kinds of systems. */
function uniqueName(name: string, names: Set<string>): string {
  const plain = plainName(name) || 'file';
  const [, stem = plain, ending = ''] = /^(.+?)(\.[^.]*)?$/.exec(plain) ?? [];
  let unique = plain;
  for (let number = 2; names.has(unique.toLowerCase()); number++) unique = `${stem}-${number}${ending}`;
  names.add(unique.toLowerCase());
  return unique;
}

function operationOf({ identifier, md5 }: Omit<GroupDocument, 'operation'>, held: Held): GroupDocument['operation'] {
  const before = held?.find((document) => document.identifier === identifier);
  if (!before) return 'Add';
  return before.md5 === md5 ? 'None' : 'Upd';
}

const removedFrom = (held: Held, documents: readonly GroupDocument[]): GroupDocument[] =>
  (held ?? [])
    .filter(({ identifier }) => !documents.some((document) => document.identifier === identifier))
    .map((document) => ({ ...document, operation: 'Del' }));

function groupOperation(held: Held, documents: readonly GroupDocument[]): DocumentGroup['operation'] {
  if (held === null) return 'Add';
  return documents.every(({ operation }) => operation === 'None') ? 'None' : 'Upd';
}

const headOf = ({ date, crawler, language, fileName, identifier, kind }: Deposited, rules: GroupRules) => ({
  date: new Date(date),
  crawler: rules.crawler ?? crawler,
  lang: (languageCode(language) ?? language).toUpperCase(),
  format: 'application/zip',
  filename: packageName(fileName),
  identifier,
  type: kind,
});

/** Name of the ZIP, from the file name of a document. */
export const packageName = (fileName: string): string => (/\.zip$/i.test(fileName) ? plainName(fileName) : `${plainName(fileName)}.zip`);
