/** Two days of legislation.gov.uk: Acts and instruments about lamps, all invented. */
import type { PortalFixture } from '../fixture.js';

export interface Legislation {
  /** ukpga/2031/7, ukpga/Eliz2/10-11/47 */
  readonly id: string;
  /** Calendar year it is listed under. */
  readonly year: number;
  readonly title: string;
  readonly text: string;
  readonly updated: string;
  readonly hasXml: boolean;
  /** Without one, the XML is there and says nothing. */
  readonly hasBody: boolean;
  readonly hasPdf: boolean;
  readonly welsh?: string;
  readonly image?: string;
  /** Milliseconds its first transformation takes. */
  readonly slow: number;
  /** Its address leads here, for good. */
  readonly movedTo?: string;
  /** Its address stands for all of these. */
  readonly ambiguous?: readonly string[];
}

/** A line of the publication log. */
export interface Publication {
  readonly on: string;
  readonly of: string;
  readonly event: 'published' | 'withdrawn';
  /** Below the address of the item. */
  readonly file: string;
  readonly content?: string;
  readonly isNew?: boolean;
}

export const legislation = (id: string, more: Partial<Legislation> = {}): Legislation => ({
  id,
  year: Number(/\/(\d{4})\//.exec(id)?.[1] ?? 1962),
  title: `Lamps (${id}) Act`,
  text: `Lamps of ${id} shall be lit.`,
  updated: '2031-02-01T01:00:00Z',
  hasXml: true,
  hasBody: true,
  hasPdf: false,
  slow: 0,
  ...more,
});

export const published = (of: string, on: string, more: Partial<Publication> = {}): Publication => ({
  of,
  on,
  event: 'published',
  file: 'data.xml',
  ...more,
});

const many = Array.from({ length: 8 }, (_, at) => legislation(`uksi/2031/${at + 100}`));

const first: readonly Legislation[] = [
  ...many,
  legislation('ukpga/2031/7', { title: 'Lamps & Lanterns Act 2031', slow: 120 }),
  legislation('ukpga/2031/8', { image: 'a lamp' }),
  legislation('ukpga/2030/3'),
  legislation('asp/2030/1', { hasBody: false, hasPdf: true }),
  legislation('uksi/2030/5', { hasPdf: true }),
  legislation('uksi/2030/6', { hasPdf: true }),
  legislation('uksi/2030/9'),
  legislation('uksi/2030/10'),
  legislation('ukpga/Eliz2/10-11/47'),
  legislation('ukpga/Eliz2/10-11/9'),
  legislation('ukpga/1962/12', { movedTo: 'ukpga/Eliz2/10-11/12' }),
  legislation('ukpga/1962/9', { ambiguous: ['ukpga/Eliz2/10-11/9', 'ukpga/Eliz2/11-12/9'] }),
];

const LATER = { updated: '2031-02-11T09:00:00Z' };
/** What the second day does to an item; null: it is withdrawn. */
const changes: Readonly<Record<string, Partial<Legislation> | null>> = {
  'ukpga/2031/7': { ...LATER, text: 'Lamps shall no longer be lit.' },
  'ukpga/2031/8': { ...LATER, image: 'another lamp' },
  // Its XML was withdrawn, its PDF stays.
  'uksi/2030/5': { ...LATER, hasXml: false },
  'uksi/2030/9': null,
};

const second: readonly Legislation[] = [
  ...first.flatMap((item) => (changes[item.id] === null ? [] : [{ ...item, ...changes[item.id] }])),
  legislation('ukpga/2031/9', { title: 'Candles Act 2031', ...LATER }),
];

const log: readonly Publication[] = [
  published('ukpga/2031/9', '2031-02-11', { isNew: true }),
  published('ukpga/2031/7', '2031-02-11'),
  published('ukpga/2031/7', '2031-02-11', { file: '2031-02-01/data.xml' }),
  published('ukpga/2031/8', '2031-02-11'),
  // Twenty entries are a page: what follows is on the second.
  ...Array.from({ length: 18 }, (_, at) => published('uksi/2031/100', '2031-02-11', { file: `2031-01-${at + 10}/data.xml` })),
  published('uksi/2030/9', '2031-02-11', { event: 'withdrawn' }),
  published('uksi/2030/5', '2031-02-11', { event: 'withdrawn' }),
  published('uksi/2030/6', '2031-02-12', { event: 'withdrawn', file: 'pdfs/uksi_20300006_en.pdf' }),
  published('uksi/2030/10', '2031-02-12', { content: 'associated-documents', file: 'pdfs/uksiem_20300010_en.pdf' }),
  published('uksi/2030/10', '2031-02-12', { content: 'changes', file: 'changes' }),
];

const KNOWN = first.filter(({ ambiguous }) => !ambiguous).map(({ id }) => id);
const expected: PortalFixture['expected'] = {
  1: KNOWN,
  2: {
    Add: ['ukpga/2031/9'],
    Upd: ['ukpga/2031/7', 'ukpga/2031/8', 'uksi/2030/5'],
    Del: ['uksi/2030/9'],
    None: ['uksi/2031/100', 'uksi/2030/6'],
  },
};

export const legislationDays = { first: { items: first, log: [] as readonly Publication[] }, second: { items: second, log }, expected };
