/** The table of portals: what a run brought of each, how long it took, and beside it what an earlier system reported. */
import { printable } from '../terminal.js';
import { earlierFigures } from './earlier-figures.js';
import { type Column, fittedTable } from './fitted-table.js';

/** A finished run of a portal. */
export interface PortalFigures {
  readonly number: number | null;
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly tool: string;
  readonly content: readonly string[];
  readonly formats: readonly string[];
  readonly languages: readonly string[];
  /** Bytes of the files of its documents as they stand. */
  readonly bytes: number;
  readonly documents: number;
  readonly seconds: number;
  readonly requests: number;
  readonly run: number;
  readonly state: string;
  /** Of its last run, whichever is shown: healthy, new, unusual, broken; null where it was not measured. */
  readonly health: string | null;
  readonly workspace: string;
}

export const formatFigures = (rows: readonly PortalFigures[], width: number): string => fittedTable(COLUMNS, rows, width);

const COLUMNS: readonly Column<PortalFigures>[] = [
  { head: 'No', cell: ({ number }) => number ?? '–', rank: 0 },
  { head: 'Portal', cell: ({ title }) => printable(title), rank: 0, least: 14 },
  { head: 'URL', cell: ({ url }) => printable(hostIn(url)), rank: 6 },
  { head: 'Tool', cell: ({ tool }) => tool, rank: 5 },
  { head: 'Content', cell: ({ content }) => content.join(', '), rank: 8 },
  { head: 'Formats', cell: ({ formats }) => formats.map(shortFormat).join(', '), rank: 7 },
  { head: 'Lang', cell: ({ languages }) => languages.join(' ').toUpperCase(), rank: 4 },
  { head: 'Volume', cell: ({ bytes }) => volume(bytes), rank: 0 },
  { head: 'Docs', cell: ({ documents }) => documents.toLocaleString('en'), rank: 0 },
  { head: 'Time', cell: ({ seconds }) => hoursAndMinutes(seconds), rank: 0 },
  { head: 'docs/s', cell: ({ documents, seconds }) => perSecond(documents, seconds), rank: 0 },
  // The earlier system's four columns stay or go together.
  { head: 'Earlier', cell: ({ number }) => earlier(number, ({ megabytes }) => volume(megabytes * 1_000_000)), rank: 3 },
  { head: 'Docs', cell: ({ number }) => earlier(number, ({ documents }) => documents.toLocaleString('en')), rank: 3 },
  {
    head: 'Time',
    cell: ({ number }) => earlier(number, ({ minutes }) => (minutes === null ? '–' : hoursAndMinutes(60 * minutes))),
    rank: 3,
  },
  { head: 'docs/s', cell: ({ number }) => earlier(number, earlierRate), rank: 3 },
  { head: 'Health', cell: ({ health }) => health ?? '–', rank: 2 },
];

type Earlier = NonNullable<ReturnType<typeof earlierFigures>>;

function earlier(number: number | null, of: (figures: Earlier) => string): string {
  const figures = earlierFigures(number);
  return figures ? of(figures) : '–';
}

const earlierRate = ({ documents, minutes }: Earlier): string => (minutes === null ? '–' : perSecond(documents, 60 * minutes));

/** MB or GB, as the table always had it. */
export const volume = (bytes: number): string =>
  bytes < 1_000_000_000 ? `${rounded(bytes / 1_000_000)} MB` : `${rounded(bytes / 1_000_000_000)} GB`;

const rounded = (value: number): string =>
  value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0);

/** hh:mm; what took less than a minute counts as none. */
export function hoursAndMinutes(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

export const perSecond = (documents: number, seconds: number): string => (seconds > 0 ? (documents / seconds).toFixed(2) : '–');

const hostIn = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

const OFFICE: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/msword': 'DOC',
};

/** text/xml → XML; application/atom+xml → ATOM. */
export const shortFormat = (format: string): string =>
  OFFICE[format.toLowerCase()] ??
  (format.split('/').at(-1) ?? format)
    .replace(/^(x-|vnd\.)/, '')
    .replace(/\+xml$/, '')
    .toUpperCase();
