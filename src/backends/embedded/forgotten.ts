/** What stands where the URL of something forgotten stood. */
export const FORGOTTEN = 'urn:winnow:forgotten:';
