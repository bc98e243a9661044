import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { definitionFields, shapeOf } from './fields.js';
import { definitionJsonSchema, referencePage } from './reference.js';
import { definitionSchema } from './schema.js';
import { referenceFiles } from './write-reference.js';

it.each([...referenceFiles()])('docs/reference/%s is up to date', (name, text) => {
  const written = readFileSync(new URL(`../../../docs/reference/${name}`, import.meta.url), 'utf8');
  expect(written === text, `docs/reference/${name} is out of date; run \`npm run docs\``).toBe(true);
});

it('every field and section says what it means', () => {
  const sections = Object.entries(definitionSchema.shape).filter(([, schema]) => shapeOf(schema).kind === 'object');
  const silent = [
    ...definitionFields().filter(({ description }) => description === ''),
    ...sections.filter(([, schema]) => !schema.description),
  ];
  expect(silent).toEqual([]);
});

describe('the reference page', () => {
  const page = referencePage();

  it('has a row for every field', () => {
    const missing = definitionFields().filter(({ path }) => !page.includes(`| \`${path}\` |`));
    expect(missing.map(({ path }) => path)).toEqual([]);
    expect(page).toContain('| `politeness.delay` | duration | `3s` | Pause between two requests to a site');
  });

  it('shows definitions that are valid', () => {
    const samples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, sample = '']) => parseDocument(sample).toJS() as unknown);
    expect(samples.length).toBeGreaterThan(2);
    for (const sample of samples.filter((it) => it !== null)) expect(definitionSchema.safeParse(sample).error).toBeUndefined();
  });
});

describe('the JSON Schema', () => {
  const schema = definitionJsonSchema() as {
    $schema: string;
    properties: Record<string, { properties?: Record<string, object>; description?: string }>;
    required?: string[];
  };

  it('describes what a user writes: nothing is required, defaults are in human form', () => {
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.required).toBeUndefined();
    expect(schema.properties['politeness']?.properties?.['delay']).toMatchObject({
      default: '3s',
      description: expect.stringContaining('Pause'),
    });
    expect(schema.properties['fetch']?.properties?.['robots']).toMatchObject({ enum: ['obey', 'ignore'] });
    expect(schema.properties).toHaveProperty('$schema');
  });

  it('holds only what JSON can say', () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });
});
