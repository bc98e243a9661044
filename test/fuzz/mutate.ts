/**
 * Inputs made of seeds by chance, the same for the same seed and number on every machine.
 *
 * Changes keep to the words of a text: they are taken out, doubled, exchanged for others of the seeds, or for words that parsers look
 * for. Most inputs stay small, since small ones are many; one in forty may grow.
 */

/** Words that parsers look for: they go where bytes alone would never lead. */
const WORDS: readonly Buffer[] = [
  ['<!--', '-->', '<![CDATA[', ']]>', '<script type="application/ld+json">', '</script>', '<!DOCTYPE a [', '<?xml', '?>', '</', '/>'],
  ['&#x', '&amp;', '&#xD800;', 'prefix="', ' property=', 'itemscope ', '"@context":', '\\u0000', '\\"', '"""', "'''", '{{', '}}', '${'],
  ['[[', ']]', '((', '))', '{', '}', '[', ']', '(', ')', '<', '>', '"', "'", '\r\n\r\n', '\r\n', '\n', '\t', '\u0000', ' '],
  ['%00', '%', '%2F', '..', '//', '\\', ':', ';', '=', ',', '*', '?', '$', '|', '^', '#', '@', '!', '&', '- ', '---', '&a ', '*a', '<<: '],
  ['null', 'true', '__proto__', 'constructor', 'toString', 'NaN', '2024-02-30', '0000-00-00', 'User-agent:', 'Disallow:', 'charset='],
  ['http-equiv=', '@prefix', '_:', '^^', 'SELECT', 'FILTER(', 'INSERT', 'OPTIONAL{', 'GRAPH', 'endobj', 'stream', 'PK\u0003\u0004'],
  ['ECLI:', '/eli/', '10.1000/', 'urn:', 'http://', 'cid:', 'Content-Length: ', 'WARC/1.1\r\n', '\ufeff', 'ß', '漢', '𝒳', '\u202e', 'İ'],
]
  .flat()
  .map((word) => Buffer.from(word));

const NUMBERS = [
  '0',
  '-1',
  '1',
  '255',
  '65536',
  '2147483648',
  '4294967295',
  '9007199254740993',
  '99999999999999999999',
  '1e999',
  '0x10',
  '.5',
].map((number) => Buffer.from(number));

const [SMALL, LARGE] = [6 * 1024, 64 * 1024];
const MOST_WORDS = 2000;

/** A small generator of numbers below one. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Chance {
  readonly below: (most: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  /** How often something is repeated. */
  readonly most: number;
  readonly seeds: readonly Uint8Array[];
  readonly words: readonly Buffer[];
}

/** `seed` names the target too. */
export function inputOf(seeds: readonly Uint8Array[], seed: number, number: number): Buffer {
  const random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const below = (most: number) => Math.floor(random() * most);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const isLarge = below(40) === 0;
  const chance: Chance = { below, pick, most: isLarge ? 400 : 6, seeds, words: wordsOf(seeds) };
  let bytes: Buffer = Buffer.from(pick(seeds));
  for (let left = 1 + below(6); left > 0; left--) bytes = pick(CHANGES)(bytes, chance);
  // A seed that is longer stays whole.
  return bytes.subarray(0, isLarge ? LARGE : Math.max(SMALL, ...seeds.map(({ length }) => length + 100)));
}

type Change = (bytes: Buffer, chance: Chance) => Buffer;

