/**
 * Guesses the encoding of text that declares none and is not UTF-8.
 *
 * Every candidate decodes the same sample; the result that reads most like a language wins. East Asian encodings are
 * first judged by their structure: nearly all byte pairs must be valid and the characters common. Rarely needed, so
 * accuracy matters more than speed.
 */
import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js';
import { languageScore } from './language/language.js';

/** Most common first: an earlier one wins a tie. */
const SINGLE_BYTE = [
  'windows-1252',
  'windows-1251',
  'windows-1250',
  'iso-8859-2',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'koi8-r',
  'windows-1255',
  'windows-1256',
];
const MULTI_BYTE = ['shift_jis', 'euc-jp', 'gb18030', 'euc-kr', 'big5'];

const SAMPLE = 3000;
/** A candidate must beat the default by this much, in units of the language score (0 to 1). */
const MARGIN = 0.02;

export function guessCharset(bytes: Uint8Array): string {
  const sample = sampleOf(bytes);
  const eastAsian = bestEastAsian(sample);
  return eastAsian ?? bestSingleByte(sample);
}

/** East Asian text has runs of high bytes; accented letters stand alone between ASCII letters. */
function hasRuns(sample: Uint8Array): boolean {
  let high = 0;
  let paired = 0;
  for (let at = 0; at < sample.length; at++) {
    if ((sample[at] ?? 0) < 0x80) continue;
    high++;
    if ((sample[at - 1] ?? 0) >= 0x80 || (sample[at + 1] ?? 0) >= 0x80) paired++;
  }
  return paired > 0.6 * high;
}

function bestEastAsian(sample: Uint8Array): string | null {
  if (!hasRuns(sample)) return null;
  let best: string | null = null;
  let bestScore = 0.6;
  for (const charset of MULTI_BYTE) {
    const score = eastAsianScore(new LegacyDecoder(charset).decode(sample), charset);
    if (score > bestScore) [best, bestScore] = [charset, score];
  }
  return best;
}

/** Share of the non-ASCII characters that are common in the encoding's language; each error counts threefold against it. */
function eastAsianScore(text: string, charset: string): number {
  let total = 0;
  let good = 0;
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    if (point < 0x80) continue;
    total++;
    if (point === 0xfffd) good -= 3;
    else good += everyday(point, charset);
  }
  return total < 4 ? 0 : good / total;
}

function everyday(point: number, charset: string): number {
  const kana = point >= 0x3040 && point <= 0x30ff;
  const hangul = point >= 0xac00 && point <= 0xd7a3;
  const han = point >= 0x4e00 && point <= 0x9fff;
  const mark = (point >= 0x3000 && point <= 0x3020) || (point >= 0xff01 && point <= 0xff60);
  if (mark) return 0.9;
  switch (charset) {
    case 'shift_jis':
    case 'euc-jp':
      return kana ? 1.3 : han ? 0.4 : -0.5;
    case 'euc-kr':
      return hangul ? 1 : han ? 0.2 : -0.5;
    case 'gb18030':
      return SIMPLIFIED.has(point) ? 3 : han ? 0.45 : -0.5;
    default:
      return TRADITIONAL.has(point) ? 3 : han ? 0.45 : -0.5;
  }
}

/** The most frequent characters of one Chinese script that a wrong decoding seldom produces. */
const points = (characters: string): ReadonlySet<number> => new Set([...characters].map((char) => char.codePointAt(0) ?? 0));
const SIMPLIFIED = points('的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里');
const TRADITIONAL = points('的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡');

function bestSingleByte(sample: Uint8Array): string {
  let best = 'windows-1252';
  let bestScore = -1;
  for (const charset of SINGLE_BYTE) {
    const score = singleByteScore(new LegacyDecoder(charset).decode(sample));
    if (score > bestScore + (bestScore < 0 ? 0 : MARGIN)) [best, bestScore] = [charset, score];
  }
  return best;
}

/** Signs of a wrong decoding: a symbol or a capital between small letters, control characters. */
const MISREAD = /\p{L}[\u0080-\u009f\u00a1-\u00b4\u00b6-\u00bf\u00d7\u00f7\ufffd]+\p{L}|\p{Ll}(?=\P{ASCII})\p{Lu}|[\u0080-\u009f\ufffd]/gu;

function singleByteScore(text: string): number {
  const foreign = text.match(/\P{ASCII}/gu)?.length ?? 0;
  const misread = text.match(MISREAD)?.length ?? 0;
  return languageScore(text) - misread / Math.max(foreign, 1);
}

/** The text around non-ASCII bytes, without tags: the ASCII text between says nothing about the encoding. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const text = asText(bytes.subarray(0, 200_000));
  const plain = text.replace(/<(?:script|style)\b[^]*?(?:<\/(?:script|style)|$)/gi, ' ').replace(/<[^>]*(?:>|$)/g, ' ');
  const lines = plain.split(/[\r\n]+/).filter((line) => /[\x80-\xff]/.test(line));
  const joined = (lines.length > 0 ? lines.join(' ') : text).replace(/[ \t]+/g, ' ').trim();
  return Buffer.from(joined.slice(0, SAMPLE), 'latin1');
}

const asText = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
