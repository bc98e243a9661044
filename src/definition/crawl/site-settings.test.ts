import { describe, expect, it } from 'vitest';
import { definitionFromInput } from './load.js';
import type { DefinitionInput } from './schema.js';
import { siteSettings } from './site-settings.js';

const define = async (input: DefinitionInput) => (await definitionFromInput(input, { environment: {} })).definition;

describe('A-47 what holds for a site', () => {
  const written: DefinitionInput = {
    politeness: { delay: '2s', maxDelay: '30s' },
    budget: { perSite: { pages: 100 } },
    sites: [
      // Out of order on purpose: how specific an entry is decides, not where it stands.
      { for: 'https://www.gov.si:8443', politeness: { delay: '9s' } },
      { for: 'www.gov.si', politeness: { delay: '7s', perSite: 2 } },
      { for: 'gov.si', politeness: { delay: '5s', maxDelay: '50s' }, budget: { pages: 10 } },
      { for: 'si', politeness: { responseFactor: 3 } },
      { for: 'Občina.example', politeness: { delay: '4s' } },
      { for: '10.0.0.1', politeness: { delay: '6s' } },
      { for: '0.0.1', politeness: { delay: '66s' } },
      { for: '2001:DB8::1', politeness: { delay: '8s' } },
      { for: 'twice.example', politeness: { delay: '1s', perSite: 4 } },
      { for: 'TWICE.example.', politeness: { delay: '3s' } },
    ],
  };

  it.each([
    ['no entry', 'https://example.org', { delay: 2000, maxDelay: 30_000, perSite: 1, responseFactor: 1, pages: 100 }],
    ['registrable domain', 'https://gov.si', { delay: 5000, maxDelay: 50_000, perSite: 1, responseFactor: 3, pages: 10 }],
    ['host below it', 'http://e.gov.si', { delay: 5000, pages: 10 }],
    ['far below it', 'https://a.b.c.gov.si', { delay: 5000, pages: 10 }],
    ['host of its own', 'https://www.gov.si', { delay: 7000, maxDelay: 50_000, perSite: 2, pages: 10 }],
    ['below that host', 'https://x.www.gov.si', { delay: 7000, perSite: 2 }],
    ['site of its own', 'https://www.gov.si:8443', { delay: 9000, perSite: 2, pages: 10 }],
    ['same port, other scheme', 'http://www.gov.si:8443', { delay: 7000 }],
    ['suffix of letters, not of labels', 'https://notgov.si', { delay: 2000, responseFactor: 3 }],
    ['name in the middle', 'https://gov.si.evil.com', { delay: 2000, responseFactor: 1, pages: 100 }],
    ['international name in punycode', 'https://xn--obina-iya.example', { delay: 4000 }],
    ['below an international name', 'https://www.xn--obina-iya.example', { delay: 4000 }],
    ['address', 'http://10.0.0.1:8080', { delay: 6000 }],
    ['an address has no parent', 'http://10.0.0.2', { delay: 2000 }],
    ['IPv6 address', 'http://[2001:db8::1]:8080', { delay: 8000 }],
    ['two entries for one place: the later, field by field', 'https://twice.example', { delay: 3000, perSite: 4 }],
    ['host with a dot at its end', 'https://www.gov.si.', { delay: 7000 }],
    ['no host at all', 'urn:', { delay: 2000 }],
  ])('%s', async (_case, site, expected) => expect(siteSettings(await define(written), site)).toMatchObject(expected));

  it('says which layer each value came from', async () => {
    expect(siteSettings(await define(written), 'https://www.gov.si').from).toEqual({
      delay: 'www.gov.si',
      maxDelay: 'gov.si',
      perSite: 'www.gov.si',
      responseFactor: 'si',
      pages: 'gov.si',
      render: 'crawl',
    });
  });

  it('a page limit may be set for one domain alone', async () => {
    const definition = await define({ sites: [{ for: 'gov.si', budget: { pages: 5 } }] });
    expect(siteSettings(definition, 'https://gov.si').pages).toBe(5);
    expect(siteSettings(definition, 'https://example.org').pages).toBeNull();
  });

  it('every overlay field exists for the crawl as well', async () => {
    const definition = await define({ politeness: { delay: 0, perSite: 3, responseFactor: 0 } });
    const { from, ...values } = siteSettings(definition, 'https://a.example');
    expect(values).toEqual({ delay: 0, maxDelay: 60_000, perSite: 3, responseFactor: 0, pages: null, render: 'auto' });
    expect(Object.keys(from)).toEqual(Object.keys(values));
  });
});

describe('what is refused', () => {
  const messageOf = async (sites: unknown) =>
    definitionFromInput({ sites } as DefinitionInput, { environment: {} }).then(
      () => 'accepted',
      (error: Error) => error.message,
    );

  it.each([
    ['a pattern', '*.gov.si'],
    ['a path', 'https://gov.si/archive'],
    ['a host with a port and no scheme', 'gov.si:8080'],
    ['nothing', ''],
    ['an empty label', '.gov.si'],
    ['a query', 'https://gov.si/?x'],
    ['a user name', 'https://me@gov.si'],
    ['no host', 'mailto:me@gov.si'],
    ['words', 'all of gov.si'],
  ])('%s', async (_case, place) => expect(await messageOf([{ for: place }])).toContain('sites[0].for'));

  it('a field that is misspelt, with what was meant', async () => {
    expect(await messageOf([{ for: 'gov.si', politeness: { dely: '5s' } }])).toContain('Did you mean `delay`?');
    expect(await messageOf([{ for: 'gov.si', politenes: {} }])).toContain('Did you mean `politeness`?');
    expect(await messageOf([{ politeness: {} }])).toContain('`sites[0].for` is missing');
  });

  it('a field that holds for the whole crawl only', async () => {
    expect(await messageOf([{ for: 'gov.si', politeness: { rate: 3 } }])).toContain(
      'it belongs under `politeness.perDomain` or `politeness`',
    );
    expect(await messageOf([{ for: 'gov.si', budget: { size: '1GB' } }])).toContain('`size`');
  });
});
