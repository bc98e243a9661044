export type { Day, FixtureRequest, FixtureResponse, PortalFixture } from './fixture.js';
