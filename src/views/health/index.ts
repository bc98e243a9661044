export { examinePortal, type PortalHealth } from './examine.js';
export { historyOf, type MeasuredRun } from './history.js';
export { flowText } from './repair/change-yaml.js';
export { isShared, patchOf, repairedConnector } from './repair/patch.js';
export { type Proposal, proposeRepairs } from './repair/propose.js';
