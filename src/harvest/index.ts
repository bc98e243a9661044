export type { Readers } from './answer-keeper.js';
export { PoliteAsker } from './asking/polite-asker.js';
export { type ListingOptions, openListing } from './listing/open-listing.js';
export { type Answered, type Asker, HarvestError, type Item, type Listing, type ListingEnd, type Question, type Values } from './port.js';
export { type HarvestOptions, type HarvestReport, harvest } from './run/harvest.js';
export { openRoutes, ReuseRefused } from './run/reuse-gate.js';
export type { RuleProblem } from './run/room.js';
export type { HarvestProgress } from './run/tally.js';
