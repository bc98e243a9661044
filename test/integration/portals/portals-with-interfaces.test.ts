import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { fixtureOf, type PortalFixture } from '../../../src/webs/portals/index.js';
import { risDays } from '../../../src/webs/portals/portals/ris-contents.js';
import { tarOf } from '../../support/files/tar.js';
import { type FixtureHarvest, openFixtureHarvest } from '../../support/fixture-harvest.js';
import { otherContents } from './other-contents.js';

let harvest: FixtureHarvest;
afterEach(() => harvest?.close());

const SPOILT = { mode: 'changes', isSuspicious: true };

describe('portals with contents that their connectors were not written with', () => {
  it.each(otherContents)('$connector: a feed that is broken or cut deletes nothing, and nothing is missed for it', async (fixture) => {
    harvest = await openFixtureHarvest(fixture);
    expect((await harvest.run(1)).faults).toEqual([]);
    expect(await harvest.run('broken')).toMatchObject({ faults: [], report: SPOILT });
    expect(await harvest.run('cut')).toMatchObject({ faults: [], report: SPOILT });
    const { report } = await harvest.run(2);
    expect(report).toMatchObject({ mode: 'changes', isSuspicious: false });
    const { Upd, Del } = fixture.expected[2];
    // What a feed that broke off told of additions and changes was believed: only the sums are known.
    expect(report.operations).toMatchObject({ Del: Del.length });
    for (const key of Del) expect(harvest.document(key)).toMatchObject({ isDeleted: true });
    for (const key of Upd) expect(harvest.document(key)).toMatchObject({ isDeleted: false });
  });

  it.each(otherContents)('$connector: the second day is as planted', async (fixture) => {
    harvest = await openFixtureHarvest(fixture);
    await harvest.run(1);
    expect(await harvest.run(2)).toMatchObject({ faults: [], report: { mode: 'changes', isSuspicious: false } });
  });
});

