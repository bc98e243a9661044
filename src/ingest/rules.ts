/** The rules of the contract, as pure functions: what is refused, and with which words. */
import type { DocumentGroup, GroupDocument } from '../formats/document-groups/index.js';
import type { KnownFile, RefusalCode, UnpackedFile } from './port.js';

/** A call that is refused. Its message is what the caller reads after `Error: `. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    message: string,
    readonly code: RefusalCode,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** All but Del bring data. */
export function mustHaveData({ operation, identifier }: DocumentGroup, length: number): void {
  if (operation === 'Del' || length > 0) return;
  throw new Refusal(`ZipData length is zero, document identifier: ${identifier} and Operation: ${operation}`, 'no-data');
}

/** Add wants a free identifier, Upd and Del one that is used. None asks for nothing. */
export function mustFit({ operation, identifier }: DocumentGroup, isUsed: boolean): void {
  if (operation === 'Add' && isUsed)
    throw new Refusal(`There is a document identifier: ${identifier}. You can't use Operation: ${operation}`, 'used');
  if ((operation === 'Upd' || operation === 'Del') && !isUsed)
    throw new Refusal(`No document identifier: ${identifier}. You can't use Operation: ${operation}`, 'unknown');
}

export const notYours = ({ operation, identifier }: DocumentGroup): Refusal =>
  new Refusal(`Document identifier: ${identifier} was added by another sender. You can't use Operation: ${operation}`, 'not-yours');

/** Not the words for a used group: a sender takes those for the answer to its own repetition. */
export const documentUsed = ({ operation }: DocumentGroup, { identifier, group }: { identifier: string; group: string }): Refusal =>
  new Refusal(`Document identifier: ${identifier} is used by another group: ${group}. You can't use Operation: ${operation}`, 'used');

export const missingFile = ({ file, identifier }: GroupDocument): Refusal =>
  new Refusal(`Zip archive does not contain file: ${file}, document identifier: ${identifier}`, 'package');

/** What is wrong with the digest of a file; null when it is right. */
export function digestProblem({ file, identifier, md5 }: GroupDocument, content: UnpackedFile): string | null {
  if (md5.toLowerCase() === content.md5) return null;
  return `Md5 of file: ${file} is ${content.md5}, the description says ${md5}, document identifier: ${identifier}`;
}

/** The files a store has to take: all of a new group; of a known one those that come or change, and those it never got. */
export function filesToStore(
  { operation, documents }: DocumentGroup,
  contents: ReadonlyMap<string, UnpackedFile>,
  known: readonly KnownFile[] | null,
): ReadonlyMap<string, UnpackedFile> {
  const there = new Set(operation === 'Add' ? [] : known?.map(({ identifier }) => identifier));
  const isTaken = (document: GroupDocument): boolean => document.operation !== 'None' || !there.has(document.identifier);
  return new Map(
    documents.flatMap((document) => {
      const content = contents.get(document.identifier);
      return content && isTaken(document) ? [[document.identifier, content] as const] : [];
    }),
  );
}

/** Letters of an identifier mean the same in either case. */
export const inOneCase = (group: DocumentGroup): DocumentGroup => ({
  ...group,
  identifier: group.identifier.toLowerCase(),
  documents: group.documents.map((document) => ({ ...document, identifier: document.identifier.toLowerCase() })),
});
