/** The portals that come with the program, each in a file of its own under portals/; loaded when asked for. */
import type { PortalFixture } from './fixture.js';

type Load = () => Promise<PortalFixture>;

/** By connector. */
const FIXTURES: Readonly<Record<string, Load>> = {
  'corte-costituzionale': async () => (await import('./portals/corte-costituzionale.js')).corteCostituzionale,
  'darzhaven-vestnik': async () => (await import('./portals/darzhaven-vestnik.js')).darzhavenVestnik,
  ejlt: async () => (await import('./portals/ejlt.js')).ejlt,
  'eur-lex': async () => (await import('./portals/eur-lex.js')).eurLex,
  'gesetze-im-internet': async () => (await import('./portals/gesetze-im-internet.js')).gesetzeImInternet,
  'giustizia-amministrativa': async () => (await import('./portals/giustizia-amministrativa.js')).giustiziaAmministrativa,
  legalacts: async () => (await import('./portals/legalacts.js')).legalacts,
  'legislation-gov-uk': async () => (await import('./portals/legislation-gov-uk.js')).legislationGovUk,
  mujlt: async () => (await import('./portals/mujlt.js')).mujlt,
  normattiva: async () => (await import('./portals/normattiva.js')).normattiva,
  ris: async () => (await import('./portals/ris.js')).ris,
  vas: async () => (await import('./portals/vas.js')).vas,
  vks: async () => (await import('./portals/vks.js')).vks,
};

/** Ids of the connectors that have a fixture. */
export const fixtureIds = (): string[] => Object.keys(FIXTURES);

/** The fixture of a connector; null where there is none. */
export async function fixtureOf(connector: string): Promise<PortalFixture | null> {
  return Object.hasOwn(FIXTURES, connector) ? await (FIXTURES[connector] as Load)() : null;
}
