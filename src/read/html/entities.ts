/**
 * Decodes character references (`&amp;`, `&#8364;`, `&copy` without semicolon) as the HTML standard
 * does for text and for attribute values, where the rules differ.
 *
 * The table of names and the rules are htmlparser2's: a tokenizer of its own reads nothing but the
 * value and reports what the references stand for.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export type Place = 'text' | 'attribute';

let source = '';
let decoded = '';
const take = (start: number, end: number): void => {
  decoded += source.slice(start, end);
};
const takePoint = (point: number): void => {
  decoded += String.fromCodePoint(point);
};
const ignore = (): void => undefined;

const callbacks: TokenizerCallbacks = {
  ontext: take,
  onattribdata: take,
  ontextentity: takePoint,
  onattribentity: takePoint,
  onattribend: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
};

const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks);

export function decodeEntities(value: string, place: Place): string {
  // Characters that would end the value for the tokenizer are passed as references.
  source = place === 'text' ? value.replaceAll('<', '&lt;') : `<a a="${value.replaceAll('"', '&quot;')}">`;
  decoded = '';
  tokenizer.reset();
  tokenizer.write(source);
  tokenizer.end();
  return decoded;
}
