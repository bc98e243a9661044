/** Every site of the demo web. A new site is one file and one line here. */
import type { Site } from '../site.js';
import { babel } from './babel.js';
import { broken, ROBOTS_HOSTS } from './broken.js';
import { eServices, landRegistry, lookalikes, ministry } from './government.js';
import { harbourNews } from './harbour-news.js';
import { labyrinth } from './labyrinth.js';
import { library } from './library.js';
import { bakery, chessClub } from './neighbours.js';
import { vaults } from './vault.js';

export const SITES: readonly Site[] = [
  harbourNews,
  ministry,
  landRegistry,
  eServices,
  ...lookalikes,
  library,
  bakery,
  chessClub,
  broken,
  ...ROBOTS_HOSTS,
  labyrinth,
  ...vaults,
  babel,
];
