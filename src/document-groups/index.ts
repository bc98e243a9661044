export { checkPackage } from './check-package.js';
export { type DocumentGroup, type GroupDocument, type Operation } from './group.js';
export { documentIdentifier, fileIdentifier } from './identifiers.js';
export type { LegacyConnection } from './legacy/connection.js';
export { CRAWLER_DATABASE, type FormerDocument, readCrawlerDatabase } from './legacy/crawler-database.js';
export { type LegacySettings, readLegacySettings } from './legacy/read-settings.js';
export {
  parseWorkerFile,
  readWorkerFile,
  type WorkerFile,
  type WorkerFileOptions,
} from './legacy/worker-file.js';
export type { WorkerSettings } from './legacy/worker-keys.js';
export { type WorkerToWrite, writeWorkerFile } from './legacy/write-worker-file.js';
export type { MetaInfoLimits } from './metainfo/before-parsing.js';
export { decodeMetaInfo } from './metainfo/decode.js';
export { type Examined, examineMetaInfo, type MetaInfoOptions, readMetaInfo } from './metainfo/examine.js';
export { languageCode } from './metainfo/languages.js';
export { type Fault, MetaInfoError } from './metainfo/metainfo-error.js';
export { type Leave, PROFILES, type Profile, schemaText } from './metainfo/schemas.js';
export { type Dialect, escapeXml, type WriteOptions, writeMetaInfo } from './metainfo/write.js';
export { plainName } from './package/entry-name.js';
export { openPackage, type Package, type PackageEntry, type PackageLimits } from './package/open-package.js';
export { inPieces, type PackFile, packGroup } from './package/pack-group.js';
export { PackageError } from './package/package-error.js';
export { nameMappingPage } from './write-name-mapping.js';
