/**
 * A town hall whose pages hide now and then behind others that say nothing about them: a login, a challenge, works, a
 * parked domain, one text for all. None of it is a change.
 */
import type { Layout } from '../html.js';
import { plannedSite } from '../planned/planned-site.js';
import { link } from '../resources.js';
import type { Site } from '../site.js';

const LAYOUT: Layout = {
  site: 'Mairie de Port-Clair',
  language: 'fr',
  colour: '#1f5f6b',
  nav: [link('/', 'Accueil'), link('/avis/', 'Avis')],
  footer: [link('/about', 'La mairie')],
  aside: 'Le guichet est ouvert le matin, sauf les jours de marché.',
};

export const townHall: Site = plannedSite({
  name: 'town-hall',
  host: 'mairie.example',
  address: 16,
  purpose: 'A whole site behind a login, a challenge, a maintenance page, a parking page, or one and the same text.',
  layout: LAYOUT,
  folder: '/avis/',
  folderTitle: 'Tous les avis',
  topic: 'harbour',
  items: 10,
  fates: {
    2: { 7: 'soft' },
    4: { 9: 'text' },
    5: { 11: 'soft but linked', 12: 'well' },
    6: { 2: 'login', 5: 'well', 11: 'locked', 13: 'forbidden', 14: 'well' },
    7: { 13: 'challenge', 14: 'well' },
    8: { 14: 'text' },
  },
  days: {
    1: ['login'],
    3: ['challenge 403'],
    4: ['challenge'],
    6: ['maintenance'],
    8: ['one text'],
    10: ['parked'],
  },
});
