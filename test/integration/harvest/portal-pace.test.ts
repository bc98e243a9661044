/** What a connector says of the pace of its portal: hosts that ask for more patience, statuses that mean throttling. */
import { afterEach, expect, it } from 'vitest';
import type { ConnectorInput } from '../../../src/definition/connector/index.js';
import type { Turns } from '../../../src/frontier/politeness/index.js';
import { type KeptPortal, openKeptPortal } from '../../support/kept-portal.js';

let portal: KeptPortal;
afterEach(() => portal?.close());

const xml = (body: string) => ({ headers: { 'Content-Type': 'application/xml' }, body });
const PAGES = {
  '/toc.xml': xml('<toc><law><key>a</key></law></toc>'),
  '/a.xml': xml('<act/>'),
};
const TOC: ConnectorInput = {
  url: 'http://law.example/',
  list: [{ request: 'http://law.example/toc.xml', each: '//law', fields: { key: 'key' } }],
  document: { key: '{key}', files: [{ request: 'http://law.example/{key}.xml' }] },
};

it.each([
  ['is asked again', [403], 6],
  ['is an answer where the connector says nothing of it', [], 1],
])('a status that means throttling %s', async (_case, busy, times) => {
  portal = await openKeptPortal({ ...PAGES, '/a.xml': { status: 403 } });
  await portal.run({ ...TOC, politeness: { busy } });
  expect(portal.asked().filter((path) => path.endsWith('/a.xml'))).toHaveLength(times);
  portal.pages['/a.xml'] = PAGES['/a.xml'];
  expect(await portal.run({ ...TOC, politeness: { busy } })).toMatchObject({ operations: { Add: 1, Del: 0 } });
});

it('a host with a delay of its own is left in peace for that long', async () => {
  portal = await openKeptPortal(PAGES);
  const owed = new Set<number>();
  const turns: Turns = {
    claim: (_key, { delay }, now) => (owed.add(delay), { at: now, share: 1 }),
    isWanted: () => false,
    release: () => {},
    refresh: () => [],
    close: () => {},
  };
  const connector = { ...TOC, politeness: { delay: '1ms', sites: { 'law.example': '3ms', 'other.example': '9s' } } };
  await portal.run(connector, { turns, pace: {} });
  expect([...owed]).toEqual([3]);
});

it('waits at random before each request but that for robots.txt, and says so; the same seed waits the same', async () => {
  portal = await openKeptPortal(PAGES);
  const waits: number[] = [];
  const drawn = [0, 0.5];
  const pace = { delayMs: 0, random: () => drawn[waits.length] ?? 1 };
  const sleep = async (ms: number) => void waits.push(ms);
  const remarks: string[] = [];
  await portal.run({ ...TOC, politeness: { randomWait: '5s' } }, { pace, sleep, onRemark: (remark) => remarks.push(remark) });
  expect(waits).toEqual([]); // a pace of 0 is for one's own machine
  const definition = { politeness: { randomWait: '3s' } };
  await portal.run(TOC, { pace, sleep, definition, onRemark: (remark) => remarks.push(remark) });
  expect(waits).toEqual([1000, 2000]);
  expect(remarks).toEqual(['http://law.example/toc.xml: waits 1 s, at random', 'http://law.example/a.xml: waits 2 s, at random']);
});
