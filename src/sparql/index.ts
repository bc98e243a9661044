export { type Dataset, SEPARATE, WHOLE } from './dataset.js';
export { DEFAULT_LIMITS, type SparqlLimits } from './limits.js';
export { MemorySource } from './memory-source.js';
export { type QueryOptions, type QueryResult, query, type ResultRow } from './query.js';
export { SparqlError, type SparqlErrorCode } from './sparql-error.js';
export { type UpdateSummary, update } from './update.js';
