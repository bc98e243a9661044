export { keywordDensity } from './keyword-density.js';
export { metaFields } from './meta-fields.js';
export { type PageScore, scoreLinks, scorePage } from './score-page.js';
export { wordCount } from './word-count.js';
