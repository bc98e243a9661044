/**
 * Stream: the rows of one kind, whoever keeps them, read in batches.
 *
 * Four methods serve all questions: go through the rows, show a page of them, look some up by their keys, count them in
 * groups. What the counts mean is computed above. Every batch is a short read of its own: no snapshot is held between
 * two of them, so a long read stops no writer, and rows that come meanwhile may be seen or not. Rows have only the
 * columns that were asked for; `Heavy` columns are read only when they are named.
 *
 * The order `key` is stable and complete, and says nothing of the order in which rows came to be.
 */
declare const brand: unique symbol;

/** Where a page ended: good for the stream, the filter and the order it came from, and for nothing else. */
export type Cursor = string & { readonly [brand]: 'cursor' };

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Null at the end. */
  readonly next: Cursor | null;
}

/** Any of these. An empty list is met by no row. */
export type OneOf<Value> = Value | readonly Value[];

interface Selection<Filter, Order extends string, Columns> {
  readonly where?: Filter | undefined;
  readonly order?: Order | 'key' | undefined;
  readonly after?: Cursor | null | undefined;
  readonly columns?: readonly Columns[] | undefined;
}

export interface EachQuery<Filter, Order extends string, Columns> extends Selection<Filter, Order, Columns> {
  /** Rows at a time, at most; fewer when they are large. */
  readonly batch?: number | undefined;
}

export interface PageQuery<Filter, Order extends string, Columns> extends Selection<Filter, Order, Columns> {
  readonly limit: number;
  /** Rows looked at, at most: the page may be short, even empty, while there is more. */
  readonly scan?: number | undefined;
}

export interface TallyQuery<Row, Filter, By extends keyof Row> {
  readonly where?: Filter | undefined;
  /** Columns whose values make the groups; none: all rows are one group. Or a time, in buckets of so many milliseconds. */
  readonly by: readonly By[] | { readonly time: By; readonly width: number };
  readonly sum?: readonly (keyof Row)[] | undefined;
  /** A column of which the smallest value of each group is wanted. */
  readonly example?: keyof Row | undefined;
  /** Only the largest groups. */
  readonly most?: number | undefined;
}

/** One group. The largest comes first; among those of one size, the one whose values come first. */
export interface Tally<Row, By extends keyof Row> {
  /** Of a time: when its bucket begins. */
  readonly group: Pick<Row, By>;
  readonly count: number;
  /** By the name of the column; what is null adds nothing. */
  readonly sum: Readonly<Partial<Record<keyof Row, number>>>;
  readonly example: Row[keyof Row] | null;
}

export interface Stream<Row, Key, Filter, Order extends string = 'key', Heavy extends keyof Row = never> {
  each<Columns extends keyof Row = Exclude<keyof Row, Heavy>>(
    query?: EachQuery<Filter, Order, Columns>,
  ): AsyncIterableIterator<readonly Pick<Row, Columns>[]>;
  page<Columns extends keyof Row = Exclude<keyof Row, Heavy>>(query: PageQuery<Filter, Order, Columns>): Promise<Page<Pick<Row, Columns>>>;
  /** In the order asked; null where there is no such row. */
  get<Columns extends keyof Row = Exclude<keyof Row, Heavy>>(
    keys: readonly Key[],
    columns?: readonly Columns[],
  ): Promise<readonly (Pick<Row, Columns> | null)[]>;
  tally<By extends keyof Row = never>(query: TallyQuery<Row, Filter, By>): Promise<readonly Tally<Row, By>[]>;
}

/** A cursor that is none of this stream, or of another filter or order. */
export class StreamError extends Error {
  override readonly name = 'StreamError';
  constructor(
    readonly code: 'BAD_CURSOR',
    stream: string,
  ) {
    super(`This cursor does not belong to the list of ${stream} it was given to: begin again without one.`);
  }
}
