/**
 * Finds the settings of locality-sensitive hashing that best separate labelled pairs.
 *
 * Every third pair is set aside. Vocabulary, hashes, bands and threshold are chosen with the others, and the figures are
 * measured on the pairs set aside. Two texts count as duplicates when they share a band and their gestalt ratio reaches
 * the threshold.
 */
import { gestaltRatio } from './gestalt.js';
import { makeLsh } from './signature.js';
import { builtInVocabulary, type Vocabulary } from './vocabulary.js';

export interface LabelledPair {
  readonly a: string;
  readonly b: string;
  readonly duplicate: boolean;
}

export interface NamedVocabulary {
  readonly name: string;
  readonly vocabulary: Vocabulary;
}

/** Settings, with their results on the pairs set aside. A share of nothing is null. */
export interface Tuned {
  readonly vocabulary: string;
  readonly hashes: number;
  readonly bands: number;
  readonly threshold: number;
  readonly accuracy: number;
  readonly precision: number | null;
  readonly recall: number | null;
}

export interface TuneReport {
  readonly pairs: number;
  /** How many pairs were set aside. */
  readonly tested: number;
  readonly byVocabulary: readonly Tuned[];
  readonly best: Tuned;
  /** The settings of the gov profile. */
  readonly standard: Tuned;
}

const SHAPES: readonly (readonly [hashes: number, bands: number])[] = [
  [1, 1],
  [2, 1],
  [2, 2],
  [4, 2],
  [4, 4],
  [8, 4],
  [8, 8],
  [16, 8],
  [16, 16],
  [32, 16],
  [64, 32],
];
const THRESHOLDS = [0, 0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98];
const STANDARD = { hashes: 1, bands: 1, threshold: 0.9 };
const KEPT_ASIDE = 3;
const LONGEST_LINE = 10_000_000;

/** One JSON object per line; empty lines are skipped. Throws with the number of a line that is wrong. */
export function parseLabelledPairs(text: string, name: string): LabelledPair[] {
  const pairs = text.split(/\r?\n/).flatMap((line, index): LabelledPair[] => {
    if (line.trim() === '') return [];
    const pair = line.length > LONGEST_LINE ? null : parsedLine(line);
    if (typeof pair?.a !== 'string' || typeof pair.b !== 'string' || typeof pair.duplicate !== 'boolean')
      throw new Error(`${name}:${index + 1}: this is no labelled pair. Each line is to be { "a": "…", "b": "…", "duplicate": true }.`);
    return [{ a: pair.a, b: pair.b, duplicate: pair.duplicate }];
  });
  const duplicates = pairs.filter(({ duplicate }) => duplicate).length;
  if (duplicates < KEPT_ASIDE || pairs.length - duplicates < KEPT_ASIDE)
    throw new Error(
      `${name} has ${duplicates} duplicates and ${pairs.length - duplicates} others: at least ${KEPT_ASIDE} of each are needed.`,
    );
  return pairs;
}

function parsedLine(line: string): Partial<Record<keyof LabelledPair, unknown>> | null {
  try {
    return JSON.parse(line) as Partial<LabelledPair> | null;
  } catch {
    return null;
  }
}

export function tuneLsh(pairs: readonly LabelledPair[], vocabularies: readonly NamedVocabulary[]): TuneReport {
  const judged = pairs.map((pair): JudgedPair => ({ ...pair, ratio: gestaltRatio(pair.a.toLowerCase(), pair.b.toLowerCase()) }));
  // Splits duplicates and others separately, so that both parts contain both.
  const parts = [judged.filter(({ duplicate }) => duplicate), judged.filter(({ duplicate }) => !duplicate)];
  const tests = parts.flatMap((part) => part.filter((_, at) => at % KEPT_ASIDE === KEPT_ASIDE - 1));
  const trained = parts.flatMap((part) => part.filter((_, at) => at % KEPT_ASIDE !== KEPT_ASIDE - 1));
  const chosen = vocabularies.map((named) => {
    const settings = bestFor(named, trained);
    return { settings, tuned: scored(named, settings, tests) };
  });
  const best = chosen.reduce((left, right) => (isBetter(right.settings, left.settings) ? right : left));
  const standard = { name: 'sl-triples', vocabulary: builtInVocabulary('sl-triples') as Vocabulary };
  return {
    pairs: pairs.length,
    tested: tests.length,
    byVocabulary: chosen.map(({ tuned }) => tuned),
    best: best.tuned,
    standard: scored(standard, STANDARD, tests),
  };
}

