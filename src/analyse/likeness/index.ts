export { commonCharacters, compareGestalt, histogramOf, lengthBound } from './lsh/gestalt.js';
export { formatSignature, makeLsh } from './lsh/signature.js';
export { parseLabelledPairs, type TuneReport, tuneLsh } from './lsh/tune.js';
export {
  builtInVocabulary,
  formatVocabulary,
  parseVocabulary,
  UnitCounts,
  type UnitKind,
  type Vocabulary,
  vocabularyFromList,
  vocabularyFromTexts,
} from './lsh/vocabulary.js';
export { SketchIndex, type StoredKeys } from './sketch-index.js';
export { type TextSample, textSample } from './text-sample.js';
export { sketchedParts, sketchKeys, sketchLikeness, sketchOf, textSketch } from './text-sketch.js';
