/**
 * What is looked at before a parser sees a description: its size, how much markup is in it, a document type declaration.
 *
 * Everything here is linear in the text, so that a hostile one costs no more than reading it.
 */
import { type Fault, fault } from './metainfo-error.js';

export interface MetaInfoLimits {
  /** Characters of the description. */
  readonly length: number;
  readonly documents: number;
}

export const METAINFO_LIMITS: MetaInfoLimits = { length: 16_000_000, documents: 10_000 };

/** Why a description is not even parsed; null when it may be. */
export function refusalOf(text: string, limits: MetaInfoLimits): Fault | null {
  if (text.trim() === '') return fault('MetaInfo is empty: the XML description of the group is missing.');
  if (text.length > limits.length) return fault(`MetaInfo has ${text.length} characters; ${limits.length} are allowed.`);
  if (hasDoctype(text)) return fault('MetaInfo has a document type declaration (<!DOCTYPE); none is allowed. Send it without.');
  if (hasTooMuchMarkup(text, limits)) return fault(tooManyDocuments(limits));
  return null;
}

export const tooManyDocuments = ({ documents }: MetaInfoLimits): string =>
  `The group lists more than ${documents} documents, the most that are allowed.`;

/** A declaration stands before the root: nothing but white space, comments and instructions may precede it. */
function hasDoctype(text: string): boolean {
  let at = text.search(/[^\s\uFEFF]/);
  while (at >= 0 && at < text.length) {
    const end = text.startsWith('<?', at) ? text.indexOf('?>', at) + 2 : text.startsWith('<!--', at) ? text.indexOf('-->', at + 4) + 3 : 0;
    if (end < 4) break;
    at = end;
    while (at < text.length && /\s/.test(text.charAt(at))) at++;
  }
  return /^<!doctype/i.test(text.slice(at, at + 9));
}

/** A tree needs many times the room of its text: what has far more tags or attributes than so many documents can have is refused. */
function hasTooMuchMarkup(text: string, { documents }: MetaInfoLimits): boolean {
  let [tags, quotes] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LESS_THAN) tags++;
    else if (code === QUOTE || code === APOSTROPHE) quotes++;
  }
  return tags > documents * 4 + 100 || quotes > documents * 40 + 1000;
}

const [LESS_THAN, QUOTE, APOSTROPHE] = [60, 34, 39];
