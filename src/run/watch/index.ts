export { type PortalOptions, portalHarvest } from './portal-of-definition.js';
export { nextTimes, type WatchedRuns, type WatchOptions, watchDefinitions } from './watch-definitions.js';
export type { WatchedPortals } from './watch-portals.js';
