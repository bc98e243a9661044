/** Two days of a law journal: articles, all invented. */
import type { Day } from '../fixture.js';

export interface Galley {
  readonly id: string;
  readonly as: 'pdf' | 'html';
  readonly text: string;
}

export interface Article {
  readonly id: number;
  /** When its record changed last. */
  readonly datestamp: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly galleys: readonly Galley[];
  readonly doi?: string;
  /** Its record is a tombstone, and its page is gone. */
  readonly isDeleted?: boolean;
}

const pdf = (id: string, text: string): Galley => ({ id, as: 'pdf', text });
const html = (id: string, text: string): Galley => ({ id, as: 'html', text });
const article = (id: number, datestamp: string, title: string, galleys: readonly Galley[], more: Partial<Article> = {}): Article => ({
  id,
  datestamp: `2031-${datestamp}T08:00:00Z`,
  title,
  authors: ['Ada Example'],
  galleys,
  ...more,
});

const GONE = article(7, '01-08', 'On Withdrawn Lamps', [pdf('70', 'withdrawn')]);
const CORRECTED = article(8, '01-09', 'On Corrected Lamps', [pdf('80', 'as it was')]);
const TOUCHED = article(9, '01-10', 'On Lamps that Nobody Changed', [pdf('90', 'the same')]);

const STANDING: readonly Article[] = [
  article(1, '01-02', 'On Invented Rules', [html('10', 'Rules'), pdf('11', 'Rules')], { doi: '10.9999/ejlt.v3i1.1' }),
  article(2, '01-03', 'Lamps & Law', [pdf('pdf', 'Lamps')], { authors: ['Ada Example', 'Bo Example', 'Cy Example'] }),
  article(3, '01-04', 'Code as Lamp', [html('30', 'Code')]),
  article(4, '01-05', 'Behind a Notice', [pdf('40', 'Notice')]),
  article(5, '01-06', 'In a Viewer', [pdf('50', 'Viewer')]),
  article(6, '01-07', 'Editorial', [pdf('60', 'Editorial')], { authors: [] }),
];

const FIRST: readonly Article[] = [...STANDING, GONE, CORRECTED, TOUCHED];
const SECOND: readonly Article[] = [
  ...STANDING,
  { ...GONE, datestamp: '2031-02-02T08:00:00Z', isDeleted: true },
  { ...CORRECTED, datestamp: '2031-02-03T08:00:00Z', galleys: [pdf('81', 'as it should be')] },
  { ...TOUCHED, datestamp: '2031-02-04T08:00:00Z' },
  article(10, '02-05', 'On New Lamps', [html('100', 'New'), pdf('101', 'New')]),
];

/** In the order of their datestamps, as the repository lists them. */
export const articlesOn = (day: Day): readonly Article[] =>
  [...(day === 2 ? SECOND : FIRST)].sort((a, b) => (a.datestamp < b.datestamp ? -1 : 1));

const keys = (articles: readonly Article[]): string[] => articles.map(({ id }) => `ejlt-${id}`);

export const EXPECTED = {
  1: keys(FIRST),
  2: { Add: ['ejlt-10'], Upd: ['ejlt-8'], Del: ['ejlt-7'], None: keys([...STANDING, TOUCHED]) },
};
