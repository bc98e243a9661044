/** Two days of Cellar: works of all sectors about lamps, all invented. */
import type { PortalFixture } from '../fixture.js';

/** What there is of a text in one language. */
export type Text =
  | { readonly as: 'fmx4'; readonly members: Readonly<Record<string, string>> }
  | { readonly as: 'xhtml' | 'html' | 'doc'; readonly body: string }
  /** With a kind, it is had by naming it: pdfa1a. */
  | { readonly as: 'pdf'; readonly kind?: string; readonly body: string }
  | { readonly as: 'choices'; readonly of: 'pdf' | 'doc' | 'xhtml'; readonly bodies: readonly string[] };

export interface Work {
  readonly celex: string;
  readonly type: string;
  /** Empty: it has none. */
  readonly date: string;
  readonly modified: string;
  readonly ecli?: string;
  readonly eli?: string;
  readonly title: string;
  /** Further elements of the notice. */
  readonly notice: string;
  /** Language, three letters → text. */
  readonly texts: Readonly<Record<string, Text>>;
  /** Found by SPARQL, but its ingestion is not complete. */
  readonly isPending: boolean;
}

export interface Notification {
  readonly event: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly at: string;
  /** celex:32031R0042, oj:…; works of other collections have no CELEX number. */
  readonly identifiers: readonly string[];
}

export const work = (celex: string, texts: Work['texts'], more: Partial<Work> = {}): Work => ({
  celex,
  type: 'REG',
  date: '2031-01-14',
  modified: '2031-01-20T10:00:00.000+01:00',
  title: `On invented lamps (${celex})`,
  notice: '',
  isPending: false,
  ...more,
  texts,
});

/** As act-by-act publication names and lists its members: manifest, main text, an annex, an image. */
export function formex(stem: string, language: string, text: string): Text {
  const file = (part: string): string => `${stem}${language}.${part}.fmx.xml`;
  return {
    as: 'fmx4',
    members: {
      [file('001201')]:
        `<ANNEX><TITLE><TI><P>Annex (${language})</P></TI></TITLE><CONTENTS><INCL.ELEMENT FILEREF="${stem}${language}.img1.tif"/></CONTENTS></ANNEX>`,
      [file('000101')]:
        `<ACT><BIB.INSTANCE/><TITLE><TI><P>Regulation (${language})</P></TI></TITLE><ENACTING.TERMS><ARTICLE IDENTIFIER="001"><TI.ART>Article 1</TI.ART><PARAG IDENTIFIER="001.001"><ALINEA>${text}</ALINEA></PARAG></ARTICLE></ENACTING.TERMS></ACT>`,
      [file('doc')]:
        `<DOC><PUBLICATION.REF FILE="${file('toc')}"><COLL>L</COLL></PUBLICATION.REF><FMX><DOC.MAIN.PUB NO.SEQ="0001"><LG.DOC>${language}</LG.DOC><REF.PHYS FILE="${file('000101')}" TYPE="DOC.XML"/></DOC.MAIN.PUB><DOC.SUB.PUB NO.SEQ="0002" TYPE="ANNEX"><REF.PHYS FILE="${file('001201')}" TYPE="DOC.XML"/></DOC.SUB.PUB></FMX></DOC>`,
      [file('toc')]: '<PUBLICATION/>',
      [`${stem}${language}.img1.tif`]: 'II*\0a lamp',
    },
  };
}

const page = (text: string): Text => ({
  as: 'xhtml',
  body: `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p class="oj-doc-ti">${text}</p></body></html>`,
});

const judgment = (language: string): Text => ({
  as: 'fmx4',
  members: { [`ECLI_EU_C_2030_7_${language}.xml`]: `<JUDGMENT><TITLE>Case C\u201117/30 (${language})</TITLE></JUDGMENT>` },
});

const first: readonly Work[] = [
  work('12030M/TXT', { eng: page('Treaty on Lamps'), deu: page('Vertrag über Lampen') }, { type: 'TREATY', date: '2030-12-01' }),
  work('22030A0042(01)', { eng: { as: 'pdf', body: 'Agreement on lamps' } }, { type: 'AGREE_INTERNATION' }),
  work(
    '32031R0042',
    {
      eng: formex('L_203100042', 'EN', 'Lamps shall be lit.'),
      deu: formex('L_203100042', 'DE', 'Lampen leuchten.'),
      fra: page('Les lampes'),
    },
    { eli: 'http://data.europa.eu/eli/reg/2031/42/oj' },
  ),
  work('32031D0007', { eng: page('Decision without a date') }, { type: 'DEC', date: '' }),
  work('32031R0099', { eng: page('Regulation that is on its way') }, { isPending: true }),
  work('52030PC0001', { eng: { as: 'choices', of: 'pdf', bodies: ['Proposal', 'Annex to the proposal'] } }, { type: 'PROP_REG' }),
  work('62030CJ0007', { eng: judgment('EN'), deu: judgment('DE') }, { type: 'JUDG', ecli: 'ECLI:EU:C:2030:7' }),
  work('62030CJ0007_RES', {}, { type: 'JUDG', ecli: 'ECLI:EU:C:2030:7' }),
  work('62030CO0003', { deu: { as: 'doc', body: 'Beschluss' } }, { type: 'ORDER' }),
  work(
    '72029L0007FRA_1',
    {},
    {
      type: 'MEAS_NATION_IMPL',
      notice:
        '<MEASURE_NATIONAL_IMPLEMENTING_IMPLEMENTED_BY_COUNTRY><IDENTIFIER>FRA</IDENTIFIER></MEASURE_NATIONAL_IMPLEMENTING_IMPLEMENTED_BY_COUNTRY>',
    },
  ),
  work('82030FR0001(01)', { fra: { as: 'pdf', body: 'Arret sur les lampes' } }, { type: 'DECISION_NATIONAL' }),
];

