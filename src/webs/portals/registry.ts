/** The portals that come with the program, each in a file of its own under portals/; loaded when asked for. */
import type { PortalFixture } from './fixture.js';

type Load = () => Promise<PortalFixture>;

/** By connector. */
const FIXTURES: Readonly<Record<string, Load>> = {
  agora: async () => (await import('./portals/ojs-journals.js')).agora,
  'beijing-law-review': async () => (await import('./portals/static-journals.js')).beijingLawReview,
  'bocconi-legal-papers': async () => (await import('./portals/static-journals.js')).bocconiLegalPapers,
  'brasov-bulletin': async () => (await import('./portals/ojs-journals.js')).brasovBulletin,
  bundesarbeitsgericht: async () => (await import('./portals/federal-courts.js')).bundesarbeitsgericht,
  bundesfinanzhof: async () => (await import('./portals/federal-courts.js')).bundesfinanzhof,
  bundesgerichtshof: async () => (await import('./portals/federal-courts.js')).bundesgerichtshof,
  bundespatentgericht: async () => (await import('./portals/federal-courts.js')).bundespatentgericht,
  bundessozialgericht: async () => (await import('./portals/federal-courts.js')).bundessozialgericht,
  bundesverfassungsgericht: async () => (await import('./portals/federal-courts.js')).bundesverfassungsgericht,
  bundesverwaltungsgericht: async () => (await import('./portals/federal-courts.js')).bundesverwaltungsgericht,
  'cadmus-law': async () => (await import('./portals/cadmus-law.js')).cadmusLaw,
  'comparative-law-review': async () => (await import('./portals/ojs-journals.js')).comparativeLawReview,
  'corte-costituzionale': async () => (await import('./portals/corte-costituzionale.js')).corteCostituzionale,
  'darzhaven-vestnik': async () => (await import('./portals/darzhaven-vestnik.js')).darzhavenVestnik,
  ejcl: async () => (await import('./portals/static-journals.js')).ejcl,
  ejlt: async () => (await import('./portals/ejlt.js')).ejlt,
  'elsa-malta': async () => (await import('./portals/static-journals.js')).elsaMalta,
  'eur-lex': async () => (await import('./portals/eur-lex.js')).eurLex,
  'find-case-law': async () => (await import('./portals/find-case-law.js')).findCaseLaw,
  'gesetze-im-internet': async () => (await import('./portals/gesetze-im-internet.js')).gesetzeImInternet,
  'giustizia-amministrativa': async () => (await import('./portals/giustizia-amministrativa.js')).giustiziaAmministrativa,
  gojil: async () => (await import('./portals/static-journals.js')).gojil,
  'house-of-lords': async () => (await import('./portals/house-of-lords.js')).houseOfLords,
  hudoc: async () => (await import('./portals/hudoc.js')).hudoc,
  ijca: async () => (await import('./portals/ubiquity-journals.js')).ijca,
  jipitec: async () => (await import('./portals/ojs-journals.js')).jipitec,
  jolts: async () => (await import('./portals/ojs-journals.js')).jolts,
  'judiciary-uk': async () => (await import('./portals/judiciary-uk.js')).judiciaryUk,
  'juridica-international': async () => (await import('./portals/ojs-journals.js')).juridicaInternational,
  'juridical-tribune': async () => (await import('./portals/static-journals.js')).juridicalTribune,
  legalacts: async () => (await import('./portals/legalacts.js')).legalacts,
  legifrance: async () => (await import('./portals/legifrance.js')).legifrance,
  'legislation-gov-uk': async () => (await import('./portals/legislation-gov-uk.js')).legislationGovUk,
  mujlt: async () => (await import('./portals/mujlt.js')).mujlt,
  normattiva: async () => (await import('./portals/normattiva.js')).normattiva,
  ris: async () => (await import('./portals/ris.js')).ris,
  'romanian-law-review': async () => (await import('./portals/static-journals.js')).romanianLawReview,
  'the-gazette': async () => (await import('./portals/the-gazette.js')).theGazette,
  'uk-supreme-court': async () => (await import('./portals/find-case-law.js')).ukSupremeCourt,
  'utrecht-journal': async () => (await import('./portals/ubiquity-journals.js')).utrechtJournal,
  vas: async () => (await import('./portals/vas.js')).vas,
  'verwaltungsvorschriften-im-internet': async () =>
    (await import('./portals/verwaltungsvorschriften-im-internet.js')).verwaltungsvorschriftenImInternet,
  vks: async () => (await import('./portals/vks.js')).vks,
  'web-jcli': async () => (await import('./portals/ojs-journals.js')).webJcli,
};

/** Ids of the connectors that have a fixture. */
export const fixtureIds = (): string[] => Object.keys(FIXTURES);

/** The fixture of a connector; null where there is none. */
export async function fixtureOf(connector: string): Promise<PortalFixture | null> {
  if (!Object.hasOwn(FIXTURES, connector)) return null;
  const { STORED } = await import('./stored-documents.js');
  const [fixture, stored] = [await (FIXTURES[connector] as Load)(), STORED[connector]];
  return stored ? { ...fixture, stored } : fixture;
}
