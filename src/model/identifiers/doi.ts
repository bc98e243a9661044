/** Digital Object Identifiers (ISO 26324): 10.registrant/suffix. Case does not matter; lower case is the common form. */
export interface Doi {
  /** 10.5334, or with divisions 10.1000.10. */
  readonly prefix: string;
  readonly suffix: string;
}

const DOI = /^(10\.\d{4,9}(?:\.\d+)*)\/([^\s\p{Cc}]+)$/u;
const IN_TEXT = /(?<![\p{L}\p{N}.])10\.\d{4,9}(?:\.\d+)*\/[^\s"<>{}\p{Cc}]+/gu;

export function parseDoi(raw: string): Doi | null {
  const text = raw.trim().replace(/^(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/|info:doi\/|doi:?\s*)/i, '');
  const [, prefix, suffix] = DOI.exec(/%2f/i.test(text) ? decoded(text) : text) ?? [];
  return prefix === undefined || suffix === undefined ? null : { prefix, suffix: suffix.toLowerCase() };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const formatDoi = ({ prefix, suffix }: Doi): string => `${prefix}/${suffix}`;

export const doiMentions = (text: string): string[] => (text.match(IN_TEXT) ?? []).map(withoutPunctuation);

/** Removes punctuation that ends the sentence, and a bracket whose opening stands before the identifier. */
function withoutPunctuation(mention: string): string {
  let text = mention.replace(/(?<![.,;:!?'’”])[.,;:!?'’”]+$/, '');
  while (/[)\]]$/.test(text) && count(text, /[)\]]/g) > count(text, /[([]/g)) text = text.slice(0, -1).replace(/(?<![.,;:])[.,;:]+$/, '');
  return text;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
