/** Combined harvests: a snapshot of a day is imported, then what came after that day is asked for. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ConnectorInput } from '../../../src/definition/connector/index.js';
import { tarOf } from '../../support/files/tar.js';
import { type KeptPortal, openKeptPortal } from '../../support/kept-portal.js';

let portal: KeptPortal;
beforeEach(async () => {
  portal = await openKeptPortal({});
});
afterEach(() => portal.close());

const law = (key: string, text = 'old'): string => `<law><title>${key}</title><p>${text} ${key}</p></law>`;
const xml = (body: string) => ({ headers: { 'Content-Type': 'application/xml' }, body });
const toc = (...keys: string[]) => xml(`<toc>${keys.map((key) => `<law><key>${key}</key></law>`).join('')}</toc>`);
const packed = (files: Readonly<Record<string, string>>): Buffer => gzipSync(tarOf(files));
const KEYS = ['a', 'b', 'c'];
const WHOLE = packed(Object.fromEntries(KEYS.map((key) => [`${key}.xml`, law(key)])));

const step = { each: '//law', fields: { key: 'key' } } as const;
const COMBINED: ConnectorInput = {
  url: 'http://law.example/',
  parameters: { Day: { about: 'Day of the snapshot', type: 'date' }, From: { about: 'Where it is' } },
  routes: [
    {
      approach: 'combined',
      since: '{Day}',
      list: [{ ...step, request: 'http://law.example/all' }],
      changes: [{ ...step, request: 'http://law.example/changes?from={cursor.from}&until={cursor.until}' }],
      overlap: '1d',
      snapshot: {
        given: '{From}',
        list: [{ kind: 'directory', base: '{From}', members: '*.xml', fields: { key: { field: 'id' } } }],
        document: { files: [{ item: 'xml', name: '{key}.xml' }] },
      },
    },
  ],
  document: { key: '{key}', files: [{ request: 'http://law.example/{key}.xml' }] },
};

function given(content: Uint8Array): string {
  const path = join(portal.folder, 'snapshot.tar.gz');
  writeFileSync(path, content);
  return path;
}

const run = (day: string, parameters: Record<string, string>) =>
  portal.run(COMBINED, { parameters, now: () => new Date(`${day}T10:00:00Z`) });

it('what the snapshot holds is sent once, what changed after its day as a change, and nothing older is asked for', async () => {
  const parameters = { Day: '2031-01-31', From: given(WHOLE) };
  Object.assign(portal.pages, {
    '/changes?from=2031-02-01&until=2031-02-03': toc('b', 'new'),
    '/changes?from=2031-02-02&until=2031-02-04': toc(),
    '/b.xml': xml(law('b', 'changed')),
    '/new.xml': xml(law('new')),
  });
  expect(await run('2031-02-03', parameters)).toMatchObject({
    problems: [],
    mode: 'changes',
    operations: { Add: 4, Upd: 1, Del: 0, None: 0 },
    downloaded: 5, // by both runs
  });
  expect(portal.remarks).toContain('combined snapshot of 2031-01-31: 3 documents are new, 0 changed.');
  expect(await run('2031-02-04', parameters)).toMatchObject({ operations: { Add: 0, Upd: 0, Del: 0, None: 0 } });
  expect(portal.asked()).toEqual([
    '/changes?from=2031-02-01&until=2031-02-03',
    '/b.xml',
    '/new.xml',
    '/changes?from=2031-02-02&until=2031-02-04',
  ]);
});

it('an older snapshot never overrules what was harvested after its day, also when nobody remembers that it was imported', async () => {
  const parameters = { Day: '2031-01-31', From: given(WHOLE) };
  Object.assign(portal.pages, { '/changes?from=2031-02-01&until=2031-02-03': toc('b'), '/b.xml': xml(law('b', 'changed')) });
  await run('2031-02-03', parameters);
  rmSync(join(portal.workspace.folder, 'harvest'), { recursive: true });
  mkdirSync(join(portal.workspace.folder, 'harvest'));
  portal.pages['/changes?from=2031-02-01&until=2031-02-04'] = toc();
  expect((await run('2031-02-04', parameters)).operations).toMatchObject({ Add: 0, Upd: 0, Del: 0 });
  expect(await portal.contentOf('b', 'b.xml')).toContain('changed');
});

it('a snapshot that is damaged is imported another time, and nothing is built on it', async () => {
  const parameters = { Day: '2031-01-31', From: given(WHOLE.subarray(0, WHOLE.length - 20)) };
  expect(await run('2031-02-03', parameters)).toMatchObject({ isSuspicious: true, operations: { Add: 0 } });
  expect(portal.asked()).toEqual([]);
  portal.pages['/changes?from=2031-02-01&until=2031-02-03'] = toc();
  given(WHOLE);
  expect(await run('2031-02-03', parameters)).toMatchObject({ isSuspicious: false, operations: { Add: 3 } });
});

it('a snapshot without its day is refused before anything is asked', async () => {
  await expect(run('2031-02-03', { From: given(WHOLE) })).rejects.toThrow('say of which day the snapshot is: {Day}');
  expect(portal.asked()).toEqual([]);
});

it('a folder of files is a snapshot too', async () => {
  const folder = join(portal.folder, 'files');
  mkdirSync(folder);
  for (const key of KEYS) writeFileSync(join(folder, `${key}.xml`), law(key));
  const [route] = COMBINED.routes as unknown as [object & { snapshot: object }];
  const files: ConnectorInput = {
    ...COMBINED,
    routes: [{ ...route, snapshot: { ...route.snapshot, document: { files: [{ request: '{url}' }] } } }] as never,
  };
  portal.pages['/changes?from=2031-02-01&until=2031-02-03'] = toc();
  const options = { now: () => new Date('2031-02-03T10:00:00Z') };
  const report = await portal.run(files, { ...options, parameters: { Day: '2031-01-31', From: folder } });
  expect(report).toMatchObject({ problems: [], operations: { Add: 3 } });
});
