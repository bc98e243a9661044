export { type CachedCopy, type CacheIndex, readCacheIndex, readCopies, writeCopies } from './cache/cache-index.js';
export { CachePaths } from './cache/cache-paths.js';
export {
  type Component,
  type Configuration,
  type Memory,
  readConfiguration,
  type ScutterProfile,
} from './configuration/configuration.js';
export { type DefinitionContext, type MadeDefinition, type StartPoints, toDefinition } from './configuration/to-definition.js';
export { type Fetched, type LoadedRdf, type LoadOptions, loadRdf } from './mapping/load-rdf.js';
export { type LocationMapping, mappingOfCopies, mappingOfMemory, readMapping, writeMapping } from './mapping/location-mapping.js';
export { type ImportedMemory, importedGraphs, importedMemoryFeed, importedSources, importMemory } from './memory/import-memory.js';
export { localCopiesFeed } from './memory/local-copies-feed.js';
export { memoryFeed } from './memory/memory-feed.js';
export { writeMemoryText } from './memory/write-memory.js';
export { ScutterError } from './read-fragment.js';
export { readPlan, type ScutterPlan } from './read-plan.js';
export { REPORTS, type Report, reportOf } from './reports/reports.js';
export { type ReportParameters, type ReportQuery, reportQuery, runQueryAsReport, runReport, unknownReport } from './reports/run-report.js';
export type { SmushOptions } from './smush/find-same.js';
export { smushed } from './smush/smushed.js';
