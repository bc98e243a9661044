/**
 * An official gazette: every way in which an issue goes, is only said to be gone, moves, and comes back. What is
 * suspected on one day is sure or cleared on a later one.
 */
import type { Layout } from '../html.js';
import { plannedSite } from '../planned/planned-site.js';
import { link } from '../resources.js';
import type { Site } from '../site.js';

const LAYOUT: Layout = {
  site: 'The Saltmere Gazette',
  language: 'en',
  colour: '#4a3c6b',
  nav: [link('/', 'Home'), link('/issues/', 'Issues')],
  footer: [link('/about', 'Who we are')],
  aside: 'The gazette comes out whenever there is something to announce, and never on a Sunday.',
};

export const gazette: Site = plannedSite({
  name: 'gazette',
  host: 'gazette.example',
  address: 13,
  purpose: 'Issues go in every way there is: 404, 410, soft 404, redirects, linked or not; some come back.',
  layout: LAYOUT,
  folder: '/issues/',
  folderTitle: 'All issues',
  topic: 'council',
  items: 16,
  ownWords: 'Nothing grows here',
  fates: {
    1: { 1: 'gone' },
    2: { 1: 'gone but linked', 4: 'well' },
    3: { 2: 'gone but linked', 3: 'well' },
    4: { 2: 'gone for good' },
    5: { 3: 'soft' },
    6: { 3: 'soft but linked' },
    7: { 4: 'home' },
    8: { 5: 'home but linked', 6: 'well' },
    9: { 5: 'moved' },
    10: { 6: 'unlinked', 11: 'gone' },
    11: { 6: 'own words' },
    12: { 7: 'away for a while', 8: 'well' },
    13: { 1: 'gone', 3: 'well', 5: 'gone', 7: 'well' },
    14: { 8: 'gone but linked', 9: 'error', 10: 'gone but linked' },
    15: { 10: 'moved but linked' },
    16: { 11: 'text', 12: 'gone but linked', 13: 'text' },
    17: { 2: 'well' },
    18: { 9: 'well' },
  },
  days: {},
});