interface JudgedPair extends LabelledPair {
  readonly ratio: number;
}

interface Settings {
  readonly hashes: number;
  readonly bands: number;
  readonly threshold: number;
}

interface TrainedSettings extends Settings {
  readonly accuracy: number;
  /** Distance from the threshold to the nearest pair: of equally good thresholds the middle one is best. */
  readonly margin: number;
  /** Pairs that would be compared although they are no duplicates. */
  readonly falseCandidates: number;
}

function bestFor({ vocabulary }: NamedVocabulary, pairs: readonly JudgedPair[]): TrainedSettings {
  let best: TrainedSettings | null = null;
  const units = unitsOfPairs(vocabulary, pairs);
  for (const [hashes, bands] of SHAPES) {
    const candidates = candidatesBy(vocabulary, hashes, bands, units);
    const falseCandidates = pairs.filter(({ duplicate }, at) => candidates[at] && !duplicate).length;
    for (const threshold of THRESHOLDS) {
      const right = pairs.filter((pair, at) => ((candidates[at] ?? false) && pair.ratio >= threshold) === pair.duplicate).length;
      const margin = pairs.reduce((least, { ratio }, at) => (candidates[at] ? Math.min(least, Math.abs(ratio - threshold)) : least), 1);
      const trained = { hashes, bands, threshold, accuracy: right / pairs.length, margin, falseCandidates };
      if (!best || isBetter(trained, best)) best = trained;
    }
  }
  return best as TrainedSettings;
}

/** Prefers more correct pairs, then fewer useless comparisons, then the threshold farthest from any pair. */
const isBetter = (a: TrainedSettings, b: TrainedSettings): boolean =>
  a.accuracy !== b.accuracy
    ? a.accuracy > b.accuracy
    : a.falseCandidates !== b.falseCandidates
      ? a.falseCandidates < b.falseCandidates
      : a.margin > b.margin;

/** Units of both texts of each pair, computed once for all numbers of hashes and bands. */
type PairUnits = readonly (readonly [Set<number>, Set<number>])[];

function unitsOfPairs(vocabulary: Vocabulary, pairs: readonly LabelledPair[]): PairUnits {
  const { unitsOf } = makeLsh({ vocabulary, hashes: 1, bands: 1 });
  return pairs.map(({ a, b }) => [unitsOf(a), unitsOf(b)]);
}

function candidatesBy(vocabulary: Vocabulary, hashes: number, bands: number, units: PairUnits): boolean[] {
  const { signatureOf } = makeLsh({ vocabulary, hashes, bands });
  return units.map(([a, b]) => {
    const [one, other] = [signatureOf(a), signatureOf(b)];
    return one !== null && other !== null && one.some((band, at) => band === other[at]);
  });
}

function scored({ name, vocabulary }: NamedVocabulary, { hashes, bands, threshold }: Settings, pairs: readonly JudgedPair[]): Tuned {
  const candidates = candidatesBy(vocabulary, hashes, bands, unitsOfPairs(vocabulary, pairs));
  const said = pairs.map(({ ratio }, at) => (candidates[at] ?? false) && ratio >= threshold);
  const count = (is: boolean, truth: boolean): number => pairs.filter(({ duplicate }, at) => said[at] === is && duplicate === truth).length;
  const [right, wrong, missed] = [count(true, true), count(true, false), count(false, true)];
  return {
    vocabulary: name,
    hashes,
    bands,
    threshold,
    accuracy: (right + count(false, false)) / pairs.length,
    precision: right + wrong === 0 ? null : right / (right + wrong),
    recall: right + missed === 0 ? null : right / (right + missed),
  };
}
