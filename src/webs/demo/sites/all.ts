/** Every site of the demo web. A new site is one file and one line here. */
import type { Site } from '../site.js';
import { babel } from './babel.js';
import { broken, ROBOTS_HOSTS } from './broken.js';
import { court } from './court.js';
import { gazette } from './gazette.js';
import { eServices, landRegistry, lookalikes, ministry } from './government.js';
import { harbourNews } from './harbour-news.js';
import { labyrinth } from './labyrinth.js';
import { library } from './library.js';
import { municipality } from './municipality.js';
import { bakery, chessClub } from './neighbours.js';
import { observatory } from './observatory.js';
import { records } from './records.js';
import { orchard, smithy } from './script-made.js';
import { townHall } from './town-hall.js';
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
  gazette,
  observatory,
  court,
  townHall,
  municipality,
  records,
  smithy,
  orchard,
];
