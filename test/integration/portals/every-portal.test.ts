/**
 * Connectors that come with the program, played on their four days: one of each kind here, since all of them take minutes.
 * `winnow portals test --all` plays every one. The gazette, the journals on OJS and the portals with interfaces have tests of their own.
 */
import { afterAll, expect, it } from 'vitest';
import { openPlays } from '../../../src/assembly/index.js';
import { loadConnector } from '../../../src/definition/connector/index.js';
import { fixtureOf, type PortalFixture } from '../../../src/webs/portals/index.js';

const SAMPLE = [
  'gesetze-im-internet',
  'bundesgerichtshof',
  'hudoc',
  'normattiva',
  'corte-costituzionale',
  'legifrance',
  'giustizia-amministrativa',
  'utrecht-journal',
  'juridical-tribune',
];

const plays = await openPlays();
afterAll(() => plays.close());

it.each(SAMPLE)('E-69 %s: exactly what was planted on two days, not one deletion on the bad ones', async (id) => {
  const { connector } = await loadConnector(id);
  const days = await plays.play({ connector, fixture: (await fixtureOf(id)) as PortalFixture });
  expect(days.map(({ day, faults }) => ({ day, faults }))).toEqual([1, 2, 'broken', 'cut'].map((day) => ({ day, faults: [] })));
});

/** The connector with one of its lines misspelt, and its plays on the two good days. */
async function playedWith(id: string, mistake: (connector: string) => string): Promise<string[]> {
  const { connector } = await loadConnector(id);
  const text = JSON.stringify(connector);
  const wrong = mistake(text);
  expect(wrong).not.toBe(text);
  const days = await plays.play({ connector: JSON.parse(wrong), fixture: (await fixtureOf(id)) as PortalFixture, days: [1, 2] });
  return days.flatMap(({ faults }) => faults);
}

/** Two fields of the document, each with the value of the other. */
const swapped =
  (a: string, b: string) =>
  (text: string): string =>
    text.replaceAll(`"${a}":"{${a}}"`, `"${a}":"{${b}}"`).replaceAll(`"${b}":"{${b}}"`, `"${b}":"{${a}}"`);

it.each<[string, string, (text: string) => string]>([
  ['eur-lex', 'a property that is misspelt', (text) => text.replaceAll('resource_legal_id_celex', 'resource_legal_celex')],
  ['eur-lex', 'a property that may be missing and is misspelt', (text) => text.replaceAll('work_has_resource-type', 'work_resource-type')],
  ['eur-lex', 'a stamp whose property is misspelt', (text) => text.replaceAll('cmr:lastModificationDate', 'cmr:modificationDate')],
  ['eur-lex', 'no WEMI classes', (text) => text.replaceAll('"wemiClasses":"work",', '')],
  ['corte-costituzionale', 'another encoding', (text) => text.replaceAll('"charset":"windows-1252"', '"charset":"utf-8"')],
  ['corte-costituzionale', 'a field that nobody reads', (text) => text.replaceAll('"rapporteur":"{rapporteur}",', '')],
  ['legalacts', 'day and month changed', (text) => text.replaceAll('d.M.yyyy', 'M.d.yyyy')],
  ['legalacts', 'fields that changed places', swapped('number', 'caseNumber')],
  ['gesetze-im-internet', 'an element that is misspelt', (text) => text.replaceAll('metadaten/kurzue', 'metadaten/kurzu')],
  ['gesetze-im-internet', 'another form of moments', (text) => text.replaceAll('yyyyMMddHHmmss', 'yyyyddMMHHmmss')],
  ['hudoc', 'all languages', (text) => text.replaceAll(String.raw` AND ((languageisocode=\"{language}\"))`, '')],
  ['normattiva', 'windows without an end', (text) => text.replaceAll('"dataFinePubProvvedimento":"{window.until}",', '')],
  ['giustizia-amministrativa', 'a column that is misspelt', (text) => text.replaceAll('ESITO_PROVVEDIMENTO', 'ESITO')],
  ['find-case-law', 'changes in another order', (text) => text.replaceAll('"order":"-transformation",', '')],
  ['judiciary-uk', 'a court that is not known', (text) => text.replaceAll('EWHC|', '')],
  ['ris', 'no application', (text) => text.replaceAll('"Applikation":"{application}",', '')],
  ['ejlt', 'authors that nobody reads', (text) => text.replaceAll('"authors":"{authors}"', '"authors":"{title}"')],
])('E-69 %s with %s is noticed', async (id, _what, mistake) => {
  expect(await playedWith(id, mistake)).not.toEqual([]);
});

it('E-69 eur-lex with a query that asks for the same in other words is as good', async () => {
  const other = (text: string): string =>
    text
      .replaceAll(
        '?work cdm:resource_legal_id_sector ?s ; cdm:resource_legal_id_celex ?celex',
        '?work cdm:resource_legal_id_celex ?celex . ?work cdm:resource_legal_id_sector ?s',
      )
      .replaceAll(/FILTER\(STR\(\?s\)=\\"\{sector\}\\"\)/g, 'FILTER(?s IN (\\"{sector}\\"))');
  expect(await playedWith('eur-lex', other)).toEqual([]);
});
