/** Inputs made of seeds by chance, the same for the same seed and number on every machine. */

/** Words that parsers look for: they go where bytes alone would never lead. */
const WORDS = [
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<script type="application/ld+json">',
  '</script>',
  '<!DOCTYPE a [',
  '<?xml',
  '&#x',
  '&amp;',
  'prefix="',
  ' property=',
  'itemscope ',
  '"@context":',
  '\\u0000',
  '\\"',
  '"""',
  "'''",
  '{{',
  '}}',
  '[[',
  '((',
  '))',
  '\r\n\r\n',
  '\t',
  '\u0000',
  '%00',
  '%',
  '..',
  '//',
  ':',
  ';',
  '=',
  '*',
  '?',
  '$',
  '0',
  '9999999999',
  '-1',
  '1e999',
  'NaN',
  '2024-02-30',
  'User-agent:',
  'Disallow:',
  'charset=',
  'http-equiv=',
  '@prefix',
  '_:',
  '^^',
  'SELECT',
  'FILTER(',
  'INSERT',
  'OPTIONAL{',
  'endobj',
  'stream',
  'PK\u0003\u0004',
  'ECLI:',
  '/eli/',
  '10.1000/',
  'urn:',
  '\ufeff',
  '\ud800',
  'ß',
  '漢',
  '𝒳',
  '\u202e',
].map((word) => Buffer.from(word));

const LARGEST = 64 * 1024;

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

export function inputOf(seeds: readonly Uint8Array[], seed: number, number: number): Buffer {
  const random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const below = (most: number) => Math.floor(random() * most);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  let bytes = Buffer.from(pick(seeds));
  for (let left = 1 + below(6); left > 0; left--) bytes = changed(bytes, below, pick, seeds);
  return bytes.subarray(0, LARGEST);
}

type Below = (most: number) => number;
type Pick = <T>(list: readonly T[]) => T;

function changed(bytes: Buffer, below: Below, pick: Pick, seeds: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  const at = below(bytes.length + 1);
  const to = Math.min(bytes.length, at + below(64));
  const [before, cut, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
  switch (below(7)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      if (at < flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << below(8));
      return flipped;
    }
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, ...Array.from({ length: 1 + below(300) }, () => cut), after]);
    case 3:
      return Buffer.concat([before, pick(WORDS), bytes.subarray(at)]);
    case 4: {
      const word = pick(WORDS);
      return Buffer.concat([before, ...Array.from({ length: 1 + below(300) }, () => word), after]);
    }
    case 5:
      return Buffer.concat([before, Buffer.from(pick(seeds)).subarray(below(50))]);
    default:
      return Buffer.from(before);
  }
}
