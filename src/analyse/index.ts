export { keywordDensity } from './keyword-density.js';
export { metaFields } from './meta-fields.js';
export { type ChosenAnalyser, type PageScore, type ScorePart, scorePage } from './score-page.js';
export { wordCount } from './word-count.js';
