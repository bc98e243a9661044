import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { definitionSchema } from '../../definition/crawl/schema.js';
import { DEMO_PORT, demoDefinition, demoPlaces, linkedDefinition } from './demo-definition.js';
import { chooseSites, startDemoWeb } from './demo-web.js';

describe('the demo definition', () => {
  it('is a valid definition', () => {
    const definition = definitionSchema.parse(demoDefinition(demoPlaces(DEMO_PORT)));
    expect(definition.politeness).toMatchObject({ delay: 50, crawlDelayFactor: 0.05 });
    expect(definition.fetch.credentials.map(({ site, scheme }) => [site, scheme])).toEqual([
      ['http://basic.vault.example', 'basic'],
      ['http://digest.vault.example', 'digest'],
      ['http://bearer.vault.example', 'bearer'],
    ]);
  });

  it('keeps lookalikes and traps out of scope', () => {
    const { scope } = definitionSchema.parse(demoDefinition(demoPlaces(DEMO_PORT)));
    expect(scope?.domains).toContain('gov.example');
    expect(scope?.domains).not.toContain('evil.test');
    expect(scope?.domains).not.toContain('notgov.example');
    expect(scope?.not?.url).toHaveLength(4);
  });

  it('is what examples/demo.yaml says, for the usual port', () => {
    const example: unknown = parse(readFileSync(new URL('../../../examples/demo.yaml', import.meta.url), 'utf8'));
    expect(example).toEqual(demoDefinition(demoPlaces(DEMO_PORT)));
  });

  it('has a file of its own for linked data', () => {
    const example: unknown = parse(readFileSync(new URL('../../../examples/linked-data.yaml', import.meta.url), 'utf8'));
    expect(example).toEqual(linkedDefinition(demoPlaces(DEMO_PORT, chooseSites(['people']))));
  });

  it('covers only the sites that were started', async () => {
    const web = await startDemoWeb({ sites: ['babel', 'lookalike-suffix'] });
    const definition = demoDefinition(web);
    await web.close();
    expect(definition.seeds).toEqual(['http://babel.example/']);
    expect(definition.scope).toEqual({ domains: ['babel.example'] });
    expect(definition.fetch?.resolve).toEqual(web.resolve);
  });
});
