/**
 * A court: ten judgments that only the list names and fourteen that only the sitemap names, and lists that cannot be
 * relied on. Front page and list answer 304 while nothing happens to them, whatever happens below.
 */
import type { Layout } from '../html.js';
import { plannedSite } from '../planned/planned-site.js';
import { link } from '../resources.js';
import { morningOf, type Site } from '../site.js';

const LAYOUT: Layout = {
  site: 'Seegericht',
  language: 'de',
  colour: '#5b2333',
  nav: [link('/', 'Startseite'), link('/urteile/', 'Urteile')],
  footer: [link('/about', 'Das Gericht')],
  aside: 'Verhandelt wird jeden zweiten Dienstag, bei Sturm am Mittwoch danach.',
  answer: { lastModified: morningOf(0) },
};

export const court: Site = plannedSite({
  name: 'court',
  host: 'gericht.example',
  address: 15,
  purpose: 'Front page and list answer 304; the list breaks off, is empty, loses its half; the sitemap is cut; most pages go at once.',
  layout: LAYOUT,
  folder: '/urteile/',
  folderTitle: 'Alle Urteile',
  topic: 'council',
  items: 24,
  onlyInSitemapFrom: 11,
  fates: {
    3: { 1: 'text' },
    5: { 12: 'gone' },
    6: { 13: 'soft' },
    14: { 2: 'text' },
    15: { 13: 'gone' },
    25: { 12: 'well' },
  },
  days: {
    3: ['list cut'],
    4: ['list empty'],
    6: ['list halved'],
    8: ['sitemap cut'],
    9: ['emptied'],
  },
});