const LATER = '2031-02-21T11:00:00.000+01:00';
/** What the second day does to a work; null: it is gone. */
const changes: Readonly<Record<string, Partial<Work> | null>> = {
  '32031R0042': {
    modified: LATER,
    texts: {
      eng: formex('L_203100042', 'EN', 'Lamps shall be put out.'),
      deu: formex('L_203100042', 'DE', 'Lampen leuchten.'),
      fra: page('Les lampes'),
    },
  },
  '32031R0099': { isPending: false, modified: LATER },
  // Only the stamp: the text is the same, in an archive packed anew.
  '62030CJ0007': { modified: LATER },
  '52030PC0001': null,
};

const second: readonly Work[] = [
  ...first.flatMap((each) => (changes[each.celex] === null ? [] : [{ ...each, ...changes[each.celex] }])),
  work('32031R0050', { eng: page('Regulation on candles'), deu: page('Verordnung über Kerzen') }, { date: '2031-02-20', modified: LATER }),
];

const on = (event: Notification['event'], ...identifiers: string[]): Notification => ({ event, at: '2031-02-21T11:00:00', identifiers });

const notifications: readonly Notification[] = [
  on('CREATE', 'celex:32031R0050', 'oj:L_202031050'),
  on('CREATE', 'pmi:ltd-2031-1'),
  on('CREATE', 'celex:32031R0099'),
  on('UPDATE', 'oj:L_203100042', 'celex:32031R0042'),
  on('UPDATE', 'celex:62030CJ0007'),
  on('UPDATE', 'celex:62030CJ0007_RES'),
  on('UPDATE', 'immc:com-2031-1'),
  on('DELETE', 'celex:52030PC0001'),
  on('DELETE', 'celex:62030CO0003'),
];

const expected: PortalFixture['expected'] = {
  1: [
    '12030M/TXT_en',
    '12030M/TXT_de',
    '22030A0042(01)_en',
    '32031R0042_en',
    '32031R0042_de',
    '32031D0007_en',
    '52030PC0001_en',
    '62030CJ0007_en',
    '62030CJ0007_de',
    '62030CO0003_de',
    '72029L0007FRA_1',
    '82030FR0001(01)',
  ],
  2: {
    Add: ['32031R0050_en', '32031R0050_de', '32031R0099_en'],
    Upd: ['32031R0042_en'],
    Del: ['52030PC0001_en'],
    None: ['32031R0042_de', '62030CJ0007_en', '62030CJ0007_de', '62030CO0003_de'],
  },
};

const MODIFIED = 'stamp 2031-01-20T10:00:00.000+01:00';
const holdsFirst = {
  '12030M/TXT_de': ['Vertrag über Lampen', 'TREATY', MODIFIED, '2030-12-01', 'On invented lamps (12030M/TXT) in deu'],
  '22030A0042(01)_en': ['Agreement on lamps', 'AGREE_INTERNATION'],
  '32031R0042_en': ['Lamps shall be lit.', 'Annex (EN)', 'REG', 'legislation', 'http://data.europa.eu/eli/reg/2031/42/oj'],
  '32031D0007_en': ['Decision without a date', 'DEC', MODIFIED],
  '52030PC0001_en': ['Proposal', 'Annex to the proposal', 'PROP_REG'],
  '62030CJ0007_en': ['Case C\u201117/30 (EN)', 'JUDG', 'case-law', 'ECLI:EU:C:2030:7'],
  '72029L0007FRA_1': ['FRA', 'MEAS_NATION_IMPL'],
  '82030FR0001(01)': ['Arret sur les lampes', 'DECISION_NATIONAL'],
};
const holdsSecond = {
  ...holdsFirst,
  '32031R0042_en': ['Lamps shall be put out.', 'Annex (EN)'],
  '32031R0050_de': ['Verordnung über Kerzen'],
};

export const eurLexDays = {
  holds: { 1: holdsFirst, 2: { ...holdsSecond, '52030PC0001_en': [] } },
  first: { works: first, notifications: [] as readonly Notification[] },
  second: { works: second, notifications },
  expected,
};
