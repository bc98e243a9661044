import { describe, expect, it } from 'vitest';
import { ConfiguredFields } from './configured-fields.js';

const HEADERS = {
  'X-Api-Key': 'k',
  'X-Auth-Token': 't',
  'X-Session-Id': 's',
  'Ocp-Apim-Subscription-Key': 'o',
  'X-Author': 'a',
  'X-Purpose': 'p',
};
const names = (fields: ConfiguredFields, url: string) => fields.for(new URL(url)).map(([name]) => name);

describe('header fields of a definition', () => {
  const fields = new ConfiguredFields(HEADERS, ['http://a.test/start?x', 'https://b.test:8443/']);

  it.each(['http://a.test/other', 'https://a.test/', 'https://b.test:8443/x'])('all go to %s, the site of a seed', (url) =>
    expect(names(fields, url)).toEqual(Object.keys(HEADERS)),
  );

  it.each(['http://cdn.test/', 'http://a.test:8080/', 'https://b.test/', 'http://b.test:8443/', 'http://sub.a.test/'])(
    'those that look like secrets do not go to %s',
    (url) => expect(names(fields, url)).toEqual(['X-Author', 'X-Purpose']),
  );

  it('all go everywhere where no sites are named', () => expect(names(new ConfiguredFields(HEADERS), 'http://x.test/')).toHaveLength(6));
});
