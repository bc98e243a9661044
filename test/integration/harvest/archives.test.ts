/** Collections in archives that follow each other: everything once, then what changed, with lists of what is gone. */
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectorInput } from '../../../src/definition/connector/index.js';
import { decisionsOf, idOf, plantDelta, tarOfDecisions } from '../../support/bulk-archives.js';
import { tarOf } from '../../support/files/tar.js';
import { type KeptPortal, openKeptPortal } from '../../support/kept-portal.js';

let portal: KeptPortal;
afterEach(() => portal?.close());

const FOLDER = '/OPENDATA/CASS/';
const law = (id: string, text: string): string => `<?xml version="1.0"?><TEXTE><ID>${id}</ID><T>${text} ${id}</T></TEXTE>`;

/** Members by path: text of a document, or the lines of a list of deletions. */
function archive(members: Readonly<Record<string, string>>): Buffer {
  const written = Object.entries(members).map(([path, text]) => {
    const id = /([^/]+)\.xml$/.exec(path)?.[1];
    return [path, id === undefined ? text : law(id, text)];
  });
  return gzipSync(tarOf(Object.fromEntries(written)));
}

const FULL = 'Freemium_cass_global_20310101-000000.tar.gz';
const delta = (day: string): string => `CASS_203101${day}-210000.tar.gz`;
const LIST = 'liste_suppression_cass.dat';

const CASS: ConnectorInput = {
  url: 'http://law.example/',
  approach: 'bulk',
  list: [
    {
      kind: 'directory',
      base: `http://law.example${FOLDER}`,
      full: 'Freemium_*.tar.gz',
      delta: 'CASS_*.tar.gz',
      deletes: 'liste_suppression_*.dat',
      members: '*.xml',
      longest: '10d',
      fields: { text: '//T' },
    },
  ],
  document: { key: '{id}', title: '{text}', require: ['text'], files: [{ item: 'xml', name: '{name}' }] },
};

/** Puts archives in the folder, in place of what was there. */
function serve(archives: Readonly<Record<string, Buffer>>): void {
  for (const path of Object.keys(portal.pages)) if (path.startsWith(FOLDER)) delete portal.pages[path];
  const links = Object.keys(archives).map((name) => `<a href="${name}">${name}</a>`);
  portal.pages[FOLDER] = { headers: { 'Content-Type': 'text/html' }, body: `<title>Index</title>${links.join('\n')}` };
  for (const [name, body] of Object.entries(archives))
    portal.pages[FOLDER + name] = { headers: { 'Content-Type': 'application/gzip' }, body };
}

const textOf = async (id: string): Promise<string> => /<T>(.*)<\/T>/.exec(await portal.contentOf(id, `${id}.xml`))?.[1] ?? '';
const asked = (): string[] =>
  portal
    .asked()
    .filter((path) => path.endsWith('.gz'))
    .map((path) => path.slice(FOLDER.length));
const run = (options = {}) => portal.run(CASS, options);

const full = archive({ 'cass/a/A.xml': 'one', 'cass/a/B.xml': 'one', 'cass/a/C.xml': 'one', 'cass/a/D.xml': 'one' });
const second = archive({ '20310102-210000/cass/a/B.xml': 'two', '20310102-210000/cass/a/E.xml': 'two', [LIST]: 'cass/a/C\n' });

