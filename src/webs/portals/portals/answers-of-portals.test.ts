import { expect, it } from 'vitest';
import type { Day, FixtureResponse, PortalFixture } from '../fixture.js';
import { eurLex } from './eur-lex.js';
import { legislationGovUk } from './legislation-gov-uk.js';
import { ris } from './ris.js';

const AGENT = { 'user-agent': 'winnow (+https://example.test)' };

/** Asks one fixture on one day, which remembers what it was asked. */
function asker(fixture: PortalFixture, day: Day = 1) {
  const portal = fixture.open(day);
  return async (url: string, headers: Record<string, string> = {}): Promise<FixtureResponse> =>
    portal({
      method: 'GET',
      url: new URL(url),
      headers: { ...AGENT, ...headers },
      body: new Uint8Array(),
      form: new URLSearchParams(),
      cookies: {},
    });
}

const bodyOf = (answer: FixtureResponse): string => Buffer.from((answer.body ?? '') as Uint8Array).toString('latin1');

it.each([eurLex, legislationGovUk, ris])('$connector has something of every operation, and no key twice', ({ expected, quirks }) => {
  expect(quirks.length).toBeGreaterThanOrEqual(5);
  for (const keys of Object.values(expected[2])) expect(keys.length).toBeGreaterThan(0);
  expect(new Set(expected[1]).size).toBe(expected[1].length);
  expect(expected[1]).toEqual(expect.arrayContaining([...expected[2].Upd, ...expected[2].Del, ...expected[2].None]));
});

it('RIS folds lists of one, says errors in band and announces more than a page', async () => {
  const ask = asker(ris);
  const search = 'https://data.bka.gv.at/ris/api/v2.6/Judikatur?Applikation=';
  const one = JSON.parse(bodyOf(await ask(`${search}Bvwg&EntscheidungsdatumVon=2014-01-01`))).OgdSearchResult.OgdDocumentResults;
  expect(one.Hits['#text']).toBe('1');
  expect(one.OgdDocumentReference.Data.Metadaten.Technisch.ImportTimestamp).toEqual({ '@xsi:nil': 'true' });
  const later = asker(ris, 2);
  const changes = 'https://data.bka.gv.at/ris/api/v2.6/History?Anwendung=Vwgh&IncludeDeletedDocuments=True&DokumenteProSeite=OneHundred';
  const many = JSON.parse(bodyOf(await later(changes))).OgdSearchResult.OgdDocumentResults;
  expect([many.Hits['#text'], many.OgdDocumentReference.length]).toEqual(['102', 100]);
  const past = await later(`${changes}&Seitennummer=3`);
  expect([past.status ?? 200, JSON.parse(String(past.body)).OgdSearchResult.Error.Message]).toEqual([
    200,
    expect.stringContaining('höher'),
  ]);
  const wrong = JSON.parse(bodyOf(await ask('https://data.bka.gv.at/ris/api/v2.6/History?Anwendung=BrKons')));
  expect(wrong.OgdSearchResult.Error).toBeDefined();
});

it('Cellar negotiates: one segment, one format, one language, and archives that differ each time', async () => {
  const ask = asker(eurLex);
  const get = (celex: string, accept: string, language = 'eng') =>
    ask(`https://publications.europa.eu/resource/${celex}`, { accept, 'accept-language': language });
  expect((await get('celex/22030A0042(01)', 'application/pdf')).status).toBe(404);
  expect((await get('celex/22030A0042%2801%29', 'application/pdf')).status).toBe(303);
  expect((await get('celex/22030A0042%2801%29', 'text/html')).status).toBe(406);
  expect((await get('celex/22030A0042%2801%29', 'application/pdf', 'deu')).status).toBe(404);
  expect((await get('celex/52030PC0001', 'application/pdf')).status).toBe(300);
  const [one, other] = [1, 2].map(() => get('cellar/32031R0042', 'application/zip;mtype=fmx4'));
  expect(bodyOf(await (one as Promise<FixtureResponse>))).not.toBe(bodyOf(await (other as Promise<FixtureResponse>)));
});

it('legislation.gov.uk refuses agents without a name and goes on by next links', async () => {
  const ask = asker(legislationGovUk, 2);
  const list = 'https://www.legislation.gov.uk/primary+secondary/2031/data.feed';
  expect((await ask(list, { 'user-agent': 'curl' })).status).toBe(403);
  expect(bodyOf(await ask(list))).toMatch(/rel="next"[^>]*page=2/);
  expect(bodyOf(await ask(`${list}?page=3`))).not.toContain('rel="next"');
  expect(bodyOf(await ask('https://www.legislation.gov.uk/update/2031-02-11/data.feed?page=2'))).toContain(
    '<pbl:Event>withdrawn</pbl:Event>',
  );
  expect((await ask('https://www.legislation.gov.uk/ukpga/1962/9/data.xml')).status).toBe(300);
  expect((await ask('https://www.legislation.gov.uk/ukpga/1962/12/data.xml')).headers?.['location']).toBe('/ukpga/Eliz2/10-11/12/data.xml');
});
