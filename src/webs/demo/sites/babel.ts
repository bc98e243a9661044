/**
 * A small graph of pages in six languages with a known answer to "German pages, at most two hops
 * off a German page". Pages have no navigation: there are no links but those of the table.
 */
import type { Layout } from '../html.js';
import { type Language, TONGUES } from '../prose/write.js';
import { link, story, styleSheet } from '../resources.js';
import type { Resource, Site } from '../site.js';

interface Node {
  readonly language: Language;
  readonly to: readonly string[];
  /** Links since the last German page on the best way there; null when no allowed way leads there. */
  readonly hops: number | null;
}

/** No answer depends on the order of the crawl: a rejected way may only be followed by an allowed one. */
export const BABEL_GRAPH: Readonly<Record<string, Node>> = {
  '/': { language: 'de', to: ['/de/hafen', '/en/a'], hops: 0 },
  '/de/hafen': { language: 'de', to: ['/en/b', '/de/markt'], hops: 0 },
  '/de/markt': { language: 'de', to: ['/fr/c'], hops: 0 },
  '/en/a': { language: 'en', to: ['/en/a2'], hops: 1 },
  '/en/a2': { language: 'en', to: ['/en/a3', '/it/late'], hops: 2 },
  '/en/a3': { language: 'en', to: ['/de/insel'], hops: null },
  '/de/insel': { language: 'de', to: ['/en/z'], hops: null },
  '/en/z': { language: 'en', to: [], hops: null },
  '/en/b': { language: 'en', to: ['/fr/b2'], hops: 1 },
  '/fr/b2': { language: 'fr', to: ['/it/b3'], hops: 2 },
  '/it/b3': { language: 'it', to: [], hops: null },
  '/fr/c': { language: 'fr', to: ['/de/turm'], hops: 1 },
  '/de/turm': { language: 'de', to: ['/sl/d', '/it/late'], hops: 0 },
  '/sl/d': { language: 'sl', to: ['/bg/d2'], hops: 1 },
  '/bg/d2': { language: 'bg', to: ['/en/d3'], hops: 2 },
  '/en/d3': { language: 'en', to: [], hops: null },
  '/it/late': { language: 'it', to: ['/it/late2'], hops: 1 },
  '/it/late2': { language: 'it', to: ['/en/late3'], hops: 2 },
  '/en/late3': { language: 'en', to: [], hops: null },
};

const COLOUR = '#2f5d50';

export const babel: Site = {
  name: 'babel',
  host: 'babel.example',
  address: 12,
  purpose: 'Pages in six languages for rules about the language of the pages that led to a page.',
  seeds: ['/'],
  build: () => [styleSheet(COLOUR), ...Object.entries(BABEL_GRAPH).map(([path, node], index) => nodePage(path, node, index))],
};

function nodePage(path: string, { language, to }: Node, index: number): Resource {
  const layout: Layout = { site: 'Babel', language, colour: COLOUR, nav: [], footer: [] };
  const links = to.map((href) => link(href, TONGUES[language].words.more));
  return story(layout, { path, index, after: links.length > 0 ? [{ list: links }] : [] });
}
