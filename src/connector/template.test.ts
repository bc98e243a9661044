/** Mistakes in expressions and templates are found when a connector is loaded, at their place. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConnector } from './load.js';
import { compileConnectorTemplate } from './template.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-connector-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Steps of every kind are one union: the message must be that of the kind that is meant. */
const connector = (field: string, key = '{id}', request = 'https://example.org/') => `title: T
reuse: { terms: free, because: test }
list:
  - request: '${request}'
    each: li
    fields:
      id: a
      title: ${field}
document:
  key: '${key}'
  files: [{ request: '{id}' }]
`;

function load(text: string): Promise<unknown> {
  const file = join(folder, 'lamp.yaml');
  writeFileSync(file, text);
  return loadConnector(file);
}

describe('a connector with', () => {
  it.each([
    [
      'a misspelt function',
      connector('{ trimm: h1 }'),
      /lamp\.yaml:8.*list\[0\]\.fields\.title.*there is no function "trimm"; did you mean trim\?/s,
    ],
    ['a value that is missing', connector('{ replace: { of: h1 } }'), /replace.*pattern/s],
    ['a pattern that is none', connector("{ match: { of: h1, pattern: '(' } }"), /the pattern \( is wrong at character/],
    ['a brace that is never closed', connector('h1', '{id'), /lamp\.yaml:10.*document\.key.*is part of no \{name\}/s],
    ['a misspelt filter', connector('h1', '{id|uper}'), /there is no filter "uper"; did you mean upper\?/],
    ['a wrong template in a request', connector('h1', '{id}', 'https://example.org/{a b}'), /list\[0\]\.request.*is part of no \{name\}/s],
  ])('%s', async (_name, text, message) => {
    await expect(load(text)).rejects.toThrow(message);
  });

  it('none of these is loaded', async () => expect(await load(connector('{ regex: { of: h1, set: named } }'))).toBeTruthy());
});

it('knows the names a run fills in, and suggests one for others', () => {
  expect(compileConnectorTemplate('{window.from} {title}', 'document.key', ['title']).names).toEqual(['window.from', 'title']);
  expect(() => compileConnectorTemplate('{window.form}', 'list[0].request', [])).toThrow(
    'list[0].request: nothing here is called "window.form"; did you mean window.from?',
  );
});
