/** The end line of the original government-site crawler, for the `gov` profile only: its users' scripts look for it. */
export const govEndLine = (visited: number, seconds: number): string => `Visited ${visited} links in ${Math.round(seconds)} seconds...`;
