export type { PortalHealth } from './health-looks.js';
export type { LastRun } from './last-run.js';
export { portalRoutes } from './routes.js';
export type { PortalRow, WorkerView } from './served-workers.js';
export { ServedWorkers } from './served-workers.js';
export type { FormValue, FormValues, PortalEntry, PortalServing, PortalWorker } from './serving.js';
export { WorkerFeeds } from './worker-events.js';