describe('archives that follow each other', () => {
  it('takes the full one and what follows in order, then only what is new', async () => {
    portal = await openKeptPortal({});
    serve({ [delta('02')]: second, [FULL]: full, [delta('01')]: archive({ 'x/F.xml': 'later that day' }) });
    const first = await run();
    expect(first).toMatchObject({ state: 'finished', isSuspicious: false, operations: { Add: 6, Upd: 1, Del: 1 } });
    expect([await textOf('B'), portal.workspace.repository.deposits.byKey('court', 'C')?.isDeleted]).toEqual(['two B', true]);

    serve({
      [FULL]: full,
      [delta('02')]: second,
      [delta('03')]: archive({
        '20310103-210000/cass/a/A.xml': 'one',
        '20310103-210000/cass/a/C.xml': 'again',
        [LIST]: '\r\ncass/a/E\r\n',
      }),
    });
    asked();
    await run();
    expect(asked()).toEqual([delta('03')]);
    expect(portal.seen).toEqual({ Add: ['C'], Upd: [], Del: ['E'], None: ['A'] });
    const nothingNew = await run();
    expect(nothingNew).toMatchObject({ documents: 0, isSuspicious: false, reason: 'the archives that are new' });
  });

  it('reads everything again without telling anything twice or going back in time', async () => {
    portal = await openKeptPortal({});
    serve({ [FULL]: full, [delta('02')]: second });
    await run();
    const again = await run({ full: true });
    expect(again).toMatchObject({ isSuspicious: false, operations: { Add: 0, Upd: 0, Del: 0, None: 4 } });
    expect(await textOf('B')).toBe('two B');
    expect(await run({ downloadAll: true, full: true })).toMatchObject({ operations: { Add: 0, Upd: 0, Del: 0, None: 4 } });
  });

  it('of a delta with files that are new, changed and as they were, and a list of deletions, exactly that is told', async () => {
    portal = await openKeptPortal({});
    const packed = (blocks: Iterable<Buffer>): Buffer => gzipSync(Buffer.concat([...blocks]));
    const first = packed(tarOfDecisions(decisionsOf(30, 7)));
    const planted = plantDelta(30, 24, 7);
    const JURI = { ...CASS, document: { ...CASS.document, key: '{id}', require: ['id'], files: CASS.document?.files ?? [] } };
    serve({ [FULL]: first });
    await portal.run(JURI);
    serve({ [FULL]: first, [delta('02')]: packed(tarOfDecisions(planted.members, planted.deletes)) });
    await portal.run(JURI);
    const keys = (numbers: readonly number[]): string[] => numbers.map(idOf).sort();
    const { Add, Upd, Del, None } = planted;
    for (const operation of Object.values(portal.seen)) operation.sort();
    expect(portal.seen).toEqual({ Add: keys(Add), Upd: keys(Upd), Del: keys(Del), None: keys(None) });
    expect(Object.values(portal.seen).map(({ length }) => length)).toEqual([10, 13, 1, 1]);
  });

  it('deletes by place: what was moved, or lies at a second place, stays', async () => {
    portal = await openKeptPortal({});
    const twice = archive({ 'cass/a/A.xml': 'one', 'cass/b/A.xml': 'one', 'cass/a/B.xml': 'one', 'cass/a/C.xml': 'one' });
    serve({ [FULL]: twice });
    await run();
    const moves = archive({
      [`20310102-210000/${LIST}`]: 'cass/a/A\ncass/a/B\ncass/elsewhere/C\n',
      '20310102-210000/cass/b/B.xml': 'moved',
    });
    serve({ [FULL]: twice, [delta('02')]: moves });
    await run();
    expect(portal.seen).toMatchObject({ Upd: ['B'], Del: [] });
    serve({ [FULL]: twice, [delta('02')]: moves, [delta('03')]: archive({ [LIST]: 'cass/a/B\ncass/b/A\n' }) });
    await run();
    expect(portal.seen).toMatchObject({ Upd: [], Del: ['A'] });
  });

  it('goes on in the middle of an archive, and stores nothing twice', async () => {
    portal = await openKeptPortal({});
    const many = Object.fromEntries(Array.from({ length: 160 }, (_, at) => [`cass/M${at}.xml`, 'many']));
    serve({ [FULL]: archive(many), [delta('02')]: second });
    const stop = new AbortController();
    let count = 0;
    const stopped = await run({ stop: stop.signal, onProgress: () => ++count === 40 && stop.abort() });
    expect(stopped.state).toBe('stopped');
    const rest = await run();
    expect(rest).toMatchObject({ state: 'finished', resumed: true, isSuspicious: false });
    expect(stopped.operations.Add + rest.operations.Add).toBe(162);
    expect([...portal.workspace.repository.deposits.all('court')].filter(({ isDeleted }) => !isDeleted)).toHaveLength(162);
  });

  it('E-40 concludes nothing from an archive that is damaged, and goes on with it when it is whole', async () => {
    portal = await openKeptPortal({});
    serve({ [FULL]: full });
    await run();
    const wrongSum = Buffer.from(second);
    wrongSum.writeUInt32LE(7, wrongSum.length - 8);
    for (const body of [second.subarray(0, second.length - 20), wrongSum]) {
      serve({ [FULL]: full, [delta('02')]: body, [delta('03')]: archive({ 'cass/a/G.xml': 'three' }) });
      const broken = await run();
      expect(broken).toMatchObject({ documents: 0, isSuspicious: true, problems: [{ rule: 'list[0].base' }] });
    }
    serve({ [FULL]: full, [delta('02')]: second, [delta('03')]: archive({ 'cass/a/G.xml': 'three' }) });
    expect(await run()).toMatchObject({ isSuspicious: false, operations: { Add: 2, Upd: 1, Del: 1 } });
  });

  it('falls back to a later full archive where archives are missing', async () => {
    portal = await openKeptPortal({});
    serve({ [FULL]: full });
    await run();
    const later = archive({ 'cass/a/A.xml': 'one', 'cass/a/B.xml': 'new', 'cass/a/D.xml': 'one' });
    serve({ 'Freemium_cass_global_20310220-000000.tar.gz': later, 'CASS_20310221-210000.tar.gz': archive({ 'cass/a/H.xml': 'h' }) });
    const report = await run();
    expect(report).toMatchObject({ isSuspicious: false, notes: [{ rule: 'list[0].full' }] });
    expect(portal.seen).toMatchObject({ Add: ['H'], Upd: ['B'], Del: ['C'] });
  });

  it('tells of a gap that nothing makes up for, and mends it when a full archive comes', async () => {
    portal = await openKeptPortal({});
    serve({ [FULL]: full });
    await run();
    const late = { 'CASS_20310301-210000.tar.gz': archive({ 'cass/a/I.xml': 'i' }) };
    serve({ [FULL]: full, ...late });
    const report = await run();
    expect(report).toMatchObject({ isSuspicious: true, problems: [{ rule: 'list[0].delta' }], operations: { Add: 1, Del: 0 } });
    serve({ [FULL]: full, ...late, 'Freemium_cass_global_20310301-000000.tar.gz': full });
    expect(await run()).toMatchObject({ isSuspicious: false, operations: { Add: 0, Upd: 0, Del: 0 } });
  });

  it('concludes nothing from an index that is cut', async () => {
    portal = await openKeptPortal({});
    serve({ [FULL]: full, [delta('02')]: second });
    await run();
    serve({ [FULL]: full });
    for (const options of [{}, { full: true }])
      expect(await run(options)).toMatchObject({ documents: 0, isSuspicious: true, problems: [{ rule: 'list[0].base' }] });
    serve({ [FULL]: full, [delta('02')]: second });
    expect(await run()).toMatchObject({ documents: 0, isSuspicious: false });
  });

  it('E-11 believes no deletions of an archive whose documents are not as they must be', async () => {
    portal = await openKeptPortal({});
    serve({ [FULL]: full });
    await run();
    const changed = gzipSync(
      tarOf({ 'cass/A.xml': '<NEU><ID>A</ID></NEU>', 'cass/B.xml': '<NEU/>', 'cass/D.xml': '<NEU/>', [LIST]: 'cass/a/C\n' }),
    );
    serve({ [FULL]: full, [delta('02')]: changed });
    const rules = [{ rule: 'document.require[text]' }];
    expect(await run()).toMatchObject({ isSuspicious: true, problems: rules, operations: { Upd: 0, Del: 0 } });
    expect(await run()).toMatchObject({ isSuspicious: true, operations: { Upd: 0, Del: 0 } });
  });
});
