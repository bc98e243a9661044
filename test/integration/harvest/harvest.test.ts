import { afterEach, expect, it } from 'vitest';
import type { ConnectorInput } from '../../../src/definition/connector/index.js';
import { type KeptPortal, openKeptPortal } from '../../support/kept-portal.js';

let portal: KeptPortal;
afterEach(() => portal?.close());

const xml = (body: string, headers: Record<string, string> = {}) => ({ headers: { 'Content-Type': 'application/xml', ...headers }, body });
const toc = (...keys: string[]) =>
  xml(`<toc>${keys.map((key) => `<law><key>${key}</key><link>http://law.example/${key}.xml</link></law>`).join('')}</toc>`);
const law = (text: string, headers?: Record<string, string>) => xml(`<law><title>On ${text}</title><p>${text}</p></law>`, headers);
const pages = (keys: readonly string[]) =>
  Object.fromEntries([['/toc.xml', toc(...keys)], ...keys.map((key) => [`/${key}.xml`, law(key)])]);

const TOC: ConnectorInput = {
  url: 'http://law.example/',
  list: [{ request: 'http://law.example/toc.xml', each: '//law', fields: { key: 'key', link: 'link' }, require: ['key', 'link'] }],
  document: { key: '{key}', title: '{title}', files: [{ request: '{link}', fields: { title: '/law/title' } }] },
};

const KEYS = Array.from({ length: 10 }, (_, index) => `law-${index}`);

it('E-37, E-38, E-41 first all Add; then one new, one changed, one gone, the others the same', async () => {
  portal = await openKeptPortal(pages(KEYS));
  const first = await portal.run(TOC);
  expect(first).toMatchObject({ state: 'finished', isSuspicious: false, operations: { Add: 10, Upd: 0, Del: 0, None: 0 }, mode: 'list' });

  delete portal.pages['/law-9.xml'];
  Object.assign(portal.pages, { '/toc.xml': toc(...KEYS.slice(0, 9), 'new'), '/law-3.xml': law('changed'), '/new.xml': law('new') });
  const second = await portal.run(TOC);
  expect(second.operations).toEqual({ Add: 1, Upd: 1, Del: 1, None: 8 });
  expect(portal.seen).toEqual({
    Add: ['new'],
    Upd: ['law-3'],
    Del: ['law-9'],
    None: KEYS.filter((key) => key !== 'law-3' && key !== 'law-9'),
  });

  const third = await portal.run(TOC);
  expect(third.operations).toEqual({ Add: 0, Upd: 0, Del: 0, None: 10 });
  const entries = [...portal.workspace.repository.rows('journal')].map((row) => row['operation']);
  expect(entries).toEqual([...KEYS.map(() => 'Add'), 'Upd', 'Add', 'Del']);
  const stored = portal.workspace.repository.deposits.byKey('court', 'law-3');
  expect(stored).toMatchObject({
    title: 'On changed',
    language: 'en',
    kind: 1,
    isDeleted: false,
    files: [{ name: 'law-3.xml', role: 'main' }],
  });
});
