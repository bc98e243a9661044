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
    ['a selector that is none', connector('h1[').replace('each: li', 'each: li\n    read: html'), /h1\[ is no CSS selector/],
    ['a misspelt name', connector('h1', '{id}/{titel}'), /lamp\.yaml:10.*nothing here is called "titel"; did you mean title\?/s],
    [
      'a misspelt name of the run',
      connector('h1', '{id}', 'https://example.org/{window.form}'),
      /"window\.form"; did you mean window\.from\?/,
    ],
  ])('%s', async (_name, text, message) => {
    await expect(load(text)).rejects.toThrow(message);
  });

  it('pairs may bring any name', async () =>
    expect(await load(connector('h1', '{titel}').replace('id: a', "'*': { pairs: a@onclick }"))).toBeTruthy());

  it('none of these is loaded', async () => {
    const sets = "sets: { head: ['No (?<number>\\d+)'] }\n";
    const named = connector('h1', '{number}').replace('id: a', "'*': { regex: { of: h1, set: head } }");
    expect(await load(sets + named)).toBeTruthy();
    await expect(load(named)).rejects.toThrow('there is no set of patterns "head"');
  });
});

it('knows the names a run fills in, and suggests one for others', () => {
  expect(compileConnectorTemplate('{window.from} {title}', 'document.key', ['title']).names).toEqual(['window.from', 'title']);
  expect(() => compileConnectorTemplate('{window.form}', 'list[0].request', [])).toThrow(
    'list[0].request: nothing here is called "window.form"; did you mean window.from?',
  );
});

it('knows the names a run fills in, and suggests one for others', () => {
  expect(compileConnectorTemplate('{window.from} {title}', 'document.key', ['title']).names).toEqual(['window.from', 'title']);
  expect(() => compileConnectorTemplate('{window.form}', 'list[0].request', [])).toThrow(
    'list[0].request: nothing here is called "window.form"; did you mean window.from?',
  );
});
