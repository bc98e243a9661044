/** Portals of the United Kingdom: what their documents are made of, routes that take over, and a portal that is never asked. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixtureOf, html, type PortalFixture } from '../../../src/webs/portals/index.js';
import { type FixtureHarvest, openFixtureHarvest } from '../../support/fixture-harvest.js';

let harvest: FixtureHarvest;
afterEach(() => harvest?.close());

const fixture = async (id: string): Promise<PortalFixture> => (await fixtureOf(id)) as PortalFixture;
const roles = (key: string): Record<string, string> =>
  Object.fromEntries(harvest.document(key)?.files.map(({ name, role }) => [name, role]) ?? []);

describe('UK Supreme Court', () => {
  it('has the text, its PDF, the pages of all cases decided together, and what they offer', async () => {
    harvest = await openFixtureHarvest(await fixture('uk-supreme-court'));
    expect((await harvest.run(1)).faults).toEqual([]);
    const joined = 'd-00000000-0000-4000-8000-000000000002';
    expect(roles(joined)).toEqual({
      'data.xml': 'main',
      '2031-uksc-2.pdf': 'part',
      'uksc-2030-0012.html': 'meta',
      'uksc_2030_0012_judgment_cccc00000c.pdf': 'part',
      'uksc_2030_0012_press_summary_aaaa000002.pdf': 'part',
      'uksc-2030-0014.html': 'meta',
      'uksc_2030_0014_judgment_cccc00000c.pdf': 'part',
      'uksc_2030_0014_press_summary_aaaa000002.pdf': 'part',
    });
    expect(harvest.document(joined)).toMatchObject({
      title: 'Wick and others v Lamp',
      kind: 2,
      fields: {
        citation: ['[2031] UKSC 2'],
        caseId: ['UKSC/2030/0012', 'UKSC/2030/0014'],
        judges: ['Lord Lamp'],
        justices: ['Lord Lamp', 'Lady Wick'],
        date: ['2031-01-02'],
      },
    });
    expect(roles('d-00000000-0000-4000-8000-000000000003')).toMatchObject({ 'image1.png': 'asset' });
  });

  it('is asked for nothing but the feed where the user says that what was had is settled', async () => {
    harvest = await openFixtureHarvest(await fixture('uk-supreme-court'));
    await harvest.run(1, { Settled: 'yes' });
    const before = harvest.server.asked.length;
    const { report } = await harvest.run(1, { Settled: 'yes' });
    expect(report.operations).toMatchObject({ None: 7 });
    expect(harvest.server.asked.slice(before).every(({ url }) => /atom\.xml|robots\.txt/.test(url))).toBe(true);
  });

  it('asks first whether the licence is kept', async () => {
    harvest = await openFixtureHarvest({ ...(await fixture('uk-supreme-court')), accepts: false });
    await expect(harvest.run(1)).rejects.toThrow(/Open Justice Licence/);
    expect(harvest.server.asked).toEqual([]);
  });
});

describe('judiciary.uk', () => {
  it('has the PDF as its text, or the page where there is none', async () => {
    harvest = await openFixtureHarvest(await fixture('judiciary-uk'));
    expect((await harvest.run(1)).faults).toEqual([]);
    expect(roles('90002')).toEqual({
      'judgment-90002.pdf': 'main',
      'press-summary-90002.pdf': 'part',
      'wick-others-v-flint.html': 'meta',
    });
    expect(roles('90003')).toEqual({ 'an-old-case.html': 'main' });
    expect(roles('90004')).toEqual({ 'rex-v-wick.html': 'main' });
    expect(roles('90005')).toEqual({ 'judgment-90005.pdf': 'main', 'candle-v-torch.html': 'meta' });
    expect(harvest.document('90002')).toMatchObject({ title: 'Wick & Others v Flint', fields: { citation: ['[2031] EWHC 2 (KB)'] } });
    expect(harvest.document('90009')?.aliases).toContain('https://www.judiciary.gov.uk/wp-content/uploads/2031/01/judgment-90009.pdf');
  });

  it.each([
    ['its feed', /^\/wp-json\//],
    ['its pages', /^\/wp-json\/|\/feed\//],
  ])('goes on by %s where what comes before is closed, and sends nothing twice', async (_route, closed) => {
    const plain = await fixture('judiciary-uk');
    const shut: PortalFixture = {
      ...plain,
      open: (day) => {
        const portal = plain.open(day);
        return (request) => (day === 2 && closed.test(request.url.pathname) ? html('Forbidden', { status: 403 }) : portal(request));
      },
    };
    harvest = await openFixtureHarvest(shut);
    await harvest.run(1);
    expect(await harvest.run(2)).toMatchObject({ faults: [], report: { isSuspicious: false } });
  });
});

describe('House of Lords', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'winnow-lords-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('refuses with the reason, and asks nobody, where no copy was supplied', async () => {
    harvest = await openFixtureHarvest(await fixture('house-of-lords'));
    await expect(harvest.run(1)).rejects.toThrow(/challenge.*Supply a copy.*--Archive FILE\. Nothing was requested\./);
    await expect(harvest.run(1, { Archive: join(folder, 'nowhere.zip') })).rejects.toThrow(
      /Archive: there is no file or folder .*nowhere\.zip/,
    );
    expect(harvest.server.asked).toEqual([]);
  });

  it('imports a copy, page after page, and asks nobody', async () => {
    const portal = await fixture('house-of-lords');
    const file = join(folder, 'copy.zip');
    writeFileSync(file, portal.supplies?.copy(1) ?? '');
    harvest = await openFixtureHarvest(portal);
    expect(await harvest.run(1, { Archive: file })).toMatchObject({ faults: [], report: { isSuspicious: false, requests: 0 } });
    expect(roles('[2007] UKHL 999')).toEqual({
      'lamp-1.htm': 'main',
      'lamp-2.htm': 'part',
      'lamp-3.htm': 'part',
      'lamp-4.htm': 'part',
      'lamp.pdf': 'part',
    });
    expect(roles('ld199798/candle')).toEqual({ 'candle-1.htm': 'main', 'candle-2.htm': 'part', 'candle-3.htm': 'part' });
    expect(harvest.document('[2009] UKHL 998')).toMatchObject({
      title: 'Wick & Flint v Steel',
      url: 'https://publications.parliament.uk/pa/ld200809/ldjudgmt/jd090617/wick&flint-1.htm',
      fields: { date: ['2009-06-17'], session: ['ld200809'] },
    });
    expect(harvest.server.asked).toEqual([]);
    expect((await harvest.run(2, { Archive: file })).report.reason).toMatch(/was harvested, and does not change/);
  });

  it('imports a folder of another making, and only the years asked for', async () => {
    const write = (name: string, text: string): void => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    };
    const row = (link: string, title: string, rest: string): string => `<tr><td><a href="${link}">${title}</a></td>${rest}</tr>`;
    write(
      'www/publications.parliament.uk/pa/ld/ldjudgmt.htm',
      `<table>${row('/pa/ld200102/ldjudgmt/jd020214/blaze-1.htm', 'Blaze v Smoke', '<td>[2002] UKHL 7</td><td>14 February 2002</td>')}
${row('../ld199899/ldjudgmt/jd990708/smoke01.htm', 'In re Smoke', '<td></td>')}${row('/pa/about.htm', 'About', '<td></td>')}</table>`,
    );
    const folderOf = 'www/publications.parliament.uk/pa';
    write(`${folderOf}/ld200102/ldjudgmt/jd020214/blaze-1.htm`, '<div id="maincontent">one <a href="blaze-2.htm">Continue</a></div>');
    write(`${folderOf}/ld200102/ldjudgmt/jd020214/blaze-2.htm`, '<div id="maincontent">two</div>');
    write(`${folderOf}/ld199899/ldjudgmt/jd990708/smoke01.htm`, '<p>one</p>');
    harvest = await openFixtureHarvest(await fixture('house-of-lords'));
    const { report } = await harvest.run(1, { Archive: folder, EndYear: '2000' });
    expect(report).toMatchObject({ operations: { Add: 1 }, isSuspicious: false });
    expect(harvest.document('ld199899/smoke01')).toMatchObject({ fields: { date: ['1999-07-08'] } });
  });
});
