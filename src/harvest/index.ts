export { type ListingOptions, openListing } from './listing/open-listing.js';
export { type Answered, type Asker, HarvestError, type Item, type Listing, type ListingEnd, type Question, type Values } from './port.js';
