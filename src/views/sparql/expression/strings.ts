/** Functions on texts. The result keeps the language or type of its first argument, as the standard asks. */
import { createHash } from 'node:crypto';
import type { Literal } from '@rdfjs/types';
import type { Term } from '../../../store/index.js';
import type { Budget } from '../limits.js';
import { boolean, integer, iri, isLiteral, isPlain, languageText, text, typed } from '../terms.js';
import type { Functions } from './functions.js';
import { isExact, type Numeric, numberOf, rounded, valueOf } from './numbers.js';
import { compilePattern, replaceAll } from './regex.js';

/** A text, with a language or without. Other types are no texts, however they look. */
export const asText = (term: Term | undefined): Literal | null =>
  term && isLiteral(term) && (isPlain(term) || term.language !== '') ? term : null;

/** The second argument has no language, or the same. */
function pair(args: readonly Term[]): readonly [Literal, Literal] | null {
  const [first, second] = [asText(args[0]), asText(args[1])];
  if (!first || !second) return null;
  return isPlain(second) || second.language === first.language ? [first, second] : null;
}

const like = (model: Literal, value: string): Literal => (model.language === '' ? text(value) : languageText(value, model.language));

function test(check: (whole: string, part: string) => boolean): (args: readonly Term[]) => Term | null {
  return (args) => {
    const both = pair(args);
    return both && boolean(check(both[0].value, both[1].value));
  };
}

function mapped(change: (value: string) => string): (args: readonly Term[]) => Term | null {
  return ([first]) => {
    const literal = asText(first);
    return literal && like(literal, change(literal.value));
  };
}

function digest(algorithm: string): (args: readonly Term[]) => Term | null {
  return ([first]) => {
    if (!first || !isLiteral(first) || !isPlain(first)) return null;
    return text(createHash(algorithm).update(first.value).digest('hex'));
  };
}

export const STRING_FUNCTIONS: Functions = {
  strlen: ([first]) => {
    const literal = asText(first);
    return literal && integer(charactersIn(literal.value));
  },
  ucase: mapped((value) => value.toUpperCase()),
  lcase: mapped((value) => value.toLowerCase()),
  substr: substring,
  contains: test((whole, part) => whole.includes(part)),
  strstarts: test((whole, part) => whole.startsWith(part)),
  strends: test((whole, part) => whole.endsWith(part)),
  strbefore: (args) => around(args, (whole, at) => whole.slice(0, at)),
  strafter: (args) => around(args, (whole, at, length) => whole.slice(at + length)),
  encode_for_uri: ([first]) => {
    const literal = asText(first);
    return literal && text(encodeForUri(literal.value));
  },
  concat: concatenated,
  langmatches: ([tag, range]) => {
    if (!tag || !range || !isLiteral(tag) || !isLiteral(range)) return null;
    return boolean(languageMatches(tag.value, range.value));
  },
  regex: ([subject, pattern, flags]) => {
    const [value, source] = [asText(subject), asText(pattern)];
    const compiled = value && source && compilePattern(source.value, flags?.value ?? '');
    return compiled && boolean(compiled.matcher(value.value).find());
  },
  replace: ([subject, pattern, replacement, flags], budget) => {
    const [value, source, by] = [asText(subject), asText(pattern), asText(replacement)];
    if (!value || !source || !by) return null;
    const replaced = replaceAll(value.value, source.value, by.value, flags?.value ?? '', budget);
    return replaced === null ? null : like(value, replaced);
  },
  strdt: ([lexical, datatype]) =>
    lexical && datatype?.termType === 'NamedNode' && isLiteral(lexical) && isPlain(lexical) ? typed(lexical.value, datatype.value) : null,
  strlang: ([lexical, language]) => {
    if (!lexical || !language || !isLiteral(lexical) || !isPlain(lexical) || !isLiteral(language)) return null;
    return /^[a-z]{1,8}(-[a-z0-9]{1,8})*$/i.test(language.value) ? languageText(lexical.value, language.value) : null;
  },
  md5: digest('md5'),
  sha1: digest('sha1'),
  sha256: digest('sha256'),
  sha384: digest('sha384'),
  sha512: digest('sha512'),
  struuid: () => text(crypto.randomUUID()),
  uuid: () => iri(`urn:uuid:${crypto.randomUUID()}`),
};

/** Counted in characters from 1, with the rounding of XPath: what lies before the first character takes from the length. */
function substring([first, start, length]: readonly Term[]): Term | null {
  const literal = asText(first);
  const from = roundedOf(start);
  const count = length === undefined ? Number.POSITIVE_INFINITY : roundedOf(length);
  if (!literal || from === null || count === null) return null;
  const { value } = literal;
  const begin = placeOf(value, 0, from - 1);
  return like(literal, value.slice(begin, placeOf(value, begin, from - 1 + count - Math.max(0, from - 1))));
}

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;

function charactersIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += isPair(text, at) ? 2 : 1) count++;
  return count;
}

/** So many characters on. */
function placeOf(text: string, from: number, characters: number): number {
  let at = from;
  for (let left = characters; left > 0 && at < text.length; left--) at += isPair(text, at) ? 2 : 1;
  return at;
}

function roundedOf(term: Term | undefined): number | null {
  const number: Numeric | null = term && isLiteral(term) ? numberOf(term) : null;
  if (!number) return null;
  return valueOf(isExact(number) ? rounded('round', number) : { ...number, value: Math.round(number.value) });
}

/** An empty text without language when the part is not there. */
function around(args: readonly Term[], cut: (whole: string, at: number, length: number) => string): Term | null {
  const both = pair(args);
  if (!both) return null;
  const [whole, part] = both;
  const at = whole.value.indexOf(part.value);
  return at < 0 ? text('') : like(whole, cut(whole.value, at, part.value.length));
}

function concatenated(args: readonly Term[], budget: Budget): Term | null {
  const parts = args.map(asText);
  if (!parts.every((part) => part !== null)) return null;
  budget.mayMake(parts.reduce((sum, part) => sum + part.value.length, 0));
  const value = parts.map((part) => part.value).join('');
  const language = parts[0]?.language ?? '';
  return language !== '' && parts.every((part) => part.language === language) ? languageText(value, language) : text(value);
}

const encodeForUri = (value: string): string =>
  encodeURIComponent(Buffer.from(value).toString()).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

function languageMatches(tag: string, range: string): boolean {
  if (range === '*') return tag !== '';
  const [language, wanted] = [tag.toLowerCase(), range.toLowerCase()];
  return language === wanted || language.startsWith(`${wanted}-`);
}
