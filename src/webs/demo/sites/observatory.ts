/**
 * An observatory: pages with tables and descriptions, of which single parts change, while everything around them
 * changes for all pages at once. The art is to see the former and not the latter.
 */
import { pdf } from '../files.js';
import type { Layout } from '../html.js';
import type { Plan } from '../planned/plan.js';
import { plannedSite } from '../planned/planned-site.js';
import { file, link } from '../resources.js';
import type { Resource, Site, World } from '../site.js';

const LAYOUT: Layout = {
  site: 'Observatory of Lantern Hill',
  language: 'en',
  colour: '#20305a',
  nav: [link('/', 'Home'), link('/stations/', 'Stations'), link('/yearbook.pdf', 'Yearbook')],
  footer: [link('/about', 'Who we are')],
  aside: 'On clear nights the roof is opened for everybody who brings a warm coat.',
  year: 2026,
};

const PLAN: Plan = {
  name: 'observatory',
  host: 'observatory.example',
  address: 14,
  purpose: 'One number of a table, one description, one title changes; banners, clocks, menus and templates change for all pages at once.',
  layout: LAYOUT,
  folder: '/stations/',
  folderTitle: 'All stations',
  topic: 'weather',
  items: 12,
  measured: true,
  fates: {
    1: { 1: 'table' },
    2: { 1: 'description' },
    3: { 1: 'shuffled head' },
    4: { 2: 'text', 3: 'well', 6: 'text', 7: 'well' },
    5: { 3: 'head title' },
    6: { 3: 'title' },
    7: { 4: 'merged' },
    8: { 4: 'merged' },
    9: { 5: 'table' },
    10: { 8: 'text and table' },
    12: { 11: 'text' },
  },
  days: {
    2: ['banner'],
    3: ['banner'],
    5: ['cookies'],
    6: ['cookies'],
    7: ['cookies', 'clock', 'counter', 'token'],
    8: ['cookies', 'clock', 'counter', 'token', 'navigation'],
    9: ['clock', 'counter', 'token', 'navigation', 'advert'],
    10: ['clock', 'counter', 'token', 'navigation', 'advert', 'year'],
    11: ['clock', 'counter', 'token', 'navigation', 'advert', 'year', 'template'],
    12: ['clock', 'counter', 'advert', 'year', 'template'],
    13: ['year'],
    14: ['year'],
  },
};

const planned = plannedSite(PLAN);

export const observatory: Site = { ...planned, build: (world) => [...planned.build(world), yearbook(world)] };

/** Printed anew on day 4. */
function yearbook({ day }: World): Resource {
  const lines = ['Yearbook of the observatory', day >= 4 ? 'Second printing, with an index' : 'First printing'];
  const title = 'Yearbook';
  return file('/yearbook.pdf', 'application/pdf', pdf(title, lines), 'file', { title, text: lines.join('\n') });
}
