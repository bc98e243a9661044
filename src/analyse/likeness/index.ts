export { type DuplicateOptions, Likeness, type StoredLikenesses } from './likeness.js';
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
export type { StoredSignature } from './signatures.js';
export type { SketchCandidate } from './sketches.js';
export { type TextSample, textSample } from './text-sample.js';
export { sketchedParts, sketchOf, textSketch } from './text-sketch.js';
