/** What a user asks for of a portal, and what the portal is asked for then. */
import { expect, it } from 'vitest';
import { playPortal } from '../../../src/assembly/index.js';
import { loadConnector } from '../../../src/definition/connector/index.js';
import { fixtureOf, type PortalFixture } from '../../../src/webs/portals/index.js';
import { listFromFixture } from './list-from-fixture.js';

const fixture = async (id: string): Promise<PortalFixture> => (await fixtureOf(id)) as PortalFixture;

it('E-51 November 2000 to February 2001 is four monthly queries of Normattiva', async () => {
  const parameters = { StartYear: '2000', StartMonth: '11', EndYear: '2001', EndMonth: '2', URL: 'https://api.normattiva.it/own' };
  const portal = (await fixture('normattiva')).open(2);
  const { asked, items, end } = await listFromFixture('normattiva', { portal, parameters, today: '2001-03-10T04:00:00Z' });
  expect(asked.map(({ href }) => href)).toEqual(Array.from({ length: 4 }, () => 'https://api.normattiva.it/own/ricerca/avanzata'));
  expect(items.map(({ fields }) => fields['gazetteDate']?.[0]?.slice(0, 7)).filter((month, at, all) => all.indexOf(month) === at)).toEqual([
    '2000-11',
    '2000-12',
    '2001-01',
    '2001-02',
  ]);
  expect(end.isComplete).toBe(true);
});

it('E-51 MaxDocToCrawl ends a run of the administrative courts', async () => {
  const { connector } = await loadConnector('giustizia-amministrativa');
  const known = await fixture('giustizia-amministrativa');
  const [first] = await playPortal({ connector, fixture: { ...known, parameters: { StartYear: '2026', MaxDocToCrawl: '3' } } });
  expect(first?.seen.Add).toBe(3);
});

it('E-51 rulings and headnotes of the constitutional court keep their names, within the years asked for', async () => {
  const portal = (await fixture('corte-costituzionale')).open(1);
  const parameters = { StartYear: '2025', EndYear: '2025' };
  const { items } = await listFromFixture('corte-costituzionale', { portal, parameters, today: '2026-02-02T04:00:00Z' });
  expect(items.map(({ fields, joined }) => [fields['number'], joined?.get('massime')?.map((row) => row.fields['headnote']?.[0])])).toEqual([
    [['1'], ['90001', '90002']],
    [['2'], []],
  ]);
});
