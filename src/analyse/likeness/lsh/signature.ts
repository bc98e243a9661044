/**
 * The signature of a text by locality-sensitive hashing: units found in the vocabulary → a minimum for each hash
 * function → equal bands → a hash of each band. Texts with much in common tend to have equal bands.
 *
 * Every hash is a fixed function of its numbers, so signatures are the same in every process, on every machine, for
 * ever.
 */
import { unitsIn, type Vocabulary } from './vocabulary.js';

/** Maps the number of a unit to a number. */
export type HashFunction = (unit: number) => number;
export type BandHash = (values: readonly number[]) => number;

export interface LshOptions {
  readonly vocabulary: Vocabulary;
  /** A number of hash functions, or the functions. */
  readonly hashes: number | readonly HashFunction[];
  readonly bands: number;
  readonly bandHash?: BandHash;
  /** Splits a text into units; left out: units of the vocabulary's kind. */
  readonly units?: (text: string) => Iterable<string>;
}

export interface Lsh {
  /** Numbers of the units of a text that are in the vocabulary. */
  unitsOf(text: string): Set<number>;
  signatureOf(units: ReadonlySet<number>): number[] | null;
  /** One number for each band; null for a text without any unit of the vocabulary. */
  signature(text: string): number[] | null;
}

/** Throws when the hashes cannot be divided among the bands. */
export function makeLsh({ vocabulary, hashes, bands, bandHash = hashOfBand, units }: LshOptions): Lsh {
  const functions = typeof hashes === 'number' ? hashFunctions(hashes, vocabulary.numbers.size) : hashes;
  checkBands(functions.length, bands);
  const rows = functions.length / bands;
  const unitsOf = (text: string): Set<number> => {
    const found = new Set<number>();
    for (const unit of units ? units(text) : unitsIn(text, vocabulary.kind)) {
      const number = vocabulary.numbers.get(unit);
      if (number !== undefined) found.add(number);
    }
    return found;
  };
  const signatureOf = (numbers: ReadonlySet<number>): number[] | null => {
    if (numbers.size === 0) return null;
    const minima = functions.map((hash) => {
      let least = Number.POSITIVE_INFINITY;
      for (const number of numbers) least = Math.min(least, hash(number));
      return least;
    });
    return Array.from({ length: bands }, (_, band) => bandHash(minima.slice(band * rows, (band + 1) * rows)));
  };
  return { unitsOf, signatureOf, signature: (text) => signatureOf(unitsOf(text)) };
}

function checkBands(hashes: number, bands: number): void {
  if (hashes < 1 || bands < 1 || hashes % bands !== 0)
    throw new Error(
      `${hashes} hash functions cannot be split into ${bands} equal bands: the number of bands must divide that of the hashes.`,
    );
}

/** The signature as stored: its bands, separated by commas. */
export const formatSignature = (signature: readonly number[]): string => signature.join(',');

/** (a·x + b) mod p, with a and b fixed for everybody. p is the first prime beyond the vocabulary, so no two units share a value. */
function hashFunctions(count: number, units: number): HashFunction[] {
  const prime = primeFrom(Math.max(units, 7));
  return Array.from({ length: count }, (_, index): HashFunction => {
    const a = 1 + (spread(2 * index + 1) % (prime - 1));
    const b = spread(2 * index + 2) % prime;
    return (unit) => (a * unit + b) % prime;
  });
}

function primeFrom(least: number): number {
  let candidate = least;
  while (!isPrime(candidate)) candidate++;
  return candidate;
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return number > 1;
}

function spread(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** FNV-1a over the four bytes of each value. */
function hashOfBand(values: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const value of values) for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((value >>> shift) & 0xff), 0x01000193);
  return hash >>> 0;
}
