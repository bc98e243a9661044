/** Collections delivered by FTP: everything once, then packages of what changed; and what happens when the line breaks. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHarvest } from '../../../src/assembly/run-harvest.js';
import type { ConnectorInput } from '../../../src/definition/connector/index.js';
import { tarOf } from '../../support/files/tar.js';
import { type FtpProxy, startFtpProxy } from '../../support/ftp-proxy.js';
import { startFtp, type TestFtp } from '../../support/ftp-server.js';
import { serveGroups } from '../../support/group-service.js';
import { connectorOf } from '../../support/harvest-portal.js';
import { type KeptPortal, openKeptPortal } from '../../support/kept-portal.js';

let server: TestFtp;
let proxy: FtpProxy;
let portal: KeptPortal;

beforeAll(async () => {
  server = await startFtp();
});
afterAll(() => server.stop());
beforeEach(async () => {
  proxy = await startFtpProxy(server.port);
});
afterEach(async () => {
  await proxy.close();
});

const law = (key: string, text = 'first'): string => `<law><title>${key}</title><p>${text} ${'§ '.repeat(50)}</p></law>`;
const lawsOf = (keys: readonly string[], text?: string) => Object.fromEntries(keys.map((key) => [`${key}.xml`, law(key, text)]));
const packed = (files: Readonly<Record<string, string>>): Buffer => gzipSync(tarOf(files));
const KEYS = Array.from({ length: 100 }, (_, index) => `law-${String(index).padStart(3, '0')}`);

const fetchOver = (web: { readonly fetch: object }): object => {
  const { resolve } = web.fetch as { resolve?: Record<string, string> };
  return { ...web.fetch, resolve: { ...resolve, 'delivery.example': `127.0.0.1:${proxy.port}` }, allowAddresses: ['127.0.0.1'] };
};
const retrieved = (): string[] => proxy.commands.filter((command) => command.startsWith('RETR')).map((command) => command.slice(5));

const PACKAGES: ConnectorInput = {
  url: 'ftp://delivery.example/',
  approach: 'bulk',
  list: [{ kind: 'directory', base: 'ftp://delivery.example/{folder}/', full: 'full-*', delta: '*-*.tar.gz', members: '*.xml' }],
  set: { folder: 'packages' },
  document: { key: '{id}', files: [{ item: 'xml', name: '{name}' }] },
};

it('E-04 a snapshot of 100 files, then packages: each file goes the usual way, and only what changed is sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-delivery-'));
  const service = await serveGroups();
  const sent = (): string[] => service.taken.splice(0).map(({ group }) => `${group.operation} ${group.documents[0]?.file}`);
  const definition = { fetch: fetchOver({ fetch: {} }), deliver: [{ to: service.rest }], search: { index: false } } as never;
  const harvest = await openHarvest({ connector: connectorOf(PACKAGES), workspace: join(folder, 'workspace'), definition });
  const run = async () => (await harvest.run({ pace: { delayMs: 0, backoffMs: 5 } })).operations;
  try {
    server.put('packages/full-20310101.tar.gz', packed(lawsOf(KEYS)));
    expect(await run()).toMatchObject({ Add: 100 });
    expect(sent().filter((group) => group.startsWith('Add'))).toHaveLength(100);

    server.put('packages/daily-20310102.tar.gz', packed({ ...lawsOf(KEYS.slice(3, 6), 'second'), ...lawsOf(['new-1', 'new-2']) }));
    expect(await run()).toEqual({ Add: 2, Upd: 3, Del: 0, None: 0 });
    expect(sent().toSorted()).toEqual(['Add new-1.xml', 'Add new-2.xml', 'Upd law-003.xml', 'Upd law-004.xml', 'Upd law-005.xml']);

    server.put('packages/weekly-20310108.tar.gz', packed(lawsOf(['new-1'], 'second')));
    server.put('packages/monthly-20310131.tar.gz', packed(lawsOf(['new-3'])));
    expect(await run()).toEqual({ Add: 1, Upd: 1, Del: 0, None: 0 });
    expect(sent().toSorted()).toEqual(['Add new-3.xml', 'Upd new-1.xml']);
    expect(await run()).toEqual({ Add: 0, Upd: 0, Del: 0, None: 0 });
    expect(retrieved().filter((path) => path.includes('full-'))).toHaveLength(1);
  } finally {
    await harvest.close();
    await service.close();
    rmSync(folder, { recursive: true });
  }
});

describe('the line breaks', () => {
  beforeEach(async () => {
    portal = await openKeptPortal({});
  });
  afterEach(() => portal.close());
  const run = (connector: ConnectorInput, options: object = {}) =>
    portal.run(connector, { definition: { fetch: fetchOver(portal.web) } as never, ...options });

  it('in the middle of a package, again and again: it goes on where it was, byte for byte', async () => {
    const noise = Object.fromEntries(
      KEYS.slice(0, 10).map((key) => [`${key}.xml`, `<law>${randomBytes(30_000).toString('base64')}</law>`]),
    );
    const whole = packed(noise);
    server.put('cut/full-20310101.tar.gz', whole);
    proxy.cutsAll = true;
    proxy.cuts.push(...Array.from({ length: 9 }, () => 25_000));
    const report = await run({ ...PACKAGES, set: { folder: 'cut' } });
    expect(report).toMatchObject({ problems: [], operations: { Add: 10 } });
    const starts = proxy.commands.flatMap((command) => Number(/^REST (\d+)/.exec(command)?.[1]) || []);
    expect(starts).toHaveLength(9);
    expect(starts).toEqual([...new Set(starts)].toSorted((one, other) => one - other));
    expect(portal.remarks[0]).toMatch(/the transfer broke off after \d+ of \d+ bytes.*; asked again after/);
    for (const [name, text] of Object.entries(noise)) expect(await portal.contentOf(name.replace('.xml', ''), name)).toBe(text);
  });

  const FILES: ConnectorInput = {
    url: 'http://law.example/',
    document: { key: '{id}', files: [{ request: '{url}' }] },
    list: [{ kind: 'directory', base: 'ftp://delivery.example/files/', members: '*.xml', stamp: '{listed}' }],
  };

  it('E-76 for good, after half of the files: the run goes on by crawl, says why, and every group arrives once', async () => {
    const keys = KEYS.slice(0, 20);
    for (const key of keys) server.put(`half/${key}.xml`, law(key));
    const index = keys.map((key) => `<a href="/${key}.xml">${key}</a>`).join('\n');
    portal.pages['/'] = { headers: { 'Content-Type': 'text/html' }, body: `<title>Laws</title>${index}` };
    for (const key of keys) portal.pages[`/${key}.xml`] = { headers: { 'Content-Type': 'application/xml' }, body: law(key) };
    const { list: _, ...both } = FILES;
    const routes: ConnectorInput['routes'] = [
      { approach: 'bulk', list: [{ kind: 'directory', base: 'ftp://delivery.example/half/', members: '*.xml' }] },
      { approach: 'crawl', list: [{ kind: 'directory', base: 'http://law.example/', members: '*.xml' }] },
    ];
    let had = 0;
    const report = await run({ ...both, routes }, { onProgress: () => void (++had === 10 && proxy.die()) });
    expect(report).toMatchObject({ isSuspicious: false, operations: { Add: 20, Upd: 0, Del: 0, None: 0 } });
    expect(report.routes).toEqual([
      { route: 'bulk', outcome: expect.stringContaining('could not be reached') },
      { route: 'crawl', outcome: 'used' },
    ]);
    expect(portal.remarks.join('\n')).toMatch(/The route bulk failed: .*It goes on by crawl\./);
    expect(portal.asked().filter((path) => keys.slice(0, 10).some((key) => path === `/${key}.xml`))).toEqual([]);
    expect([...portal.workspace.repository.rows('journal')]).toHaveLength(20);
  });

  it('folders below a folder, as links of a page', async () => {
    for (const [year, key] of [
      ['2030', 'a'],
      ['2031', 'b'],
      ['2031', 'c'],
    ])
      server.put(`years/${year}/${key}.xml`, law(key as string));
    const report = await run({
      ...FILES,
      list: [
        { request: 'ftp://delivery.example/years/', each: 'a[href$="/"]', fields: { year: { resolve: '@href' } } },
        { kind: 'directory', base: '{year}', members: '*.xml' },
      ],
    });
    expect(report).toMatchObject({ problems: [], operations: { Add: 3 } });
  });

  it('a page that leads to a folder of this machine is refused', async () => {
    portal.pages['/'] = { headers: { 'Content-Type': 'text/html' }, body: '<a href="file:///etc/">years/</a>' };
    const report = await run({
      ...FILES,
      list: [
        { request: 'http://law.example/', each: 'a', fields: { year: '@href' } },
        { kind: 'directory', base: '{year}' },
      ],
    });
    expect(report.problems).toMatchObject([{ rule: 'list[1].base', message: expect.stringContaining('a folder of this machine') }]);
    expect(report.listed).toBe(0);
  });

  it('a folder of files, by FTP as from disk: what the listing shows unchanged is not asked for', async () => {
    for (const key of KEYS.slice(0, 5)) server.put(`files/${key}.xml`, law(key));
    expect((await run(FILES)).operations).toMatchObject({ Add: 5 });
    server.put('files/law-001.xml', law('law-001', 'a second and longer'));
    server.put('files/new.xml', law('new'));
    proxy.commands.length = 0;
    expect((await run(FILES)).operations).toEqual({ Add: 1, Upd: 1, Del: 0, None: 4 });
    expect(retrieved()).toEqual(['/files/law-001.xml', '/files/new.xml']);
    const drop = join(portal.folder, 'drop');
    mkdirSync(drop);
    for (const key of KEYS.slice(0, 5)) writeFileSync(join(drop, `${key}.xml`), law(key));
    const local: ConnectorInput = { ...FILES, list: [{ kind: 'directory', base: `${pathToFileURL(drop).href}/`, stamp: '{listed}' }] };
    const definition = { fetchers: [{ use: 'file', folders: [drop] }] };
    const report = await portal.run({ ...local, mode: 'by-identifier' }, { definition });
    expect(report.operations).toEqual({ Add: 0, Upd: 1, Del: 0, None: 4 }); // what came by FTP is known here too
  });
});
