/** For government portals: a gentle pace, URLs cut to what tells pages apart there, a page limit, and output of its own. */
import type { DefinitionInput } from '../schema.js';

export const gov: DefinitionInput = {
  profile: 'gov',
  politeness: { delay: '3s' },
  frontier: { order: 'levels', deal: 'domains', workers: 5 },
  urls: { policy: 'gov', rewrite: true },
  budget: { pages: 100_000 },
  duplicates: { find: 'lsh' },
  // What it downloads is laid down: pages, images and files, and nothing else.
  capture: { requisites: false, acceptedStatus: [200, 203, 302], images: true, saveFiles: true },
};
