/** What a harvest leaves alone because it is known: here, or to a crawler before this one. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ConnectorInput } from '../../../src/definition/connector/index.js';
import { writeFormerIds } from '../../../src/run/harvest/index.js';
import { HOST } from '../../support/harvest-portal.js';
import { type KeptPortal, openKeptPortal } from '../../support/kept-portal.js';

const page = (body: string) => ({ headers: { 'Content-Type': 'text/html' }, body });
const list = (...keys: string[]) => page(keys.map((key) => `<li><a href="/${key}">${key}</a></li>`).join(''));

const CONNECTOR: ConnectorInput = {
  url: `http://${HOST}/`,
  list: [{ request: `http://${HOST}/list`, each: 'li', fields: { key: 'a', link: { link: { of: 'a' } } } }],
  document: { key: 'law-{key}', formerIds: ['Legge_{key}'], files: [{ request: '{link}', name: 'text-{key}' }] },
};

let portal: KeptPortal;
beforeEach(async () => {
  portal = await openKeptPortal({
    '/list': list('a', 'b', 'c', 'd'),
    ...Object.fromEntries(['a', 'b', 'c', 'd'].map((key) => [`/${key}`, page(`<p>${key}`)])),
  });
});
afterEach(() => portal.close());

it('with onlyNew fetches what is new, and nothing that is known, whatever became of it', async () => {
  await portal.run(CONNECTOR);
  portal.pages['/a'] = page('<p>changed');
  portal.pages['/list'] = list('a', 'b', 'c', 'd', 'e');
  portal.pages['/e'] = page('<p>e');
  portal.asked();
  await portal.run(CONNECTOR, { onlyNew: true });
  expect(portal.seen).toEqual({ Add: ['law-e'], Upd: [], Del: [], None: ['law-a', 'law-b', 'law-c', 'law-d'] });
  expect(portal.asked().filter((path) => /^.[a-e]$/.test(path))).toEqual(['/e']);
  await portal.run(CONNECTOR);
  expect(portal.seen['Upd']).toEqual(['law-a']);
});

it('leaves alone what an older crawler had and is the same, by whatever it was called; what differs is new', async () => {
  const same = createHash('md5').update('<p>a').digest('hex');
  const ids = new Map([
    ['Legge_a', same],
    ['law-b', 'f'.repeat(32)],
    ['text-c', null],
  ]);
  writeFormerIds(portal.workspace.folder, 'court', ids);
  await portal.run(CONNECTOR);
  expect(portal.seen).toEqual({ Add: ['law-b', 'law-c', 'law-d'], Upd: [], Del: [], None: ['law-a'] });
  portal.pages['/a'] = page('<p>changed');
  await portal.run(CONNECTOR);
  expect(portal.seen['Add']).toEqual(['law-a']);
});

it('with onlyNew asks for nothing that an older crawler had', async () => {
  writeFormerIds(portal.workspace.folder, 'court', new Map(['Legge_a', 'law-b', 'text-c'].map((id) => [id, null])));
  await portal.run(CONNECTOR, { onlyNew: true });
  expect(portal.asked().filter((path) => /^.[a-e]$/.test(path))).toEqual(['/d']);
  expect(portal.seen).toMatchObject({ Add: ['law-d'], None: ['law-a', 'law-b', 'law-c'], Del: [] });
});
