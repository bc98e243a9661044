/** The judgments of the House of Lords, as a copy of their pages that somebody handed over. All judgments are invented. */
import { notFound, zip } from '../answers.js';
import type { Day, PortalFixture } from '../fixture.js';

interface Judgment {
  readonly name: string;
  readonly session: string;
  /** yyMMdd */
  readonly day: string;
  readonly date: string;
  readonly title: string;
  readonly citation: string | null;
  readonly pages: number;
  /** Id of the element with the text; null: it has none. */
  readonly id?: string | null;
  readonly hasPdf?: boolean;
}

const judgment = (name: string, session: string, day: string, date: string, title: string, more: Partial<Judgment> = {}): Judgment => ({
  name,
  session,
  day,
  date,
  title,
  citation: null,
  pages: 1,
  id: 'maincontent',
  ...more,
});

const JUDGMENTS: readonly Judgment[] = [
  judgment('lamp', 'ld200607', '070502', '2 May 2007', 'Smith v Lamp Board', { citation: '[2007] UKHL 999', pages: 4, hasPdf: true }),
  judgment('wick&flint', 'ld200809', '090617', '17 June 2009', 'Wick & Flint v Steel', { citation: '[2009] UKHL 998', pages: 2 }),
  judgment('ember', 'ld200304', '031204', '4 December 2003', 'In re Ember', { citation: '[2003] UKHL 997', id: 'maincontent1' }),
  judgment('candle', 'ld199798', '980312', '12 March 1998', 'Candle v Torch', { pages: 3 }),
  judgment('first', 'ld199697', '961114', '14 November 1996', 'The First Judgment', { id: null }),
  judgment('torch', 'ld200001', '010208', '8 February 2001', 'Regina v Torch', { citation: '[2001] UKHL 996' }),
];

const escaped = (text: string): string => text.replace(/&/g, '&amp;');
const folderOf = ({ session, day }: Judgment): string => `pa/${session}/ldjudgmt/jd${day}`;
const pageName = ({ name, pages }: Judgment, page: number): string => (pages === 1 ? `${name}.htm` : `${name}-${page}.htm`);

function row(of: Judgment, day: Day): string {
  const link = `<a href="../${of.session}/ldjudgmt/jd${of.day}/${escaped(pageName(of, 1))}#start">${escaped(of.title)}</a>`;
  // The index is built anew: links lead to a script.
  const shown = day === 'broken' ? `<a href="/find?case=${of.day}">${escaped(of.title)}</a>` : link;
  return `<tr><td>${shown}</td><td>${of.citation ?? ''}</td><td>${of.date}</td></tr>`;
}

const index = (day: Day): string =>
  `<html><head><title>House of Lords - Judgments</title></head><body><p><a href="/pa/ld.htm">Lords</a></p><table>${JUDGMENTS.map((of) => row(of, day)).join('\n')}</table></body></html>`;

/** The last page of some leads on to one that is none. */
function page(of: Judgment, number: number): string {
  const leadsOn = number < of.pages || of.name === 'candle';
  const next = leadsOn ? `<a href="${escaped(pageName(of, number + 1))}">Continue</a>` : '';
  const text = `<p class="bigcov">HOUSE OF LORDS</p><p class="medcov">SESSION ${of.session}</p><p>${number}. My Lords, about ${escaped(of.title)}.</p>${next}`;
  return `<html><head><title>${escaped(of.title)}</title></head><body>${of.id ? `<div id="${of.id}">${text}</div>` : text}</body></html>`;
}

const NO_PAGE = '<html><body><h1>Page cannot be found</h1></body></html>';

function copy(day: Day): Uint8Array {
  const judgments = day === 'cut' ? JUDGMENTS.slice(0, 2) : JUDGMENTS;
  return zip([
    { name: 'copy-of-the-site/pa/ld/ldjudgmt.htm', body: index(day) },
    ...judgments.flatMap((of) => [
      ...Array.from({ length: of.pages }, (_, at) => ({
        name: `copy-of-the-site/${folderOf(of)}/${pageName(of, at + 1)}`,
        body: page(of, at + 1),
      })),
      ...(of.name === 'candle' ? [{ name: `copy-of-the-site/${folderOf(of)}/candle-4.htm`, body: NO_PAGE }] : []),
      ...(of.hasPdf ? [{ name: `copy-of-the-site/${folderOf(of)}/${of.name}.pdf`, body: '%PDF-1.4\nlamp' }] : []),
    ]),
  ]);
}

export const houseOfLords: PortalFixture = {
  connector: 'house-of-lords',
  hosts: ['publications.parliament.uk'],
  quirks: [
    'the site meets programs with a challenge: it is never asked, and a copy is read instead',
    'a judgment goes on from page to page by links called Continue',
    'past the last page stands one that says with status 200 that it cannot be found',
    'citations begin in 2001: earlier judgments are known by session and name',
    'the text is in one of two elements, or in none',
    'names of files have & in them, links have fragments',
    'the collection is closed: it is read once',
  ],
  supplies: { parameter: 'Archive', copy },
  today: { 1: '2031-01-06T04:00:00Z', 2: '2031-01-10T04:00:00Z' },
  expected: {
    1: JUDGMENTS.map(({ citation, session, name }) => citation ?? `${session}/${name}`),
    2: { Add: [], Upd: [], Del: [], None: [] },
  },
  open: () => () => ({ ...notFound('<title>Just a moment…</title>'), status: 403 }),
};
