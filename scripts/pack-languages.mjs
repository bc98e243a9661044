// Packs the language data of the npm package `eld` into src/extract/languages.bin, which the program reads at run time
// (src/extract/language-table.ts explains the layout and must agree with it). Run it after a new version of `eld`:
//
//   node scripts/pack-languages.mjs            writes the file
//   node scripts/pack-languages.mjs --check    fails when the file is not what this would write
//
// The same input gives the same bytes, so the committed file can be checked by anybody.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../src/extract/languages.bin', import.meta.url);
/** "WLT1", little-endian. */
const MAGIC = 0x31544c57;
const BUCKETS = 1 << 15;
/** `eld` leaves this out of every score it stores, and adds it again for each n-gram it finds. */
const BASE_SCORE = 53;
const SPACE = 0x20;

/** The package shows only its entry points; the data lie beside them. */
const inside = (path) => import(new URL(path, import.meta.resolve('eld/extrasmall')).href);
const { ngramsData } = await inside('../ngrams/extrasmall.js');
const { dictionary } = await inside('../dictionary.js');
const { separators } = await inside('../regexPatterns.js');

function pack() {
  const entries = Object.entries(ngramsData.ngrams).map(toEntry).sort(byBucketThenKey);
  const codes = Object.values(ngramsData.languages);
  const postings = entries.flatMap((entry) => entry.postings);
  if (codes.length > 64 || codes.some((code) => !/^[a-z]{2}$/.test(code)))
    throw new Error('More than 64 languages, or a code that is not two letters.');
  if (entries.length > 0xffff) throw new Error('More n-grams than a 16-bit number can count.');
  return Buffer.concat([
    bytesOf(Uint32Array.of(MAGIC, codes.length, entries.length, postings.length)),
    bytesOf(Int32Array.from(entries, (entry) => entry.low)),
    bytesOf(
      runningTotal(
        Uint32Array,
        entries.map((entry) => entry.postings.length),
      ),
    ),
    bytesOf(Uint16Array.from(entries, (entry) => entry.high)),
    bytesOf(runningTotal(Uint16Array, bucketSizes(entries))),
    bytesOf(Uint16Array.from(postings)),
    letters(),
    foldedBytes(),
    Buffer.from(codes.join(''), 'latin1'),
  ]);
}

/** An n-gram has three to six bytes: four in `low`, the rest in `high`, first byte lowest. No byte is zero, so the length needs no place. */
function toEntry([ngram, scores]) {
  const bytes = Buffer.alloc(6);
  Array.from(ngram, (character, at) => bytes.writeUInt8(byteOf(character), at));
  const low = bytes.readInt32LE(0);
  const high = bytes.readUInt16LE(4);
  return {
    low,
    high,
    bucket: bucketOf(low, high),
    postings: Object.entries(scores).map(([language, score]) => posting(Number(language), score)),
  };
}

/** In the data a character stands for a byte of UTF-8: itself when ASCII would have it in a word, else by the dictionary. */
function byteOf(character) {
  const byte = /[a-z'` ]/.test(character) ? character.charCodeAt(0) : dictionary.indexOf(character, 0x80);
  if (byte < 0) throw new Error(`No byte stands behind the character "${character}".`);
  return byte;
}

/** Language in six bits, weight in the ten above. */
function posting(language, score) {
  const weight = score + BASE_SCORE;
  if (!Number.isInteger(weight) || weight <= 0 || weight > 1023) throw new Error(`A weight of ${weight} does not fit.`);
  return (weight << 6) | language;
}

const bucketOf = (low, high) => (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 17;
const byBucketThenKey = (a, b) => a.bucket - b.bucket || a.low - b.low || a.high - b.high;

function bucketSizes(entries) {
  const sizes = Array.from({ length: BUCKETS }, () => 0);
  for (const { bucket } of entries) sizes[bucket]++;
  return sizes;
}

/** Where each begins, and where the last one ends. */
function runningTotal(Numbers, sizes) {
  const starts = new Numbers(sizes.length + 1);
  for (const [at, size] of sizes.entries()) starts[at + 1] = starts[at] + size;
  return starts;
}

/** One bit for every UTF-16 unit that `eld` takes for a letter; the others separate words. Its letters are those of one Unicode version. */
function letters() {
  const bits = new Uint8Array(0x10000 / 8);
  for (let unit = 0; unit < 0x10000; unit++) if (isLetter(unit)) bits[unit >> 3] |= 1 << (unit & 7);
  return bits;
}

/** Between two other separators, because a quotation mark may end a word but does not part two. */
const isLetter = (unit) => ` ${String.fromCharCode(unit)} `.replace(separators, '') !== '';

/** Bytes beyond ASCII that occur in no n-gram all count as one: the space. */
const foldedBytes = () => Uint8Array.from(dictionary, (character, byte) => (byte < 0x80 || character !== ' ' ? byte : SPACE));

const bytesOf = ({ buffer }) => Buffer.from(buffer);

const packed = pack();
if (!process.argv.includes('--check')) writeFileSync(FILE, packed);
else if (!packed.equals(readFileSync(FILE))) {
  process.stderr.write('src/extract/languages.bin is not made from the installed version of `eld`: run node scripts/pack-languages.mjs\n');
  process.exitCode = 1;
}
