/**
 * Editions: archives of a collection that follow each other, the first with everything, the others with what changed since.
 *
 * A document remembers the edition it was last told of by, in its stamp, and the places where it lies in them. So the same
 * archive may be read again, after a run that was stopped or from its beginning, and says nothing twice; and an older one
 * never overrules a later one. A document that lies at two places is gone when the last of them is.
 */
export interface Edition {
  /** Digits: later ones compare as greater. */
  readonly stamp: string;
  /** Where the row lies in the archive, without what differs between archives; a bare name where only that is told. */
  readonly place: string;
}

export interface KnownEdition {
  readonly stamp: string;
  readonly places: readonly string[];
}

const MARK = 'edition ';
/** A document is at one place, hardly ever at two; a list without end would be no help. */
const MAX_PLACES = 50;

/** As it is kept in the stamp of the document. */
export const writtenEdition = ({ stamp, places }: KnownEdition): string => [`${MARK}${stamp}`, ...places.slice(0, MAX_PLACES)].join('\n');

/** Null where the stamp says something else. */
export function editionIn(stamp: string | null | undefined): KnownEdition | null {
  if (!stamp?.startsWith(MARK)) return null;
  const [first = '', ...places] = stamp.split('\n');
  return { stamp: first.slice(MARK.length), places };
}

/** The document as this row tells of it, after everything that is known of it. */
export function deliveredIn({ stamp, place }: Edition, known: KnownEdition | null): KnownEdition {
  const places = known?.places.includes(place) ? known.places : [...(known?.places ?? []), place];
  return { stamp: known && known.stamp > stamp ? known.stamp : stamp, places };
}

/**
 * What is left of a document when a list of deletions names it; null: nothing.
 *
 * Archives bring files first and delete then: what was moved is delivered at its new place before the old one is deleted.
 * A list that names documents alone, or a document whose places are not known, says nothing about what the same archive brings.
 */
export function remainingAfter({ stamp, place }: Edition, known: KnownEdition | null): KnownEdition | null {
  if (known && known.stamp > stamp) return known;
  const isNamed = place.includes('/') && known !== null && known.places.length > 0;
  if (!isNamed) return known?.stamp === stamp ? known : null;
  const places = known.places.filter((each) => each !== place);
  return places.length > 0 ? { stamp, places } : null;
}

const STAMP_FOLDER = /^\d{8}(?:[-_T]?\d{4,6})?$/;

/** Deltas put their stamp in front, lists of deletions leave the ending out. */
export function placeOf(path: string): string {
  const parts = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (parts.length > 1 && STAMP_FOLDER.test(parts[0] ?? '')) parts.shift();
  return parts.join('/').replace(/\.[a-z0-9]{1,5}$/i, '');
}
