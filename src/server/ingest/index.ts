export { ingestRoutes } from './routes.js';
export type { IngestServing, SoapServing } from './serving.js';
