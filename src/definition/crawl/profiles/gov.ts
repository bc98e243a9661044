/** Profile for government portals: a gentle pace, the URL rules of that project, a page limit, and its own output. */
import type { DefinitionInput } from '../schema.js';

export const gov: DefinitionInput = {
  profile: 'gov',
  politeness: { delay: '3s' },
  frontier: { order: 'levels', deal: 'domains', workers: 5 },
  urls: { policy: 'gov', rewrite: true },
  budget: { pages: 100_000 },
  duplicates: { find: 'lsh' },
  // The profile fixes what is downloaded: pages, images and files, nothing else.
  capture: { requisites: false, acceptedStatus: [200, 203, 302], images: true, saveFiles: true },
};
