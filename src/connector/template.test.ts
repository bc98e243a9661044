/** Mistakes in expressions and templates are found when a connector is loaded, at their place. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConnector } from './load.js';

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
    ['a misspelt name', connector('h1', '{id}/{titel}'), /lamp\.yaml:10.*nothing here is called \{titel\}.*title/s],
    ['a misspelt name of the run', connector('h1', '{id}', 'https://example.org/{window.form}'), /\{window\.form\}.*window\.from/s],
  ])('%s', async (_name, text, message) => {
    await expect(load(text)).rejects.toThrow(message);
  });

  it('a name that is like no other may come from anywhere', async () => expect(await load(connector('h1', '{elsewhere}'))).toBeTruthy());

  it('pairs may bring any name', async () =>
    expect(await load(connector('h1', '{titel}').replace('id: a', "'*': { pairs: a@onclick }"))).toBeTruthy());

  it('none of these is loaded', async () => expect(await load(connector('{ regex: { of: h1, set: named } }'))).toBeTruthy());
});
