export { type KnownSenders, sendersInFile, tokenInFile } from './access/index.js';
export type { IngestServing, SoapServing } from './ingest/index.js';
export { DEFAULT_SERVER_LIMITS, type ServerLimits } from './limits.js';
export type { FormValues, PortalEntry, PortalServing, PortalWorker } from './portals/index.js';
export { type RunningServer, type ServerOptions, startIngestServer, startServer } from './server.js';
