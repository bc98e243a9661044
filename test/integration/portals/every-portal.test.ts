/**
 * Connectors that come with the program, played on their four days: one of each kind here, since all of them take minutes.
 * `winnow portals test --all` plays every one. The gazette, the journals on OJS and the portals with interfaces have tests of their own.
 */
import { afterAll, expect, it } from 'vitest';
import { openPlays } from '../../../src/assembly/index.js';
import { loadConnector } from '../../../src/connector/index.js';
import { fixtureOf, type PortalFixture } from '../../../src/portal-web/index.js';

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
