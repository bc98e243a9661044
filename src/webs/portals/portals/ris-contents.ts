/** Two days of the Rechtsinformationssystem: laws and decisions about lamps, all invented. */
import type { PortalFixture } from '../fixture.js';

export interface RisRecord {
  readonly application: 'BrKons' | 'Vfgh' | 'Vwgh' | 'Justiz' | 'Bvwg' | 'Lvwg';
  readonly id: string;
  readonly organ: string;
  readonly title: string;
  readonly text: string;
  readonly published: string;
  readonly changed?: string;
  /** Set anew whenever the record is loaded, whether it changed or not. */
  readonly imported?: string;
  /** Of decisions. */
  readonly decided?: string;
  readonly kind: 'Text' | 'Rechtssatz' | 'Paragraph';
  readonly caseNumbers: readonly string[];
  readonly norms: readonly string[];
  readonly ecli?: string;
  readonly provision: string;
  readonly act: string;
  readonly formats: readonly ('Xml' | 'Html' | 'Pdf' | 'Rtf')[];
  readonly attachments: readonly { readonly name: string; readonly as: string; readonly body: string }[];
}

export interface RisEvent {
  readonly of: RisRecord;
  readonly on: string;
  readonly isDeleted?: boolean;
}

/** A record with whatever the caller does not care about filled in. */
export const risRecord = (application: RisRecord['application'], id: string, more: Partial<RisRecord> = {}): RisRecord => ({
  application,
  id,
  organ: application === 'BrKons' ? 'BKA' : 'Gerichtshof für Lampen',
  title: `Lampensache ${id}`,
  text: `Die Lampe ${id} leuchtet.`,
  published: '2014-02-01',
  changed: '2014-02-02',
  kind: application === 'BrKons' ? 'Paragraph' : 'Text',
  ...(application === 'BrKons' ? {} : { decided: '2014-01-14' }),
  caseNumbers: ['G1/2013'],
  norms: ['B-VG Art140', 'LampG §1'],
  provision: '§ 1',
  act: '20009999',
  formats: ['Xml', 'Pdf'],
  attachments: [],
  ...more,
});

const decisions = [0, 1, 2, 3].map((at) => risRecord('Vwgh', `JWT_20140114_201300000${at}`, { formats: ['Xml'] }));

const stays = [
  risRecord('BrKons', 'NOR40150001', { title: 'Lampengesetz' }),
  risRecord('BrKons', 'NOR40150002', { title: 'Lampengesetz', provision: '§ 10' }),
  risRecord('Vfgh', 'JFR_20140114_13G00001_01', { kind: 'Rechtssatz', norms: [] }),
  risRecord('Vfgh', 'JFT_20131216_13G00002_00', { decided: '2013-12-16', caseNumbers: ['G2/2013', 'G3/2013'] }),
  risRecord('Justiz', 'JJT_20140120_OGH0002_0010OB00001_13A0000_000', {
    decided: '2014-01-20',
    formats: ['Html', 'Rtf'],
    attachments: [{ name: 'image001.gif', as: 'EmbeddedAttachment', body: 'eine Lampe' }],
  }),
  risRecord('Bvwg', 'BVWGT_20140102_W101_2000001_1_00', { decided: '2014-01-02' }),
  ...decisions.slice(2),
];
const changes = risRecord('Vfgh', 'JFT_20140114_13G00001_00', { ecli: 'ECLI:AT:VFGH:2014:G1.2013' });
const getsAttachment = risRecord('Justiz', 'JJT_20140225_OGH0002_0020OB00002_13B0000_000', { decided: '2014-02-25' });
const isLoadedAgain = decisions[0] as RisRecord;
const goneDecision = decisions[1] as RisRecord;
const goneLaw = risRecord('BrKons', 'NOR40150003', { title: 'Dochtgesetz', act: '20009998' });
/** Older than what the collection is harvested from. */
const tooOld = risRecord('Bvwg', 'BVWGT_20131230_W101_2000000_1_00', { decided: '2013-12-30' });

const changed = { ...changes, text: 'Die Lampe leuchtet nicht mehr.', changed: '2014-03-11' };
const hasAttachment = {
  ...getsAttachment,
  changed: '2014-03-11',
  attachments: [{ name: 'beilage.gif', as: 'Attachment', body: 'eine Beilage' }],
};
const loadedAgain = { ...isLoadedAgain, imported: '2014-03-11T20:00:00' };
const fresh = risRecord('Lvwg', 'LVWGT_WI_20140303_VGW_001_00', { decided: '2014-03-03', published: '2014-03-11', changed: '2014-03-11' });
const freshLaw = risRecord('BrKons', 'NOR40150004', { title: 'Laternengesetz', published: '2014-03-11', changed: '2014-03-11' });

const first = [...stays, changes, getsAttachment, isLoadedAgain, goneDecision, goneLaw, tooOld];
const ids = (records: readonly RisRecord[]): string[] => records.map(({ id }) => id);

const expected: PortalFixture['expected'] = {
  1: ids(first.filter((record) => record !== tooOld)),
  2: {
    Add: ids([fresh, freshLaw]),
    Upd: ids([changed, hasAttachment]),
    Del: ids([goneDecision, goneLaw]),
    None: ids([loadedAgain]),
  },
};

export const risDays = {
  first: { records: first, events: [] },
  second: {
    records: [...stays, changed, hasAttachment, loadedAgain, fresh, freshLaw, tooOld],
    events: [
      ...[changed, hasAttachment, fresh, freshLaw].map((of) => ({ of, on: '2014-03-11' })),
      // Listed each time it was loaded: more rows than a page holds, before the deletion that follows.
      ...Array.from({ length: 101 }, () => ({ of: loadedAgain, on: '2014-03-11' })),
      { of: goneDecision, on: '2014-03-11', isDeleted: true },
      { of: goneLaw, on: '2014-03-11', isDeleted: true },
    ] as readonly RisEvent[],
  },
  expected,
};
