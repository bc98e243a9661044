/** Identifiers of legal documents, by their public specifications. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Celex, formatCelex, parseCelex } from './celex.js';
import { formatDoi, parseDoi } from './doi.js';
import { formatEcli, parseEcli } from './ecli.js';
import { parseEli } from './eli.js';
import { findIdentifiers, IDENTIFIER_KINDS, type IdentifierKind, parseIdentifier } from './identifiers.js';
import { formatUrnNir, parseUrnNir } from './urn-nir.js';

describe('one spelling, or none', () => {
  it.each<[string, IdentifierKind, string, string | null]>([
    ['ecli', 'ecli', 'ECLI:DE:BGH:2023:120123UIZR1.22.0', 'ECLI:DE:BGH:2023:120123UIZR1.22.0'],
    ['ecli broken over lines, in small letters', 'ecli', 'ecli:de:bgh:2023:\n 120123uizr1.22.0', 'ECLI:DE:BGH:2023:120123UIZR1.22.0'],
    ['ecli of the Court of Human Rights', 'ecli', 'ECLI:CE:ECHR:2031:0114JUD000000130', 'ECLI:CE:ECHR:2031:0114JUD000000130'],
    ['ecli whose court is too long', 'ecli', 'ECLI:DE:BUNDESGH:2023:1', null],
    ['ecli whose court begins with a digit', 'ecli', 'ECLI:DE:1BGH:2023:1', null],
    ['ecli whose ordinal is too long', 'ecli', `ECLI:AT:VFGH:2031:${'1'.repeat(26)}`, null],
    ['ecli with a dash', 'ecli', 'ECLI:AT:VFGH:2031:G1-2030', null],
    ['ecli without a year', 'ecli', 'ECLI:AT:VFGH:31:G1', null],
    ['act', 'celex', '32016R0679', '32016R0679'],
    ['act behind its word', 'celex', 'CELEX:32016r0679', '32016R0679'],
    ['corrigendum', 'celex', '32016R0679R(02)', '32016R0679R(02)'],
    ['consolidated text', 'celex', '02016R0679-20160504', '02016R0679-20160504'],
    ['consolidated on no day', 'celex', '02016R0679-20161350', null],
    ['agreement', 'celex', '22006A0202(01)', '22006A0202(01)'],
    ['agreement out of an address', 'celex', '22006A0202%2801%29', '22006A0202(01)'],
    ['treaty', 'celex', '12016M/TXT', '12016M/TXT'],
    ['article of a treaty', 'celex', '12012E263', '12012E263'],
    ['proposal', 'celex', '52012PC0010', '52012PC0010'],
    ['judgment', 'celex', '62012CJ0131', '62012CJ0131'],
    ['summary of a judgment', 'celex', '62012CJ0131_SUM', '62012CJ0131_SUM'],
    ['transposition', 'celex', '72000L0031DEU_123456', '72000L0031DEU_123456'],
    ['national case law', 'celex', '82013DE0123(01)', '82013DE0123(01)'],
    ['announcement', 'celex', 'C2023/001/01', 'C2023/001/01'],
    ['an unknown sector', 'celex', 'X2016R0679', null],
    ['a judgment with one letter', 'celex', '62012C0131', null],
    ['too short a number', 'celex', '32016R679', null],
    ['eli of the Union', 'eli', 'http://data.europa.eu/eli/reg/2016/679/oj', 'http://data.europa.eu/eli/reg/2016/679/oj'],
    ['eli of the Union without a number', 'eli', 'http://data.europa.eu/eli/reg/general', null],
    [
      'eli of a state',
      'eli',
      'https://www.legifrance.gouv.fr/eli/loi/2016/10/7/ECFI1524250L/jo/texte',
      'https://www.legifrance.gouv.fr/eli/loi/2016/10/7/ECFI1524250L/jo/texte',
    ],
    ['eli as a path', 'eli', 'eli/bgbl/2031/1', '/eli/bgbl/2031/1'],
    ['an address that is none', 'eli', 'https://www.example.org/help/2016', null],
    ['nir', 'nir', 'urn:nir:stato:legge:2006-02-23;51', 'urn:nir:stato:legge:2006-02-23;51'],
    [
      'nir with everything',
      'nir',
      'URN:NIR:ministero.interno+ministero.giustizia:decreto:2003-06-30;196:1@2011-05-14*it~art13-com2',
      'urn:nir:ministero.interno+ministero.giustizia:decreto:2003-06-30;196:1@2011-05-14*it~art13-com2',
    ],
    ['nir on no day', 'nir', 'urn:nir:stato:legge:2006-02-30;51', null],
    ['nir without a measure', 'nir', 'urn:nir:stato:2006-02-23;51', null],
    ['doi', 'doi', '10.5334/UJIEL.CV', '10.5334/ujiel.cv'],
    ['doi as an address', 'doi', 'https://dx.doi.org/10.24818/TBJ/2013/3/1.01', '10.24818/tbj/2013/3/1.01'],
    ['doi behind its word', 'doi', 'doi: 10.3249/1868-1581-2-3-author', '10.3249/1868-1581-2-3-author'],
    ['doi without a suffix', 'doi', '10.5334/', null],
    ['doi of another directory', 'doi', '11.5334/x', null],
    ['urn', 'urn', 'URN:NBN:de:0009-29-40955', 'urn:nbn:de:0009-29-40955'],
    ['urn without a name', 'urn', 'urn:nbn:', null],
  ])('%s', (_name, kind, raw, normal) => expect(parseIdentifier(kind, raw)).toBe(normal));
});

describe('what they say', () => {
  it('tells sector, type and corrigendum of a CELEX number', () => {
    expect(parseCelex('32016R0679R(02)')).toMatchObject({ sector: '3', year: 2016, type: 'R', number: '0679', corrigendum: '02' });
    expect(parseCelex('72000L0031DEU_1')).toMatchObject({ sector: '7', country: 'DEU', suffix: '1' });
  });

  it('tells type, year and number of an ELI', () => {
    expect(parseEli('http://data.europa.eu/eli/dir/2014/24/oj')).toMatchObject({ type: 'dir', year: 2014, number: '24' });
    expect(parseEli('https://www.ris.bka.gv.at/eli/bgbl/i/2031/14')).toMatchObject({ year: 2031, number: '14' });
  });

  it('tells what a court is', () =>
    expect(parseEcli('ECLI:BG:SC001:2025:7.1')).toEqual({ country: 'BG', court: 'SC001', year: 2025, ordinal: '7.1' }));
});

describe('in a text', () => {
  const TEXT = `See ECLI:EU:C:2014:317. Then (CELEX: 32016R0679) and 62012CJ0131; also https://data.europa.eu/eli/reg/2016/679/oj, the
    law urn:nir:stato:legge:2006-02-23;51, and (doi:10.5334/ujiel.cv). Again ECLI:EU:C:2014:317, not 132016R06791.`;

  it.each<[IdentifierKind, string[]]>([
    ['ecli', ['ECLI:EU:C:2014:317']],
    ['celex', ['32016R0679', '62012CJ0131']],
    ['eli', ['https://data.europa.eu/eli/reg/2016/679/oj']],
    ['nir', ['urn:nir:stato:legge:2006-02-23;51']],
    ['doi', ['10.5334/ujiel.cv']],
  ])('%s', (kind, found) => expect(findIdentifiers(kind, TEXT)).toEqual(found));

  it('keeps brackets that belong to a DOI', () =>
    expect(findIdentifiers('doi', '(10.1016/S0140-6736(05)67313-4)')).toEqual(['10.1016/s0140-6736(05)67313-4']));
});

const letters = (from: string, least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...from), minLength: least, maxLength: most });
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

describe('whatever is built is read back', () => {
  it('ECLI', () => {
    const ecli = fc.record({
      country: letters(CAPITALS, 2, 2),
      court: fc.tuple(letters(CAPITALS, 1, 1), letters(CAPITALS + DIGITS, 0, 6)).map((parts) => parts.join('')),
      year: fc.integer({ min: 1000, max: 9999 }),
      ordinal: fc
        .tuple(letters(CAPITALS + DIGITS, 1, 1), letters(`${CAPITALS}${DIGITS}.`, 0, 23), letters(DIGITS, 1, 1))
        .map((parts) => parts.join('')),
    });
    fc.assert(
      fc.property(ecli, (value) => {
        expect(parseEcli(formatEcli(value))).toEqual(value);
      }),
    );
  });

  it('CELEX of acts', () => {
    const celex: fc.Arbitrary<Celex> = fc.record({
      sector: fc.constantFrom('2', '3', '4', '5', '9', 'E'),
      year: fc.integer({ min: 1951, max: 2099 }),
      type: letters(CAPITALS, 1, 2),
      number: letters(DIGITS, 4, 4),
      sequence: fc.option(letters(DIGITS, 2, 2)),
      corrigendum: fc.option(letters(DIGITS, 2, 2)),
      consolidated: fc.constant(null),
      country: fc.constant(null),
      suffix: fc.constant(null),
    });
    fc.assert(
      fc.property(celex, (value) => {
        expect(parseCelex(formatCelex(value))).toEqual(value);
      }),
    );
  });

  it('DOI', () => {
    const doi = fc.record({ prefix: letters(DIGITS, 4, 6).map((digits) => `10.${digits}`), suffix: letters('abcxyz0189().-_;:/', 1, 30) });
    fc.assert(
      fc.property(doi, (value) => {
        expect(parseDoi(formatDoi(value))).toEqual(value);
      }),
    );
  });

  it('names of norms', () => {
    const day = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const nir = fc.record({
      authorities: fc.array(letters('abcxyz', 1, 8), { minLength: 1, maxLength: 3 }),
      measure: letters('abcxyz', 1, 8),
      date: day,
      number: fc.option(letters(DIGITS, 1, 4)),
      annexes: fc.array(letters(DIGITS, 1, 2), { maxLength: 2 }),
      version: fc.option(day),
      form: fc.option(letters('abc', 1, 3)),
      partition: fc.option(letters('abc123-', 1, 8)),
    });
    fc.assert(
      fc.property(nir, (value) => {
        expect(parseUrnNir(formatUrnNir(value))).toEqual(value);
      }),
    );
  });

  it('the one spelling is its own spelling, and nothing throws', () => {
    const noise = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'ECLI:celex0123456789/().urn:nir;10.-_%28AR') }));
    fc.assert(
      fc.property(fc.constantFrom(...IDENTIFIER_KINDS), noise, (kind, text) => {
        findIdentifiers(kind, text);
        const normal = parseIdentifier(kind, text);
        if (normal !== null) expect(parseIdentifier(kind, normal)).toBe(normal);
      }),
      { numRuns: 2000 },
    );
  });
});
