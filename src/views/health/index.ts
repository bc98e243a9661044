export { type PortalHealth } from './examine.js';
export { type MeasuredRun } from './history.js';
export { type HealthOptions, portalHealth, type WorkspaceHealth } from './portal-health.js';
export { flowText } from './repair/change-yaml.js';
export { patchOf, repairedConnector } from './repair/patch.js';
export { type Proposal } from './repair/propose.js';
