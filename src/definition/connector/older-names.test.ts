import { expect, it } from 'vitest';
import { loadConnector } from './load.js';
import { translateOlder } from './older-names.js';
import { connectorSchema } from './schema.js';

const { parameters } = connectorSchema.parse({
  parameters: {
    StartYear: { about: 'First year.', type: 'year', default: 2014 },
    EndYear: { about: 'Last year.', type: 'year' },
    MaxDocToCrawl: { about: 'At most.', type: 'number' },
    Search: { about: 'Where.', default: 'https://new.example/', names: ['URL'], former: ['http://old.example'] },
  },
});

it('knows older names in any case, and puts the years where {0} and {1} stand', () => {
  const given = { startyear: '2000', ENDYEAR: '2001', url: 'http://here.example/?a={0}&b={1}' };
  expect(translateOlder(parameters, given)).toEqual({
    parameters: { StartYear: '2000', EndYear: '2001', Search: 'http://here.example/?a=2000&b=2001' },
    notes: [],
  });
  expect(translateOlder(parameters, { URL: 'http://here.example/{0}-{1}' }, 2026).parameters).toEqual({
    Search: 'http://here.example/2014-2026',
  });
});

it('leaves out addresses that are no more and numbers nobody set, and says so', () => {
  const { parameters: given, notes } = translateOlder(parameters, {
    URL: 'HTTP://old.example/search.do',
    EndYear: '0',
    MaxDocToCrawl: '0',
    URLForm: 'http://other.example/',
  });
  expect(given).toEqual({});
  expect(notes).toEqual([
    'Search: HTTP://old.example/search.do is an address of the portal that is no more; that of the connector holds.',
    'EndYear is 0, as if it were left out.',
    'MaxDocToCrawl is 0, as if it were left out.',
    'URLForm: http://other.example/ is not used: the connector has addresses of its own.',
  ]);
});

it('leaves what it does not know for others to refuse', () => {
  expect(translateOlder(parameters, { StartYaer: '2000', Courts: ['a', 'b'] }).parameters).toEqual({
    StartYaer: '2000',
    Courts: ['a', 'b'],
  });
});

it.each([
  ['corte-costituzionale', 'http://www.cortecostituzionale.it/actionPronuncia.do'],
  ['normattiva', 'http://www.normattiva.it/ricerca/avanzata/aggiornamenti'],
  ['giustizia-amministrativa', 'http://www.giustizia-amministrativa.it/ricerca2/index.asp'],
])('%s does not go where its worker files went', async (id, URL) => {
  const { connector } = await loadConnector(id);
  expect(translateOlder(connector.parameters, { URL }).parameters).toEqual({});
});
