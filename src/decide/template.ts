/**
 * Template changes: banners, menus and footers that many pages of a site gain or lose together.
 *
 * Pure. Two states of a document are compared piece by piece (title, blocks of text, entries of its metadata); a piece
 * is named by a short hash, `+` gained and `-` lost. A document whose every changed piece is shared with others of its
 * site has not changed: the site has.
 */
export interface Comparable {
  readonly title: string | null;
  /** Blocks separated by line feeds. */
  readonly text: string;
  /** JSON of an object. */
  readonly metadata: string;
}

/** Texts longer than this, and documents of which more pieces changed, are not looked into: a template is small. */
const LONGEST_TEXT = 400_000;
const MOST_PIECES = 200;
const SHARED_BY = 3;
/** Of the documents visited at a site, one in so many shares it at least. */
const SHARE = 20;

/** The pieces in which the two differ; null when that is too much to be a template's doing. */
export function changedPieces(before: Comparable, after: Comparable): string[] | null {
  if (before.text.length > LONGEST_TEXT || after.text.length > LONGEST_TEXT) return null;
  const old = piecesOf(before);
  const changed = new Set<string>();
  for (const piece of piecesOf(after)) if (!old.delete(piece)) changed.add(`+${hash(piece)}`);
  for (const piece of old) changed.add(`-${hash(piece)}`);
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

function piecesOf({ title, text, metadata }: Comparable): Set<string> {
  const pieces = new Set(text === '' ? [] : text.split('\n'));
  if (title !== null) pieces.add(`title ${title}`);
  for (const [name, value] of Object.entries(JSON.parse(metadata || '{}') as object)) pieces.add(`${name} ${JSON.stringify(value)}`);
  return pieces;
}

/** 53 bits by two multiplications a character (cyrb53): nobody gains by a collision, and thousands are made per page. */
function hash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
