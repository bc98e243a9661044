/**
 * What an earlier system of the same kind reported of its only full run: to put ours beside it.
 *
 * By number of the portal: megabytes, documents, minutes; null where it gave none.
 */
export interface EarlierFigures {
  readonly megabytes: number;
  readonly documents: number;
  readonly minutes: number | null;
}

type Row = readonly [number: number, megabytes: number, documents: number, minutes: number | null];

const ROWS: readonly Row[] = [
  [2, 158, 6_323, 21],
  [3, 6, 715, 2],
  [4, 44, 5_394, 36],
  [5, 2_910, 44_730, 208],
  [6, 99, 20_683, 119],
  [7, 28, 4_615, 17],
  [8, 44, 2_537, 18],
  [9, 30, 1_131, 10],
  [10, 1_430, 23_841, 72],
  [12, 477, 75_100, 763],
  [13, 111, 523, 94],
  [14, 99, 374, 4],
  [15, 11, 786, 3],
  [16, 1_300, 436_115, 689],
  [17, 151, 59_993, 1_414],
  [18, 1_220, 95_166, 1_725],
  [19, 729, 190_404, 2_789],
  [20, 39_000, 1_074_969, 9_136],
  [21, 2_330, 79_636, 2_120],
  [22, 3_125, 55_636, 8_400],
  [23, 51_000, 1_748_915, 52_500],
  [24, 358, 49_170, 616],
  [25, 44.4, 95, null],
  [26, 18.6, 52, null],
  [27, 15.6, 76, null],
  [28, 2.4, 30, null],
  [29, 27.6, 137, null],
  [30, 73.7, 332, 15],
  [31, 15.5, 52, 8],
  [32, 17.8, 64, 5],
  [33, 9.2, 64, 8],
  [35, 9.7, 102, 10],
  [36, 18.5, 89, 13],
  [37, 8.35, 28, 18],
];

const BY_NUMBER: ReadonlyMap<number, EarlierFigures> = new Map(
  ROWS.map(([number, megabytes, documents, minutes]) => [number, { megabytes, documents, minutes }]),
);

export const earlierFigures = (number: number | null): EarlierFigures | null => (number === null ? null : (BY_NUMBER.get(number) ?? null));
