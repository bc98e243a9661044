/** Cursors as text: the values of a row in the order it was read by, and what they belong to. For back ends and tests. */
import { type Cursor, StreamError } from './stream.js';

/** What a cursor is good for. */
export interface CursorScope {
  readonly stream: string;
  readonly order: string;
  readonly where: unknown;
}

export type Place = readonly (string | number | null)[];

export const cursorAt = (scope: CursorScope, place: Place): Cursor =>
  Buffer.from(JSON.stringify([nameOf(scope), ...place])).toString('base64url') as Cursor;

/** Throws StreamError when the cursor comes from elsewhere. */
export function placeAt(scope: CursorScope, cursor: Cursor): Place {
  const [name, ...place] = partsOf(cursor);
  if (name !== nameOf(scope) || place.length === 0) throw new StreamError('BAD_CURSOR', scope.stream);
  return place as Place;
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/** Filters may be long lists of numbers: a sum of them will do to notice a cursor that went astray. */
function nameOf({ stream, order, where }: CursorScope): string {
  let sum = 0;
  for (const character of JSON.stringify(where ?? {})) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return `${stream} ${order} ${sum >>> 0}`;
}
