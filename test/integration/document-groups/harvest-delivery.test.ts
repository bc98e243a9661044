/** A harvest and what arrives at a service: the whole way from a portal's list to a stored group. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HarvestRunReport } from '../../../src/assembly/index.js';
import type { ConnectorInput } from '../../../src/definition/connector/index.js';
import { type GroupService, serveGroups } from '../../support/group-service.js';
import { type HarvestPortal, openHarvestPortal } from '../../support/harvest-portal.js';

const xml = (body: string) => ({ headers: { 'Content-Type': 'application/xml' }, body });
const toc = (...keys: string[]) =>
  xml(`<toc>${keys.map((key) => `<law><key>${key}</key><link>http://law.example/${key}.xml</link></law>`).join('')}</toc>`);
const law = (text: string) => xml(`<law><title>On ${text}</title><p>${text}</p></law>`);
const pages = (keys: readonly string[]) =>
  Object.fromEntries([['/toc.xml', toc(...keys)], ...keys.map((key) => [`/${key}.xml`, law(key)])]);
const CONNECTOR: ConnectorInput = {
  url: 'http://law.example/',
  list: [{ request: 'http://law.example/toc.xml', each: '//law', fields: { key: 'key', link: 'link' }, require: ['key', 'link'] }],
  document: { key: '{key}', title: '{title}', files: [{ request: '{link}', fields: { title: '/law/title' } }] },
};
/** What the harness names its connectors. */
const CRAWLER = 'court';
const KEYS = Array.from({ length: 9 }, (_, index) => `law-${index}`);

let portal: HarvestPortal;
let service: GroupService;
beforeEach(async () => {
  service = await serveGroups();
  portal = await openHarvestPortal(pages(KEYS));
});
afterEach(async () => {
  await service.close();
  await portal.close();
});

const run = (delivery: object = {}, more: object = {}) =>
  portal.run(CONNECTOR, { definition: { deliver: [{ to: service.soap, ...delivery }] }, ...more }) as Promise<HarvestRunReport>;
const sent = (): string[] =>
  service.taken
    .splice(0)
    .map(({ group }) => `${group.operation} ${group.documents.map(({ file }) => file).join()}`)
    .toSorted();

it('E-33 E-37 E-38 E-41 sends what is new, changed and gone, once, under the same identifiers for ever', async () => {
  const first = await run();
  expect(first.deliveries).toMatchObject([{ sent: 9, refused: 0, waiting: 0, failure: null }]);
  const identifiers = new Set(service.groups.keys());
  expect(sent()).toEqual(KEYS.map((key) => `Add ${key}.xml`));

  delete portal.pages['/law-8.xml'];
  Object.assign(portal.pages, { '/toc.xml': toc(...KEYS.slice(0, 8), 'new'), '/law-3.xml': law('changed'), '/new.xml': law('new') });
  const second = await run();
  expect(second.operations).toMatchObject({ Add: 1, Upd: 1, Del: 1, None: 7 });
  expect(sent()).toEqual(['Add new.xml', 'Del law-8.xml', 'Upd law-3.xml']);
  expect([...service.groups.keys()].filter((identifier) => identifiers.has(identifier))).toHaveLength(8);

  await run();
  expect(sent()).toEqual([]);
});

it('E-42 completes while the service is away; everything arrives once at the next start', async () => {
  service.behaviour = 'away';
  const down = await run({ timeouts: { close: '10ms' } });
  expect(down).toMatchObject({ state: 'finished', operations: { Add: 9 }, deliveries: [{ sent: 0, waiting: 9 }] });
  service.behaviour = 'well';
  expect((await run()).deliveries).toMatchObject([{ sent: 9, waiting: 0, failure: null }]);
  expect(sent()).toEqual(KEYS.map((key) => `Add ${key}.xml`));
});

it('E-54 rolls back where that is set: an error folder, and a run to be repeated', async () => {
  service.behaviour = 'away';
  const errorFolder = join(portal.workspace, 'failed');
  const down = await run({ onServiceUnavailable: 'rollback', errorFolder });
  expect(down.deliveries).toMatchObject([{ sent: 0, waiting: 0, failure: expect.stringContaining('was not reached') as string }]);
  expect(readdirSync(errorFolder)).toHaveLength(2);
  service.behaviour = 'well';
  expect((await run({ onServiceUnavailable: 'rollback', errorFolder })).deliveries).toMatchObject([{ sent: 9, failure: null }]);
});

it('E-43 keeps the data of a crawler up to date: tables made anew when missing, equal to the repository, packages beside', async () => {
  const folder = join(portal.workspace, '..', 'destination');
  const file = join(folder, 'SQLiteData', 'SQLiteCrawlerData.sqlite');
  const definition = { deliver: [{ to: folder, as: 'crawler-data' as const }, { to: service.soap }] };
  const rows = (): unknown[] => {
    const db = new Database(file, { readonly: true });
    try {
      return db.prepare('SELECT "FileName", "Operation", "SendState" FROM "DocumentGroup" ORDER BY "FileName"').raw().all();
    } finally {
      db.close();
    }
  };
  const packages = (): string[] => readdirSync(join(folder, CRAWLER)).toSorted();
  const report = (await portal.run(CONNECTOR, { definition })) as HarvestRunReport;
  expect(report.deliveries).toMatchObject([{ sent: 9 }, { sent: 9, failure: null }]);
  expect(rows()).toEqual(KEYS.map((key) => [`${key}.zip`, 'Add', 'sent']));
  expect(packages()).toEqual(KEYS.map((key) => `${key}.zip`));
  rmSync(file);
  await portal.run(CONNECTOR, { definition });
  expect(rows()).toHaveLength(9);

  delete portal.pages['/law-8.xml'];
  Object.assign(portal.pages, { '/toc.xml': toc(...KEYS.slice(0, 8)), '/law-3.xml': law('changed') });
  const before = statSync(join(folder, CRAWLER, 'law-1.zip'));
  await portal.run(CONNECTOR, { definition });
  expect(rows()).toEqual(KEYS.map((key) => [`${key}.zip`, { 'law-3': 'Upd', 'law-8': 'Del' }[key] ?? 'Add', 'sent']));
  expect(packages()).toEqual(KEYS.slice(0, 8).map((key) => `${key}.zip`));
  expect(statSync(join(folder, CRAWLER, 'law-1.zip')).mtimeMs).toBe(before.mtimeMs);
});

it('E-49 a log file holds the error with its URL and causes', async () => {
  const log = join(portal.workspace, '..', 'logs', 'InfoLog.txt');
  portal.pages['/toc.xml'] = { status: 500, body: 'broken' } as never;
  await run({}, { log }).catch(() => undefined);
  const lines = readFileSync(log, 'utf8');
  expect(lines).toContain('http://law.example/toc.xml');
  expect(lines).toContain('"level":"error"');
});
