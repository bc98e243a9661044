import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { connectorReference } from './reference.js';
import { connectorSchema } from './schema.js';

const pages = connectorReference();

it.each([...pages])('docs/reference/%s is up to date', (name, text) => {
  expect(readFileSync(`docs/reference/${name}`, 'utf8'), 'write it anew with npm run docs').toBe(text);
});

it('E-73 every field of a connector has an entry', () => {
  const page = pages.get('connector.md') ?? '';
  expect(Object.keys(connectorSchema.shape).filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
  for (const field of [
    'list[].each',
    'list[].windows.by',
    'document.files[].unpack[].name',
    'reuse.quota.day',
    'parameters.*.about',
    'deletion.most',
  ])
    expect(page).toContain(`| \`${field}\` |`);
});
