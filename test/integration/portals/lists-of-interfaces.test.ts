import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import { loadConnector } from '../../../src/definition/connector/index.js';
import { MemorySource, query } from '../../../src/views/sparql/index.js';
import { cellarPortal } from '../../../src/webs/portals/portals/eur-lex.js';
import { work } from '../../../src/webs/portals/portals/eur-lex-contents.js';
import { legislationPortal } from '../../../src/webs/portals/portals/legislation-gov-uk.js';
import { risAnswer } from '../../../src/webs/portals/portals/ris.js';
import { type RisEvent, risRecord } from '../../../src/webs/portals/portals/ris-contents.js';
import { listFromFixture } from './list-from-fixture.js';

describe('EUR-Lex', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => work(`62031CO${String(at).padStart(4, '0')}`, {}));

  it('reads a month of more works than a page holds by their keys, each once', async () => {
    const portal = cellarPortal({ works: numbered(1200), notifications: [] }, 1);
    const parameters = { Sectors: '6', Languages: 'EN', From: '2031-01', Until: '2031-01-31' };
    const { items, end, asked } = await listFromFixture('eur-lex', { portal, parameters, today: '2031-02-01' });
    expect(new Set(items.map(({ fields }) => fields['id']?.[0])).size).toBe(1200);
    expect(items).toHaveLength(1200);
    expect(end).toMatchObject({ isComplete: true, problems: [] });
    const keys = asked.map((url) => /> "([^"]*)"\)/.exec(url.searchParams.get('query') ?? '')?.[1]);
    expect(keys).toEqual(['', '62031CO0999', '']); // two pages of the month, one of works without a date
    expect(asked.some((url) => /OFFSET/i.test(url.search))).toBe(false);
  });

  it('gives a work on in every language asked for, and national works once', async () => {
    const portal = cellarPortal({ works: [work('32031R0001', {}), work('82031FR0001(01)', {})], notifications: [] }, 1);
    const parameters = { Sectors: '3,8', Languages: 'EN,BG', From: '2031-01' };
    const { items } = await listFromFixture('eur-lex', { portal, parameters, today: '2031-01-31' });
    expect(items.map(({ fields }) => [fields['id'], fields['code']])).toEqual([
      [['32031R0001_en'], ['eng']],
      [['32031R0001_bg'], ['bul']],
      [['82031FR0001(01)'], undefined],
    ]);
  });

  /** A store that evaluates what it is asked. */
  const storeOf = (turtle: string) => {
    const prefixes = ['cdm#', 'cdm/cmr#'].map(
      (name) => `@prefix ${name.slice(-4, -1)}: <http://publications.europa.eu/ontology/${name}> .`,
    );
    const text = `${prefixes.join(' ')} @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . ${turtle}`;
    const source = new MemorySource(new Parser().parse(text) as unknown as Quad[]);
    return ({ url }: { readonly url: URL }) => {
      const result = query(source, url.searchParams.get('query') ?? '');
      if (result.kind !== 'bindings') throw new Error(`gives ${result.kind}`);
      const solution = (row: Readonly<Record<string, { readonly value: string }>>) =>
        Object.fromEntries(Object.entries(row).map(([name, { value }]) => [name, { type: 'literal', value }]));
      const bindings = Array.from(result.rows, solution);
      return { headers: { 'content-type': 'application/sparql-results+json' }, body: JSON.stringify({ head: {}, results: { bindings } }) };
    };
  };

  it('asks queries that a store of SPARQL answers: by sector, by month, and for works without a date', async () => {
    const portal = storeOf(`
      <http://w/1> cdm:resource_legal_id_sector "6"^^xsd:string ; cdm:resource_legal_id_celex "62031CJ0001" ; cdm:work_date_document "2031-01-31"^^xsd:date ;
        cdm:work_has_resource-type <http://publications.europa.eu/resource/authority/resource-type/JUDG> ; cdm:case-law_ecli "ECLI:EU:C:2031:1" ;
        cmr:lastModificationDate "2031-02-01T10:00:00"^^xsd:dateTime .
      <http://w/2> cdm:resource_legal_id_sector "6" ; cdm:resource_legal_id_celex "62031CJ0002" ; cdm:work_date_document "2031-02-01"^^xsd:date .
      <http://w/3> cdm:resource_legal_id_sector "6" ; cdm:resource_legal_id_celex "62031CJ0003" .
      <http://w/4> cdm:resource_legal_id_sector "3" ; cdm:resource_legal_id_celex "32031R0004" ; cdm:work_date_document "2031-01-02"^^xsd:date .
      <http://w/5> cdm:resource_legal_id_sector "6" ; cdm:resource_legal_id_celex "62030CJ0005" ; cdm:work_date_document "2030-12-31"^^xsd:date .`);
    const parameters = { Sectors: '6', Languages: 'EN', From: '2031-01' };
    const { items, end } = await listFromFixture('eur-lex', { portal, parameters, today: '2031-02-10' });
    expect(end.problems).toEqual([]);
    expect(items.map(({ fields, stamp }) => [fields['celex']?.[0], fields['type']?.[0], stamp])).toEqual([
      ['62031CJ0001', 'JUDG', '2031-02-01T10:00:00'],
      ['62031CJ0002', undefined, null],
      ['62031CJ0003', undefined, null],
    ]);
  });

  it('is not complete where a store refuses the query', async () => {
    const portal = () => ({ status: 500, headers: { 'content-type': 'text/plain' }, body: 'Virtuoso S1T00 Error: timed out\n' });
    const { end } = await listFromFixture('eur-lex', { portal, parameters: { Sectors: '6', From: '2031-01' }, today: '2031-01-31' });
    expect(end.isComplete).toBe(false);
  });
});

