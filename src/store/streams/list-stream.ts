/** A stream over rows in memory: for what a back end keeps there anyway, and for tests. */
import { type CursorScope, cursorAt, type Place, placeAt } from './cursor.js';
import type { EachQuery, Page, PageQuery, Stream, Tally, TallyQuery } from './stream.js';

type Scalar = string | number | null;

export interface ListOptions<Row, Key, Filter, Order extends string> {
  readonly name: string;
  /** Asked for each read: the rows as they are now. */
  readonly rows: () => readonly Row[];
  readonly columns: readonly (keyof Row)[];
  /** What a row is found by; also the order `key`, where no other is named. */
  readonly keyOf: (row: Row) => Place;
  readonly by?: (row: Row) => Place;
  readonly placeOf: (key: Key) => Place;
  readonly isMet: { readonly [Name in keyof Filter]-?: (row: Row, wanted: NonNullable<Filter[Name]>) => boolean };
  readonly orders?: { readonly [Name in Exclude<Order, 'key'>]: OrderBy<Row> };
  readonly heavy?: readonly (keyof Row)[];
}

export interface OrderBy<Row> {
  readonly by: (row: Row) => Place;
  readonly descending?: boolean;
}

export class ListStream<Row extends object, Key, Filter extends object, Order extends string = 'key', Heavy extends keyof Row = never>
  implements Stream<Row, Key, Filter, Order, Heavy>
{
  constructor(private readonly options: ListOptions<Row, Key, Filter, Order>) {}

  async *each<Columns extends keyof Row = Exclude<keyof Row, Heavy>>(
    query: EachQuery<Filter, Order, Columns> = {},
  ): AsyncIterableIterator<readonly Pick<Row, Columns>[]> {
    const rows = this.#from(query);
    const batch = query.batch ?? 1000;
    for (let at = 0; at < rows.length; at += batch) yield rows.slice(at, at + batch).map((row) => this.#chosen(row, query.columns));
  }

  async page<Columns extends keyof Row = Exclude<keyof Row, Heavy>>(
    query: PageQuery<Filter, Order, Columns>,
  ): Promise<Page<Pick<Row, Columns>>> {
    const { where, limit, scan = Number.POSITIVE_INFINITY, columns } = query;
    const all = this.#from({ ...query, where: undefined }, query);
    const looked = all.slice(0, Math.min(scan, all.length));
    const met = looked.filter((row) => this.#meets(row, where));
    const rows = met.slice(0, limit);
    const last = met.length > limit ? rows.at(-1) : looked.length < all.length ? looked.at(-1) : undefined;
    const next = last === undefined ? null : cursorAt(this.#scope(query), this.#order(query.order).by(last));
    return { rows: rows.map((row) => this.#chosen(row, columns)), next };
  }

  async get<Columns extends keyof Row = Exclude<keyof Row, Heavy>>(
    keys: readonly Key[],
    columns?: readonly Columns[],
  ): Promise<readonly (Pick<Row, Columns> | null)[]> {
    const byKey = new Map(this.options.rows().map((row) => [JSON.stringify(this.options.keyOf(row)), row]));
    const found = keys.map((key) => byKey.get(JSON.stringify(this.options.placeOf(key))));
    return found.map((row) => (row === undefined ? null : this.#chosen(row, columns)));
  }

  async tally<By extends keyof Row = never>(query: TallyQuery<Row, Filter, By>): Promise<readonly Tally<Row, By>[]> {
    const groups = new Map<string, Row[]>();
    for (const row of this.options.rows().filter((each) => this.#meets(each, query.where))) {
      const name = JSON.stringify(valuesOf(row, query.by));
      groups.set(name, [...(groups.get(name) ?? []), row]);
    }
    const tallies = [...groups.values()].map((rows) => tallyOf(rows, query));
    tallies.sort((a, b) => b.count - a.count || compared(valuesOf(a.group as Row, query.by), valuesOf(b.group as Row, query.by)));
    return tallies.slice(0, query.most);
  }

  #order(name: string = 'key'): OrderBy<Row> {
    const orders = this.options.orders as Readonly<Record<string, OrderBy<Row>>> | undefined;
    return orders?.[name] ?? { by: this.options.by ?? this.options.keyOf };
  }

  #scope({ order, where }: { order?: string | undefined; where?: Filter | undefined }): CursorScope {
    return { stream: this.options.name, order: order ?? 'key', where };
  }

  /** Rows in order after the cursor. `scope` is what the cursor belongs to, where that is not the query itself. */
  #from(query: EachQuery<Filter, Order, keyof Row>, scope: EachQuery<Filter, Order, keyof Row> = query): Row[] {
    const { by, descending = false } = this.#order(query.order);
    const after = query.after ? placeAt(this.#scope(scope), query.after) : null;
    const rows = this.options.rows().filter((row) => this.#meets(row, query.where));
    const sorted = rows.toSorted((a, b) => compared(by(a), by(b)) * (descending ? -1 : 1));
    return after === null ? sorted : sorted.filter((row) => compared(by(row), after) * (descending ? -1 : 1) > 0);
  }

  #meets(row: Row, where: Filter | undefined): boolean {
    const wishes = Object.entries(where ?? {}) as [keyof Filter, never][];
    return wishes.every(([name, wanted]) => wanted === undefined || this.options.isMet[name](row, wanted));
  }

  #chosen<Columns extends keyof Row>(row: Row, columns: readonly Columns[] | undefined): Pick<Row, Columns> {
    const names = columns ?? this.options.columns.filter((name): name is Columns => !this.options.heavy?.includes(name));
    return Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as Pick<Row, Columns>;
  }
}

function tallyOf<Row extends object, By extends keyof Row, Filter>(
  rows: readonly Row[],
  { by, sum = [], example }: TallyQuery<Row, Filter, By>,
): Tally<Row, By> {
  const first = rows[0] as Row;
  const names: readonly By[] = isList(by) ? by : [by.time];
  const values = valuesOf(first, by);
  const examples = example === undefined ? [] : rows.map((row) => row[example]).filter((value) => value !== null);
  return {
    group: Object.fromEntries(names.map((name, index) => [name, isList(by) ? first[name] : values[index]])) as unknown as Pick<Row, By>,
    count: rows.length,
    sum: Object.fromEntries(sum.map((name) => [name, rows.reduce((total, row) => total + Number(row[name] ?? 0), 0)])) as never,
    example: examples.toSorted((a, b) => compared([a as Scalar], [b as Scalar]))[0] ?? null,
  };
}

const isList = <By>(by: readonly By[] | { readonly time: By; readonly width: number }): by is readonly By[] => Array.isArray(by);

function valuesOf<Row, By extends keyof Row>(row: Row, by: TallyQuery<Row, unknown, By>['by']): Scalar[] {
  if (isList(by)) return by.map((name) => row[name] as Scalar);
  return [Math.floor(Number(row[by.time]) / by.width) * by.width];
}

/** Null before all else, numbers by size, text by its bytes: as databases do. */
function compared(a: Place, b: Place): number {
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a[at] ?? null, b[at] ?? null];
    if (one === other) continue;
    if (one === null || other === null) return one === null ? -1 : 1;
    if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other));
    return one < other ? -1 : 1;
  }
  return 0;
}
