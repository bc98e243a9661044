/** What a user is told where the program starts: how far the licence reaches, and what it does not give. NOTICE says the same at length. */
export const LICENCE_NOTICE =
  'Winnow is free software (EUPL 1.2). The licence covers the software only: no right to crawled data follows from it, and nothing is warranted once a site changes.';

/** Before a portal is harvested. */
export const TERMS_NOTICE = 'Check the terms of each portal yourself: a re-use record is what its authors found, not legal advice.';