describe('RIS', () => {
  const state = { records: [risRecord('Vfgh', 'JFT_1', { decided: '2014-02-02' })], events: [] as readonly RisEvent[] };
  const portal = (request: Parameters<typeof risAnswer>[2]) => risAnswer(state, 1, request);
  const firstDays = (asked: readonly URL[]): Record<string, string | null> => {
    const days: Record<string, string | null> = {};
    for (const { searchParams } of asked) days[searchParams.get('Applikation') ?? ''] ??= searchParams.get('EntscheidungsdatumVon');
    return days;
  };

  it('E-05 chooses six collections by their names; the two that are only crawled start at 2014-01-01', async () => {
    const { connector } = await loadConnector('ris');
    expect(connector.parameters['Collections']?.default).toEqual([
      'Bundesrecht konsolidiert',
      'Verfassungsgerichtshof',
      'Verwaltungsgerichtshof',
      'Justiz',
      'Bundesverwaltungsgericht',
      'Landesverwaltungsgerichte',
    ]);
    const { asked } = await listFromFixture('ris', { portal, parameters: { From: '2013-11-15' }, today: '2014-03-01' });
    expect(firstDays(asked)).toEqual({
      BrKons: null,
      Vfgh: '2013-11-15',
      Vwgh: '2013-11-15',
      Justiz: '2013-11-15',
      Bvwg: '2014-01-01',
      Lvwg: '2014-01-01',
    });
  });

  it('asks the history by its own names, and for nothing that was not chosen', async () => {
    const parameters = { Collections: 'Bundesrecht konsolidiert,Justiz' };
    const { asked, end } = await listFromFixture('ris', { portal, parameters, today: '2014-03-01', since: '2014-02-20' });
    expect(asked.map(({ searchParams }) => searchParams.get('Anwendung'))).toEqual(['Bundesnormen', 'Justiz']);
    expect(asked.every(({ searchParams }) => searchParams.get('AenderungenVon') === '2014-02-20')).toBe(true);
    expect(end.isComplete).toBe(true); // a window without changes is a window without changes
  });

  it('takes an error for one, whatever its status', async () => {
    const message = { OgdSearchResult: { Error: { Applikation: 'Vfgh', Message: 'soap:Client Unbekannt' } } };
    const refusing = () => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) });
    const { end } = await listFromFixture('ris', { portal: refusing, parameters: {}, today: '2014-03-01', since: '2014-02-20' });
    expect(end.problems[0]).toMatchObject({ rule: 'changes[1].error', message: expect.stringContaining('Unbekannt') });
  });
});

describe('legislation.gov.uk', () => {
  const items = ['ukpga/2031/1', 'asp/2031/1', 'uksi/2031/1', 'eur/2031/1'];
  const log = items.map((of) => ({ of, on: '2031-01-05', event: 'published', file: 'data.xml' }) as const);
  const changed = async (Types: string): Promise<readonly (string | undefined)[]> => {
    const portal = legislationPortal({ items: [], log }, 2);
    const listed = await listFromFixture('legislation-gov-uk', { portal, parameters: { Types }, today: '2031-01-05', since: '2031-01-05' });
    return listed.items.map(({ fields }) => fields['id']?.[0]);
  };

  it.each([
    ['ukpga', ['ukpga/2031/1']],
    ['primary', ['ukpga/2031/1', 'asp/2031/1']],
    ['secondary,eu-origin', ['uksi/2031/1', 'eur/2031/1']],
    ['all', items],
  ])('of the log, types %s are taken', async (types, expected) => expect(await changed(types)).toEqual(expected));
});
