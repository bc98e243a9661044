/** Every connector that comes with the program, played on its four days. */
import { expect, it } from 'vitest';
import { playPortal } from '../../../src/assembly/index.js';
import { loadConnector } from '../../../src/connector/index.js';
import { fixtureIds, fixtureOf, type PortalFixture } from '../../../src/portal-web/index.js';

it.each(fixtureIds())('E-69 %s: exactly what was planted on two days, not one deletion on the bad ones', async (id) => {
  const { connector } = await loadConnector(id);
  const days = await playPortal({ connector, fixture: (await fixtureOf(id)) as PortalFixture });
  expect(days.map(({ day, faults }) => ({ day, faults }))).toEqual([1, 2, 'broken', 'cut'].map((day) => ({ day, faults: [] })));
});
