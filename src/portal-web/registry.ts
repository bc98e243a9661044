/** The portals that come with the program, each in a file of its own under portals/; loaded when asked for. */
import type { PortalFixture } from './fixture.js';

type Load = () => Promise<PortalFixture>;

/** By connector. */
const FIXTURES: Readonly<Record<string, Load>> = {
  agora: async () => (await import('./portals/ojs-journals.js')).agora,
  'brasov-bulletin': async () => (await import('./portals/ojs-journals.js')).brasovBulletin,
  'comparative-law-review': async () => (await import('./portals/ojs-journals.js')).comparativeLawReview,
  'darzhaven-vestnik': async () => (await import('./portals/darzhaven-vestnik.js')).darzhavenVestnik,
  ejlt: async () => (await import('./portals/ejlt.js')).ejlt,
  'eur-lex': async () => (await import('./portals/eur-lex.js')).eurLex,
  'gesetze-im-internet': async () => (await import('./portals/gesetze-im-internet.js')).gesetzeImInternet,
  ijca: async () => (await import('./portals/ubiquity-journals.js')).ijca,
  jipitec: async () => (await import('./portals/ojs-journals.js')).jipitec,
  jolts: async () => (await import('./portals/ojs-journals.js')).jolts,
  'juridica-international': async () => (await import('./portals/ojs-journals.js')).juridicaInternational,
  'legislation-gov-uk': async () => (await import('./portals/legislation-gov-uk.js')).legislationGovUk,
  mujlt: async () => (await import('./portals/mujlt.js')).mujlt,
  ris: async () => (await import('./portals/ris.js')).ris,
  'utrecht-journal': async () => (await import('./portals/ubiquity-journals.js')).utrechtJournal,
  'web-jcli': async () => (await import('./portals/ojs-journals.js')).webJcli,
};

/** Ids of the connectors that have a fixture. */
export const fixtureIds = (): string[] => Object.keys(FIXTURES);

/** The fixture of a connector; null where there is none. */
export async function fixtureOf(connector: string): Promise<PortalFixture | null> {
  return Object.hasOwn(FIXTURES, connector) ? await (FIXTURES[connector] as Load)() : null;
}
