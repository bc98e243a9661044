export { html, notFound, pdf, validated, xml, zip } from './answers.js';
export type { Day, FixtureRequest, FixtureResponse, PortalFixture, StoredDays } from './fixture.js';
export { type DayVerdict, judgeDay, OPERATIONS, type Outcome, type StoredWords } from './judge-day.js';
export { type StoredDocument, storedForm } from './judge-stored.js';
export { openPlays, type PlayedDay, type PlayOptions, type PlayParts, type PortalPlays, playPortal } from './play-portal.js';
export { fixtureIds, fixtureOf } from './registry.js';
export { type FixtureServer, serveFixtures } from './serve-fixtures.js';
