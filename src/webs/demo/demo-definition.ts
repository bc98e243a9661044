/** The crawl definition that goes with a demo web: what `npm start` runs, and examples/demo.yaml for a fixed port. */
import type { DefinitionInput } from '../../definition/crawl/index.js';
import { buildWeb } from './built-web.js';
import { type DemoSite, type DemoWeb, describeSite, groupByAddress, loopback, namesAt } from './demo-web.js';
import type { Site } from './site.js';
import { SITES } from './sites/all.js';

/** Where the demo web listens when it is started to be looked at. */
export const DEMO_PORT = 7800;

export type DemoPlaces = Pick<DemoWeb, 'sites' | 'resolve' | 'allowAddresses'>;

export function demoDefinition(web: DemoPlaces): DefinitionInput {
  const traps = trapGlobs(web.sites);
  return {
    name: 'demo',
    seeds: web.sites.flatMap((site) => [...site.seeds]),
    scope: { domains: domainsOf(web.sites), ...(traps.length ? { not: { url: traps } } : {}) },
    politeness: { delay: '50ms', maxDelay: '500ms', crawlDelayFactor: 0.05 },
    budget: { perSite: { pages: 150 } },
    fetch: {
      contact: 'https://winnow.example/demo',
      timeout: '5s',
      deadline: '20s',
      maxSize: '20MB',
      maxDecodedSize: '40MB',
      retryDelay: '200ms',
      resolve: { ...web.resolve },
      allowAddresses: [...web.allowAddresses],
      credentials: web.sites.flatMap(({ origin, credentials }) => (credentials ? [{ site: origin, ...credentials }] : [])),
    },
  };
}

/** A profile of a government web, as it is run offline: under the real names of its hosts, politely, and quicker than on the Web. */
export function offlineDefinition(profile: string, { resolve, allowAddresses }: DemoPlaces): DefinitionInput {
  return {
    extends: profile,
    politeness: { delay: '50ms', maxDelay: '500ms', crawlDelayFactor: 0.05 },
    fetch: { contact: 'https://winnow.example/demo', timeout: '5s', resolve: { ...resolve }, allowAddresses: [...allowAddresses] },
  };
}

/** The people who describe themselves in RDF, one leading to the other. */
export const linkedDefinition = (web: DemoPlaces): DefinitionInput => ({
  ...demoDefinition(web),
  name: 'people',
  politeness: { delay: '20ms' },
  budget: {},
  rdf: { follow: ['rdfs:seeAlso'], schemas: true },
});

/** The places of a demo web on a given port, without starting it. */
export function demoPlaces(port: number, sites: readonly Site[] = SITES): DemoPlaces {
  const groups = [...groupByAddress(sites)];
  return {
    sites: sites.map(describeSite),
    resolve: Object.fromEntries(groups.flatMap(([address, group]) => namesAt(group, `${loopback(address)}:${port}`, 0))),
    allowAddresses: groups.map(([address]) => loopback(address)),
  };
}

/** All demo names have one label below their suffix, so the last two labels are the registrable domain. */
function domainsOf(sites: readonly DemoSite[]): string[] {
  const inScope = sites.filter((site) => site.seeds.length > 0);
  return [...new Set(inScope.map(({ origin }) => new URL(origin).hostname.split('.').slice(-2).join('.')))];
}

/** Traps are kept out by name here; finding them by themselves is what a trap detector is for. */
function trapGlobs(sites: readonly DemoSite[]): string[] {
  const names = new Set(sites.map((site) => site.name));
  const { sites: built } = buildWeb(
    SITES.filter((site) => names.has(site.name)),
    { day: 0, hostile: false },
  );
  return built.flatMap(({ origin, resources }) => resources.filter(({ kind }) => kind === 'trap').map((trap) => `${origin}${trap.path}*`));
}
