import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listConnectors } from '../../definition/connector/index.js';
import { fixtureOf } from '../../webs/portals/index.js';
import { portalPages } from './write-portal-pages.js';

const pages = await portalPages();
const connectors = await listConnectors();

it.each([...pages])('docs/portals/%s is up to date', (name, text) => {
  expect(readFileSync(`docs/portals/${name}`, 'utf8'), 'write it anew with npm run docs').toBe(text);
});

it('there is no page of a portal that is none', () => expect(readdirSync('docs/portals').sort()).toEqual([...pages.keys()].sort()));

const isRefused = ({ loaded }: (typeof connectors)[number]): boolean => loaded?.connector.mode === 'refused';

it.each(connectors.filter((entry) => !isRefused(entry)))(
  'E-69 $id has type, language, formats, approach, a re-use record, and a fixture that plays three quirks',
  async (entry) => {
    expect(entry.error).toBeNull();
    const connector = entry.loaded?.connector;
    expect([connector?.content.length, connector?.languages.length, connector?.formats.length, connector?.routes.length]).not.toContain(0);
    expect(connector?.reuse.because.length).toBeGreaterThan(10);
    const fixture = await fixtureOf(entry.id);
    expect(fixture?.quirks.length ?? 0).toBeGreaterThanOrEqual(3);
    expect(fixture?.hosts.length ?? 0).toBeGreaterThan(0);
  },
);

it.each(connectors.filter(isRefused))('E-69 $id, which may not be harvested, says why and lists nothing', ({ loaded }) => {
  expect(loaded?.connector.reuse).toMatchObject({ terms: 'prohibited', because: expect.stringMatching(/.{10}/) as string });
  expect(loaded?.connector.routes).toEqual([]);
});
