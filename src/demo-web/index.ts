export type { ChangeTruth } from './changes.js';
export { DEMO_PORT, type DemoPlaces, demoDefinition, demoPlaces } from './demo-definition.js';
export { type DemoRequest, type DemoSite, type DemoWeb, type DemoWebOptions, demoSiteNames, startDemoWeb } from './demo-web.js';
export {
  type DemoTruth,
  type FailingTruth,
  type PageTruth,
  type Reasoned,
  type RedirectTruth,
  type SiteTruth,
  withinHops,
} from './truth.js';