const CHANGES: readonly Change[] = [
  function flipABit(bytes, { below }) {
    if (bytes.length === 0) return bytes;
    const flipped = Buffer.from(bytes);
    const at = below(flipped.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << below(8));
    return flipped;
  },
  function leaveOut(bytes, chance) {
    const [from, to] = spanIn(bytes, chance);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  function repeat(bytes, chance) {
    const [from, to] = spanIn(bytes, chance);
    return between(bytes, to, to, times(bytes.subarray(from, to), 1 + chance.below(chance.most)));
  },
  function insert(bytes, chance) {
    const [at] = spanIn(bytes, chance);
    return between(bytes, at, at, times(wordBy(chance), chance.below(4) === 0 ? 1 + chance.below(chance.most) : 1));
  },
  function exchange(bytes, chance) {
    const [from, to] = wordAt(bytes, chance.below(bytes.length + 1));
    return between(bytes, from, to, isDigits(bytes, from, to) ? chance.pick(NUMBERS) : wordBy(chance));
  },
  function exchangeNumber(bytes, chance) {
    const at = digitFrom(bytes, chance.below(bytes.length + 1));
    const [from, to] = wordAt(bytes, at);
    return between(bytes, from, to, chance.pick(NUMBERS));
  },
  function swap(bytes, chance) {
    const [one, two] = [spanIn(bytes, chance), spanIn(bytes, chance)];
    const [[a, b], [c, d]] = one[0] <= two[0] ? [one, two] : [two, one];
    if (b > c) return bytes;
    const part = (from: number, to?: number) => bytes.subarray(from, to);
    return Buffer.concat([part(0, a), part(c, d), part(b, c), part(a, b), part(d)]);
  },
  function nest(bytes, chance) {
    const from = openingFrom(bytes, chance.below(bytes.length + 1));
    const [, to] = wordAt(bytes, from + 1);
    return between(bytes, from, from, times(bytes.subarray(from, to), 1 + chance.below(4 * chance.most)));
  },
  function goOnWithAnother(bytes, chance) {
    const other = Buffer.from(chance.pick(chance.seeds));
    return Buffer.concat([bytes.subarray(0, spanIn(bytes, chance)[0]), other.subarray(chance.below(other.length + 1))]);
  },
  function writeANumber(bytes, { below, pick }) {
    const written = Buffer.from(bytes);
    const width = pick([1, 2, 4]);
    if (written.length < width) return written;
    const value = pick([0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff]) % 2 ** (8 * width);
    const at = below(written.length - width + 1);
    if (below(2) === 0) written.writeUIntBE(value, at, width);
    else written.writeUIntLE(value, at, width);
    return written;
  },
  function cutOff(bytes, chance) {
    return Buffer.from(
      bytes.subarray(0, chance.below(3) === 0 ? chance.below(bytes.length + 1) : Math.max(0, bytes.length - chance.below(24))),
    );
  },
];

const between = (bytes: Buffer, from: number, to: number, middle: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), middle, bytes.subarray(to)]);

const times = (bytes: Uint8Array, count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => bytes));

const wordBy = ({ below, pick, words }: Chance): Buffer => pick(below(2) === 0 && words.length > 0 ? words : WORDS);

const known = new WeakMap<readonly Uint8Array[], readonly Buffer[]>();

function wordsOf(seeds: readonly Uint8Array[]): readonly Buffer[] {
  const found =
    known.get(seeds) ??
    [
      ...new Set(
        seeds.flatMap(
          (seed) =>
            Buffer.from(seed)
              .toString('latin1')
              .match(/[\w:.-]+|"[^"\n]{0,40}"|<\/?[\w:]+[^<>]{0,40}>/g) ?? [],
        ),
      ),
    ]
      .slice(0, MOST_WORDS)
      .map((word) => Buffer.from(word, 'latin1'));
  known.set(seeds, found);
  return found;
}

const isWord = (byte: number | undefined): boolean =>
  byte !== undefined &&
  ((byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || byte === 95 || (byte >= 97 && byte <= 122) || byte > 127);

const isDigits = (bytes: Buffer, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) < 48 || (bytes[at] ?? 0) > 57) return false;
  return to > from;
};

/** Where the word at a place begins and ends; what is no word stands for itself. */
function wordAt(bytes: Buffer, at: number): [from: number, to: number] {
  if (at >= bytes.length) return [bytes.length, bytes.length];
  let [from, to] = [at, at + 1];
  if (!isWord(bytes[at])) return [from, to];
  while (from > 0 && at - from < 40 && isWord(bytes[from - 1])) from--;
  while (to - at < 40 && isWord(bytes[to])) to++;
  return [from, to];
}

/** A word, or some in a row. */
function spanIn(bytes: Buffer, { below }: Chance): [from: number, to: number] {
  const [from, to] = wordAt(bytes, below(bytes.length + 1));
  return below(2) === 0 ? [from, to] : [from, wordAt(bytes, Math.min(bytes.length, to + below(60)))[1]];
}

function digitFrom(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at++) if (isDigits(bytes, at, at + 1)) return at;
  return start;
}

const OPENING = Buffer.from('<([{"\'');

function openingFrom(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at++) if (OPENING.includes(bytes[at] as number)) return at;
  return start;
}
