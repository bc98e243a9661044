/** An answer in the format that was asked for. */
import type { QueryResult } from '../query.js';
import { chooseFormat, type FormatWish, mediaTypeOf, QUAD_FORMATS, type ResultFormat, ROW_FORMATS, unacceptable } from './media-types.js';
import { writeQuads } from './quads.js';
import { writeRows } from './rows.js';

export interface Formatted {
  readonly format: ResultFormat;
  readonly mediaType: string;
  /** In pieces, while the answer is found. */
  readonly text: Iterable<string>;
}

/** Throws SparqlError when the answer cannot be written as it is asked for. */
export function formatResult(result: QueryResult, wish: FormatWish): Formatted {
  if (result.kind === 'quads') {
    const format = chooseFormat(QUAD_FORMATS, wish);
    if (!format) throw unacceptable(QUAD_FORMATS, wish);
    return { format, mediaType: mediaTypeOf(format), text: writeQuads(result.quads, format, result.prefixes) };
  }
  const format = chooseFormat(ROW_FORMATS, wish);
  if (!format) throw unacceptable(ROW_FORMATS, wish);
  return { format, mediaType: mediaTypeOf(format), text: writeRows(result, format, wish.isGuarded) };
}
