export { type ExaminedFinding, type ExamineOptions, examinePortal, type PageRecord, type PortalHealth } from './examine.js';
export { historyOf, type MeasuredRun } from './history.js';
export type { Finding } from './judge/finding.js';
export { flowText } from './repair/change-yaml.js';
export { isShared, patchOf, repairedConnector } from './repair/patch.js';
export { type Change, type Proposal, type ProposeOptions, proposeRepairs } from './repair/propose.js';
