/**
 * What happened to the files of a document: Add, Upd, Del or None each.
 *
 * Pure. A file that is no longer linked from its page is gone; one that is linked and answers 404 is gone when the next
 * run finds the same. One that could not be had for another reason is as it was.
 */
import type { Operation } from './decide.js';

export interface KnownFile {
  readonly resource: number;
  readonly md5: string;
}

/** A file the page links to: `md5` null when it was never had, `gone` in how many runs in a row it answered 404 or 410. */
export interface LinkedFile {
  readonly resource: number;
  readonly md5: string | null;
  readonly gone: number;
}

export interface FileChange {
  readonly resource: number;
  readonly operation: Operation;
}

const SURE = 2;

export function fileChanges(known: readonly KnownFile[], linked: readonly LinkedFile[]): FileChange[] {
  const before = new Map(known.map(({ resource, md5 }) => [resource, md5]));
  const changes: FileChange[] = [];
  for (const file of linked) {
    const operation = changeOf(before.get(file.resource) ?? null, file);
    if (operation) changes.push({ resource: file.resource, operation });
    before.delete(file.resource);
  }
  return [...changes, ...[...before.keys()].map((resource) => ({ resource, operation: 'Del' as const }))];
}

/** Null for a file that nobody has seen yet. */
function changeOf(before: string | null, { md5, gone }: LinkedFile): Operation | null {
  if (gone >= SURE || md5 === null) return before === null ? null : gone >= SURE ? 'Del' : 'None';
  if (before === null) return gone > 0 ? null : 'Add';
  return before === md5 ? 'None' : 'Upd';
}

/** In words: `1 file added, 2 changed`; empty when nothing happened. */
export function inWords(changes: readonly FileChange[]): string {
  const words = { Add: 'added', Upd: 'changed', Del: 'removed' } as const;
  return (['Add', 'Upd', 'Del'] as const)
    .map((operation) => [changes.filter((change) => change.operation === operation).length, words[operation]] as const)
    .filter(([count]) => count > 0)
    .map(([count, word], index) => (index === 0 ? `${count} ${count === 1 ? 'file' : 'files'} ${word}` : `${count} ${word}`))
    .join(', ');
}
