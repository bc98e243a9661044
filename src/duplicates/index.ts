/** Duplicates: how alike two texts are, told from small sketches of them; and locality-sensitive hashing as a contract wants it. */

export { commonCharacters, compareGestalt, type GestaltResult, gestaltRatio, histogramOf, lengthBound } from './lsh/gestalt.js';
export { formatSignature, type Lsh, type LshOptions, makeLsh } from './lsh/signature.js';
export { type LabelledPair, parseLabelledPairs, type TuneReport, tuneLsh } from './lsh/tune.js';
export {
  builtInVocabulary,
  formatVocabulary,
  parseVocabulary,
  type UnitKind,
  type Vocabulary,
  vocabularyFromList,
  vocabularyFromTexts,
} from './lsh/vocabulary.js';
export { SketchIndex, type StoredKeys } from './sketch-index.js';
export { type TextSample, textSample } from './text-sample.js';
export { sketchedParts, sketchKeys, sketchLikeness, sketchOf, textSketch } from './text-sketch.js';
