export type { ChangeTruth, DocumentState } from './changes.js';
export { DEMO_PORT, demoDefinition, linkedDefinition, offlineDefinition } from './demo-definition.js';
export { type DemoWeb, type DemoWebOptions, GOV_SITES, startDemoWeb } from './demo-web.js';
export { withinHops } from './truth.js';
