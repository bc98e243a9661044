/**
 * Reads a Content-Type field: the media type it names and the charset it declares.
 *
 * Stricter than a mail reader, looser than a validator: the first charset parameter that holds a
 * known label counts, a malformed one is passed over, and text inside a quoted value is never
 * mistaken for a parameter. A field sent twice arrives joined by commas; the first part wins.
 */
import { charsetOfLabel } from './charset-label.js';

export interface ContentType {
  /** Lower case, without parameters; null when the field names none. */
  readonly type: string | null;
  /** The label as written, for labels whose byte order the content has to tell (`utf-16`). */
  readonly label: string | null;
  /** WHATWG name; null when no known charset is declared. */
  readonly charset: string | null;
}

const NOTHING: ContentType = { type: null, label: null, charset: null };
const ESSENCE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/;
const LONGEST = 1000;
/** A cache: servers send few different values. */
const known = new Map<string, ContentType>();
const KNOWN_LIMIT = 500;

export function parseContentType(field: string | null): ContentType {
  if (field === null) return NOTHING;
  const value = field.length > LONGEST ? field.slice(0, LONGEST) : field;
  const hit = known.get(value);
  if (hit) return hit;
  const parsed = parse(value);
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(value, parsed);
  return parsed;
}

function parse(value: string): ContentType {
  const [first = '', ...rest] = splitOutsideQuotes(value);
  const essence = first.trim().toLowerCase();
  for (const part of rest) {
    const label = charsetLabel(part.trim());
    const charset = label === null ? null : charsetOfLabel(label);
    if (charset !== null) return { type: ESSENCE.test(essence) ? essence : null, label, charset };
  }
  return { type: ESSENCE.test(essence) ? essence : null, label: null, charset: null };
}

/** Pieces between semicolons and commas that stand outside quotation marks. */
function splitOutsideQuotes(value: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < value.length; at++) {
    const char = value[at];
    if (quoted && char === '\\') at++;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && (char === ';' || char === ',')) {
      pieces.push(value.slice(start, at));
      start = at + 1;
    }
  }
  pieces.push(value.slice(start));
  return pieces;
}

/** A malformed parameter gives no charset: a space around the equals sign, or an open quotation mark. */
function charsetLabel(part: string): string | null {
  const equals = part.indexOf('=');
  if (equals < 0 || part.slice(0, equals).toLowerCase() !== 'charset') return null;
  const value = part.slice(equals + 1);
  if (value.startsWith('"')) return value.length > 2 && value.endsWith('"') ? value.slice(1, -1) : null;
  return value === '' || /^\s/.test(value) ? null : value;
}
