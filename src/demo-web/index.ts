export type { ChangeTruth, DocumentState } from './changes.js';
export { DEMO_PORT, type DemoPlaces, demoDefinition, linkedDefinition, offlineDefinition } from './demo-definition.js';
export { type DemoRequest, type DemoSite, type DemoWeb, type DemoWebOptions, GOV_SITES, startDemoWeb } from './demo-web.js';
export {
  type DemoTruth,
  type FailingTruth,
  type PageTruth,
  type Reasoned,
  type RedirectTruth,
  type SiteTruth,
  withinHops,
} from './truth.js';
