export {
  type FixtureAnswer,
  type FixturePage,
  type FixturePages,
  type FixtureRequest,
  type FixtureWeb,
  linking,
  startFixtureWeb,
} from './fixture-web.js';
export { makeTestWorkspace, type TestWorkspace } from './test-crawl.js';
