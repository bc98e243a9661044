/**
 * What happened to a document of several files, by what happened to each of them.
 *
 * Pure. A file is compared by what its rule compares (bytes, or a part of them); one that could not be had this time is as it
 * was, since that says nothing about it. The document follows from its files: new, changed when any of them is, else the same.
 */
import type { Operation } from './decide.js';

export interface KnownDocumentFile {
  readonly name: string;
  readonly md5: string;
  /** Of what is compared where that is not the bytes. */
  readonly compared: string | null;
}

/** A file as this run found it; null digests: the server says it is as it was, or it could not be had. */
export interface SeenDocumentFile {
  readonly name: string;
  readonly md5: string | null;
  readonly compared: string | null;
}

export interface DocumentDecision {
  readonly operation: Operation;
  /** For people, in a clause. */
  readonly reason: string;
  /** Names of files that are not as they were. */
  readonly changed: readonly string[];
  readonly files: ReadonlyMap<string, Operation>;
}

/** `known` is null where the document is new, or was deleted. */
export function decideDocument(known: readonly KnownDocumentFile[] | null, seen: readonly SeenDocumentFile[]): DocumentDecision {
  const before = new Map((known ?? []).map((file) => [file.name, file]));
  const files = new Map<string, Operation>();
  for (const file of seen) files.set(file.name, operationOf(before.get(file.name) ?? null, file));
  for (const name of before.keys()) if (!files.has(name)) files.set(name, 'Del');
  const changed = [...files].filter(([, operation]) => operation !== 'None').map(([name]) => name);
  if (known === null) return { operation: 'Add', reason: 'not known before', changed: [], files };
  if (changed.length === 0) return { operation: 'None', reason: 'all files are the same', changed, files };
  return { operation: 'Upd', reason: inWords(files), changed, files };
}

function operationOf(before: KnownDocumentFile | null, { md5, compared }: SeenDocumentFile): Operation {
  if (!before) return 'Add';
  if (md5 === null || before.md5 === md5) return 'None';
  return compared !== null && before.compared === compared ? 'None' : 'Upd';
}

const WORDS = { Add: 'added', Upd: 'changed', Del: 'removed' } as const;

function inWords(files: ReadonlyMap<string, Operation>): string {
  return (['Add', 'Upd', 'Del'] as const)
    .map((operation) => [[...files.values()].filter((each) => each === operation).length, WORDS[operation]] as const)
    .filter(([count]) => count > 0)
    .map(([count, word], index) => (index === 0 ? `${count} ${count === 1 ? 'file' : 'files'} ${word}` : `${count} ${word}`))
    .join(', ');
}
