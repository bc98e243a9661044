export {
  type FixtureAnswer,
  type FixturePage,
  type FixturePages,
  type FixtureRequest,
  type FixtureWeb,
  linking,
  startFixtureWeb,
} from './fixture-web.js';
export { type PrivateAddressSpelling, privateAddressSpellings } from './private-addresses.js';
export { makeTestWorkspace, type TestWorkspace } from './test-crawl.js';
