/**
 * A municipality with an unreliable server: errors, time-outs, a refused connection, a name nobody knows, 403 and closed
 * or broken robots.txt. Pages that change or go meanwhile are found out when it is up again.
 */
import type { Layout } from '../html.js';
import { plannedSite } from '../planned/planned-site.js';
import { link } from '../resources.js';
import type { Site } from '../site.js';

const LAYOUT: Layout = {
  site: 'Občina Vetrovo',
  language: 'sl',
  colour: '#3d5a1f',
  nav: [link('/', 'Domov'), link('/obvestila/', 'Obvestila')],
  footer: [link('/about', 'O občini')],
  aside: 'Občinska pisarna je odprta ob ponedeljkih, ob sredah pa le, kadar ne piha.',
};

export const municipality: Site = plannedSite({
  name: 'municipality',
  host: 'obcina.example',
  address: 17,
  purpose: 'Outages of every kind: 500, 503, time-outs, a refused connection, an unknown name, 403, robots.txt closed or down.',
  layout: LAYOUT,
  folder: '/obvestila/',
  folderTitle: 'Vsa obvestila',
  topic: 'culture',
  items: 10,
  fates: {
    1: { 1: 'error', 2: 'well' },
    2: { 2: 'hangs', 3: 'well' },
    3: { 1: 'reset', 2: 'cut short', 3: 'well' },
    4: { 3: 'text' },
    5: { 7: 'gone' },
    6: { 10: 'soft' },
    7: { 11: 'gone' },
    8: { 13: 'gone but linked' },
    9: { 9: 'text' },
  },
  days: {
    4: ['refused'],
    5: ['unknown'],
    6: ['forbidden'],
    8: ['robots closed'],
    9: ['robots down'],
    11: ['outage'],
    12: ['hangs'],
    14: ['outage'],
  },
});