describe('documents', () => {
  it('of EUR-Lex have the main text that the manifest names, annexes, images and the notice', async () => {
    harvest = await openFixtureHarvest((await fixtureOf('eur-lex')) as PortalFixture);
    await harvest.run(1, { Sectors: '3', Languages: 'EN' });
    const { files = [], fields, kind } = harvest.document('32031R0042_en') ?? {};
    expect(Object.fromEntries(files.map(({ name, role }) => [name, role]))).toEqual({
      'notice.xml': 'meta',
      'L_203100042EN.doc.fmx.xml': 'meta',
      'L_203100042EN.000101.fmx.xml': 'main',
      'L_203100042EN.001201.fmx.xml': 'part',
      'L_203100042EN.img1.tif': 'asset',
    });
    expect(kind).toBe(1);
    expect(fields).toMatchObject({ celex: ['32031R0042'], eli: ['http://data.europa.eu/eli/reg/2031/42/oj'], date: ['2031-01-14'] });
  });

  it('of works that notifications tell of, but nobody asked for, are left out', async () => {
    harvest = await openFixtureHarvest((await fixtureOf('eur-lex')) as PortalFixture);
    await harvest.run(1, { From: '2031-02', Languages: 'EN' });
    const { report } = await harvest.run(2, { From: '2031-02', Languages: 'EN' });
    expect(report.operations).toMatchObject({ Add: 1 }); // of February: 32031R0050 alone
    expect(harvest.document('62030CJ0007_en')).toBeNull();
  });

  it('E-05 a snapshot of RIS is imported once, then only what came after its day is asked for, and nothing is sent twice', async () => {
    harvest = await openFixtureHarvest((await fixtureOf('ris')) as PortalFixture);
    const bought = risDays.first.records.filter(({ application }) => application !== 'Bvwg' && application !== 'Lvwg');
    const files = bought.map(({ id, application, title, text }) => [
      `${application}/${id}.xml`,
      `<risdok xmlns="http://www.bka.gv.at"><nutzdaten><ueberschrift>${title}</ueberschrift><absatz>${text}</absatz></nutzdaten></risdok>`,
    ]);
    const snapshot = join(mkdtempSync(join(tmpdir(), 'winnow-ris-')), 'ris-20140310.tar.gz');
    writeFileSync(snapshot, gzipSync(tarOf(Object.fromEntries(files))));
    const parameters = { Snapshot: '2014-03-10', SnapshotFrom: snapshot };
    const { report } = await harvest.run(2, parameters);
    rmSync(dirname(snapshot), { recursive: true });
    // Bought: all; crawled since 2014: one on each day; changed, attached to and loaded again, new and gone after it.
    expect(report).toMatchObject({ problems: [], operations: { Add: bought.length + 3, Upd: 3, Del: 2 } });
    const asked = harvest.server.asked.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.startsWith('/ris/api/'));
    const searched = asked.filter(({ pathname }) => !pathname.endsWith('/History'));
    expect(new Set(searched.map(({ searchParams }) => searchParams.get('Applikation')))).toEqual(new Set(['Bvwg', 'Lvwg']));
    expect(searched.map(({ searchParams }) => searchParams.get('EntscheidungsdatumVon') ?? '').toSorted()[0]).toBe('2014-01-01');
    const history = asked.filter(({ pathname }) => pathname.endsWith('/History'));
    expect(new Set(history.map(({ searchParams }) => searchParams.get('AenderungenVon')))).toEqual(new Set(['2014-03-11']));
    expect(harvest.document('JFT_20131216_13G00002_00')?.fields).toMatchObject({ collection: ['Verfassungsgerichtshof'] });

    const again = await harvest.run(2, parameters); // the snapshot is not even looked for
    expect(again.report).toMatchObject({ problems: [], operations: { Add: 0, Upd: 0, Del: 0 } });
  });

  it('of a snapshot of RIS only chosen collections are taken, told by number, else by folder', async () => {
    harvest = await openFixtureHarvest((await fixtureOf('ris')) as PortalFixture);
    const folder = mkdtempSync(join(tmpdir(), 'winnow-ris-'));
    const names = ['NOR40150001', 'JFT_20131216_13G00002_00', 'Beschluss-7'];
    for (const name of names) writeFileSync(join(folder, `${name}.xml`), `<risdok><ueberschrift>${name}</ueberschrift></risdok>`);
    writeFileSync(join(folder, 'justiz.zip.tar'), tarOf({ 'Justiz/Urteil-1.xml': '<risdok/>', 'VwGH/Urteil-2.xml': '<risdok/>' }));
    const Collections = 'Bundesrecht konsolidiert,Justiz';
    const SnapshotFrom = `${folder}/,${join(folder, 'justiz.zip.tar')}`;
    const { report } = await harvest.run(1, { Collections, Snapshot: '2014-03-10', SnapshotFrom });
    rmSync(folder, { recursive: true });
    expect(report).toMatchObject({ problems: [], operations: { Add: 3 } });
    const fieldsOf = (key: string) => harvest.document(key)?.fields ?? {};
    expect(fieldsOf('NOR40150001')).toMatchObject({ collection: ['Bundesrecht konsolidiert'], content: ['legislation'] });
    expect(fieldsOf('Urteil-1')).toMatchObject({ collection: ['Justiz'], content: ['case-law'] });
    expect(fieldsOf('Beschluss-7')).not.toHaveProperty('collection');
    expect(harvest.document('NOR40150001')?.title).toBe('NOR40150001');
  });

  it('E-01, E-05 after a snapshot RIS is asked only for what came after its date', async () => {
    harvest = await openFixtureHarvest(otherContents.find(({ connector }) => connector === 'ris') as PortalFixture);
    const { report } = await harvest.run(2, { Snapshot: '2031-01-05' });
    expect(report).toMatchObject({ mode: 'changes', isSuspicious: false });
    const asked = harvest.server.asked.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.startsWith('/ris/api/'));
    expect(new Set(asked.map(({ pathname }) => pathname))).toEqual(new Set(['/ris/api/v2.6/History']));
    expect(new Set(asked.map(({ searchParams }) => searchParams.get('AenderungenVon')))).toEqual(new Set(['2031-01-06']));
  });
});
