import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { explainDefinition } from './explain.js';
import { type LoadedDefinition, loadDefinition } from './load.js';

const folder = mkdtempSync(join(tmpdir(), 'explain-definition-'));
let loaded: LoadedDefinition;

beforeAll(async () => {
  const content = [
    'extends: gov',
    'seeds: [https://a.example, { sitemap: https://a.example/s.xml }]',
    'archive: { rotate: 50MB }',
    'fetch:',
    '  proxy: http://u:hunter2@proxy.example:3128',
    '  headers: { X-Key: hunter2 }',
    '  credentials: [{ site: https://a.example, password: "${PW}" }]',
    'consumers: [{ use: push, token: hunter2, note: hello }]',
  ];
  writeFileSync(join(folder, 'crawl.yaml'), content.join('\n'));
  const environment = { PW: 'hunter2', WINNOW_FETCH_CONTACT: 'me@a.example' };
  loaded = await loadDefinition({ file: 'crawl.yaml', directory: folder, environment, flags: { delay: '90s' } });
});
afterAll(() => rmSync(folder, { recursive: true }));

it('shows each value that is no default, with the layer it came from and no secret', () => {
  expect(
    explainDefinition(loaded)
      .text.split('\n')
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ['extends', 'gov', 'crawl.yaml:1'],
    ['seeds', '[https://a.example, { sitemap: https://a.example/s.xml }]', 'crawl.yaml:2'],
    ['politeness.delay', '1m30s', 'flag --delay'],
    ['frontier.order', 'levels', 'profile gov'],
    ['frontier.workers', '5', 'profile gov'],
    ['frontier.deal', 'domains', 'profile gov'],
    ['fetch.contact', 'me@a.example', 'env WINNOW_FETCH_CONTACT'],
    ['fetch.headers.X-Key', '(hidden)', 'crawl.yaml:6'],
    ['fetch.credentials', '[{ site: https://a.example, scheme: basic, password: (hidden) }]', 'crawl.yaml:7'],
    ['fetch.proxy', '"http://(hidden)@proxy.example:3128"', 'crawl.yaml:5'],
    ['budget.pages', '100000', 'profile gov'],
    ['urls.policy', 'gov', 'profile gov'],
    ['urls.rewrite', 'true', 'profile gov'],
    ['capture.requisites', 'false', 'profile gov'],
    ['capture.images', 'true', 'profile gov'],
    ['capture.saveFiles', 'true', 'profile gov'],
    ['capture.acceptedStatus', '[200, 203, 302]', 'profile gov'],
    ['archive.rotate', '50MB', 'crawl.yaml:3'],
    ['consumers', '[{ use: push, token: (hidden), note: hello }]', 'crawl.yaml:8'],
    ['duplicates.find', 'lsh', 'profile gov'],
    ['profile', 'gov', 'profile gov'],
  ]);
});

it('shows everything when asked to', () => {
  const { values, text } = explainDefinition(loaded, { all: true });
  expect(values.find(({ path }) => path === 'fetch.maxSize')).toEqual({
    path: 'fetch.maxSize',
    value: 2_000_000_000,
    text: '2GB',
    layer: 'default',
    from: 'default',
  });
  expect(text).not.toContain('hunter2');
  expect(JSON.stringify(values)).not.toContain('hunter2');
});

it('says so when nothing differs', async () => {
  expect(explainDefinition(await loadDefinition({ environment: {} })).text).toBe('Every value is the default.');
});
