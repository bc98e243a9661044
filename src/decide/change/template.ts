/**
 * Template changes: banners, menus and footers that many pages of a site gain or lose together.
 *
 * Pure. Two states of a document are compared piece by piece (title, blocks of its content, entries of its metadata); a
 * piece is named by a short hash, `+` gained and `-` lost. A document whose every changed piece is shared with others of
 * its site has not changed: the site has.
 */
import { hash } from 'node:crypto';
import { changedBlocks } from './changed-blocks.js';
import { stableMetadata, storedDigests } from './field-digests.js';

export interface Comparable {
  readonly title: string | null;
  /** JSON of an object. */
  readonly metadata: string;
  /** JSON of the digests, which hold the hashes of the blocks. */
  readonly digests: string;
}

/** Documents of which more pieces changed are not looked into: a template is small. */
const MOST_PIECES = 200;
const SHARED_BY = 3;
/** Of the documents visited at a site, one in so many shares it at least. */
const SHARE = 20;

/** The pieces in which the two differ; null when nothing can be said of them, or too much to be a template's doing. */
export function changedPieces(before: Comparable, after: Comparable): string[] | null {
  const blocks = changedBlocks(storedDigests(before.digests), storedDigests(after.digests));
  if (!blocks) return null;
  const changed = new Set([...blocks.gained.map((block) => `+${block}`), ...blocks.lost.map((block) => `-${block}`)]);
  const old = factsOf(before);
  for (const fact of factsOf(after)) if (!old.delete(fact)) changed.add(`+${fact}`);
  for (const fact of old) changed.add(`-${fact}`);
  return changed.size > MOST_PIECES ? null : [...changed];
}

/** True when all that changed is shared: by three documents and one in twenty of those visited, or by most of them. */
export function isTemplateChange(pieces: readonly string[] | null, documentsWith: (piece: string) => number, visited: number): boolean {
  if (!pieces?.length) return false;
  return pieces.every((piece) => {
    const sharing = documentsWith(piece);
    return (sharing >= SHARED_BY && SHARE * sharing >= visited) || (sharing >= 2 && 2 * sharing > visited);
  });
}

/** Title and entries of the metadata, each as a short name. */
function factsOf({ title, metadata }: Comparable): Set<string> {
  const facts = stableMetadata(JSON.parse(metadata || '{}') as Record<string, unknown>).map((entry) => JSON.stringify(entry));
  return new Set([...facts, `title ${title ?? ''}`].map((fact) => hash('sha1', fact, 'base64url').slice(0, 10)));
}
