export { compileScope, scopeVerdicts } from './compile-scope.js';
export { depthFilter } from './filters/depth-filter.js';
export { regexFilter } from './filters/regex-filter.js';
export { type PreparedFilter, runFilters } from './filters/run-filters.js';
export { singleFetchFilter } from './filters/single-fetch-filter.js';
export { whiteListFilter } from './filters/white-list-filter.js';
export { compileGlob } from './glob.js';
export { type Objection, type RuleVerdict, ScopeError } from './scope-rule.js';
export { trailLength } from './trail-length.js';
