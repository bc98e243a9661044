/**
 * The streams of core.db: one implementation, told by each table what it is made of.
 *
 * Every batch is a statement of its own that is over before the rows are handed on, so no reader keeps the writer from
 * folding its log. A batch with large columns ends when it has grown large.
 */
import {
  type Cursor,
  type CursorScope,
  cursorAt,
  type EachQuery,
  type Page,
  type PageQuery,
  type Place,
  placeAt,
  type Stream,
  type Tally,
  type TallyQuery,
} from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { keptStatement } from '../kept-statement.js';
import { decoderOf, placeList, Shape, type Stored } from './shape.js';
import { beside, expressionOf, orderBy, type Statement, select } from './sql.js';
import type { Condition, Order, SqlValue, Table } from './table.js';

const BATCH = 1000;
/** Characters of large columns in one batch. */
const LARGE = 4_000_000;
/** Of a key in the list of keys that were asked for. */
const PLACE = 'k.key';

type Reading<Filter, Orders extends string> = Omit<EachQuery<Filter, Orders, never>, 'columns'>;

export class SqliteStream<Row extends object, Key, Filter extends object, Orders extends string = 'key', Heavy extends keyof Row = never>
  implements Stream<Row, Key, Filter, Orders, Heavy>
{
  constructor(
    private readonly db: Sqlite,
    private readonly table: Table<Row, Key, Filter, Orders>,
  ) {}

  async *each<Columns extends keyof Row = Exclude<keyof Row, Heavy>>(
    query: EachQuery<Filter, Orders, Columns> = {},
  ): AsyncIterableIterator<readonly Pick<Row, Columns>[]> {
    const order = this.#order(query.order);
    const batches = order.isSorted ? this.#sortedBatches<Columns>(query, order) : this.#batches<Columns>(query, order);
    for (const rows of batches) yield rows;
  }

  page<Columns extends keyof Row = Exclude<keyof Row, Heavy>>(
    query: PageQuery<Filter, Orders, Columns>,
  ): Promise<Page<Pick<Row, Columns>>> {
    return promised(() => {
      const order = this.#order(query.order);
      const shape = new Shape<Row>(this.table, query.columns, placeList(order.by));
      const from = this.#after(query, order);
      const end = query.scan === undefined ? null : this.#endOf(query.scan, from, order);
      const upTo = end ? [beside(order, end, 'upTo')] : [];
      const found = this.#rows(shape, [...this.#conditions(query.where), ...from, ...upTo], order, query.limit + 1);
      const rows = found.slice(0, query.limit);
      const last = found.length > rows.length ? shape.besideOf(rows.at(-1) as Stored) : end;
      const next = last === null ? null : cursorAt(this.#scope(query), last as Place);
      return { rows: rows.map((row) => shape.rowOf<Columns>(row)), next };
    });
  }

  get<Columns extends keyof Row = Exclude<keyof Row, Heavy>>(
    keys: readonly Key[],
    columns?: readonly Columns[],
  ): Promise<readonly (Pick<Row, Columns> | null)[]> {
    return promised(() => {
      const shape = new Shape<Row>(this.table, columns, [PLACE]);
      const found: (Pick<Row, Columns> | null)[] = keys.map(() => null);
      for (const stored of this.#byKeys(shape, keys.map(this.table.keyOf)))
        found[shape.besideOf(stored)[0] as number] = shape.rowOf<Columns>(stored);
      return found;
    });
  }

  tally<By extends keyof Row = never>(query: TallyQuery<Row, Filter, By>): Promise<readonly Tally<Row, By>[]> {
    return promised(() => {
      const { by, sum = [], example } = query;
      const names: readonly By[] = 'time' in by ? [by.time] : by;
      const value = (name: keyof Row, stored: unknown): unknown => decoderOf(this.table.columns[name])(stored as never);
      return this.#allRaw(this.#selectTally(query)).map(([count, found, ...values]) => ({
        group: Object.fromEntries(names.map((name, at) => [name, value(name, values[at])])) as unknown as Pick<Row, By>,
        count: count as number,
        sum: Object.fromEntries(sum.map((name, at) => [name, values[names.length + at] ?? 0])) as Tally<Row, By>['sum'],
        example: example === undefined ? null : (value(example, found) as Row[keyof Row]),
      }));
    });
  }

  *#batches<Columns extends keyof Row>(
    { where, batch = BATCH, ...query }: EachQuery<Filter, Orders, Columns>,
    order: Order,
  ): Generator<readonly Pick<Row, Columns>[]> {
    const shape = new Shape<Row>(this.table, query.columns, placeList(order.by));
    const conditions = this.#conditions(where);
    for (let after = this.#after({ where, ...query }, order); ; ) {
      const stored = this.#rows(shape, [...conditions, ...after], order, batch);
      const last = stored.at(-1);
      if (last === undefined) return;
      after = [beside(order, shape.besideOf(last), 'after')];
      const isLast = stored.length < batch && !shape.isLarge;
      yield stored.map((row) => shape.rowOf<Columns>(row));
      if (isLast) return;
    }
  }

  /** By an order that no index has: keys are read at once, rows in batches. One that went meanwhile is passed over. */
  *#sortedBatches<Columns extends keyof Row>(
    { where, batch = BATCH, ...query }: EachQuery<Filter, Orders, Columns>,
    order: Order,
  ): Generator<readonly Pick<Row, Columns>[]> {
    const shape = new Shape<Row>(this.table, query.columns, [PLACE]);
    const conditions = [...this.#conditions(where), ...this.#after({ where, ...query }, order)];
    const key = this.table.key.map(({ sql }) => sql);
    const { sql, values } = select(this.table, key, conditions, orderBy(order));
    const found = this.db.prepare(sql).pluck();
    const ids = Float64Array.from(found.all(...values) as number[]);
    for (let at = 0; at < ids.length; at += batch) {
      const keys = Array.from(ids.subarray(at, at + batch), (id) => [id]);
      yield this.#byKeys(shape, keys).map((row) => shape.rowOf<Columns>(row));
    }
  }

  #order(name: Orders | 'key' = 'key'): Order {
    const orders = this.table.orders as Readonly<Record<string, Order>> | undefined;
    return orders?.[name] ?? { by: this.table.key };
  }

  #scope({ order, where }: Reading<Filter, Orders>): CursorScope {
    return { stream: this.table.name, order: order ?? 'key', where };
  }

  #after(query: Reading<Filter, Orders>, order: Order): Condition[] {
    const cursor: Cursor | null | undefined = query.after;
    return cursor ? [beside(order, placeAt(this.#scope(query), cursor), 'after')] : [];
  }

  #conditions(where: Filter | undefined): Condition[] {
    const wishes = Object.entries(where ?? {}) as [keyof Filter, never][];
    return wishes.flatMap(([name, wanted]) => (wanted === undefined ? [] : [this.table.filters[name](wanted)]));
  }

  /** A batch; with large columns it ends early, and its statement is closed at once. */
  #rows(shape: Shape<Row>, conditions: readonly Condition[], order: Order, limit: number): Stored[] {
    const { sql, values } = select(this.table, shape.list, conditions, `${orderBy(order)} LIMIT ?`);
    if (!shape.isLarge) return this.#all({ sql, values: [...values, limit] });
    const rows: Stored[] = [];
    let characters = 0;
    for (const row of this.db.prepare(sql).iterate(...values, limit) as Iterable<Stored>) {
      rows.push(row);
      characters += shape.sizeOf(row);
      if (characters > LARGE) break;
    }
    return rows;
  }

  /** Rows with the place of their key in the list beside them. The keys lead: each is one look into the table. */
  #byKeys(shape: Shape<Row>, keys: readonly (readonly SqlValue[])[]): Stored[] {
    const isKey = this.table.key.map(({ sql }, at) => `${sql} = k.value ->> ${at}`).join(' AND ');
    const tables = { ...this.table, from: `json_each(?) k CROSS JOIN ${this.table.from} ON ${isKey}` };
    const { sql } = select(tables, shape.list, [], `ORDER BY ${PLACE}`);
    return keys.length === 0 ? [] : this.#all({ sql, values: [`[${keys.map((key) => `[${key.map(jsonOf).join()}]`).join()}]`] });
  }

  #selectTally<By extends keyof Row>({ where, by, sum = [], example, most }: TallyQuery<Row, Filter, By>): Statement {
    const expression = (name: keyof Row): string => expressionOf(this.table.columns[name]);
    const groups = 'time' in by ? [`${expression(by.time)} / ${Math.floor(by.width)} * ${Math.floor(by.width)}`] : by.map(expression);
    const found = example === undefined ? 'NULL' : `min(${expression(example)})`;
    const list = ['count(*)', found, ...groups, ...sum.map((name) => `sum(${expression(name)})`)];
    const places = groups.map((_, at) => at + 3);
    const grouped = places.length === 0 ? 'HAVING count(*) > 0' : `GROUP BY ${places.join()}`;
    const limit = most === undefined ? '' : `LIMIT ${Math.floor(most)}`;
    return select(this.table, list, this.#conditions(where), `${grouped} ORDER BY ${['1 DESC', ...places].join()} ${limit}`);
  }

  /** The last of so many rows from the start, filtered or not; null when there are no more. */
  #endOf(scan: number, from: readonly Condition[], order: Order): SqlValue[] | null {
    const { sql, values } = select(this.table, placeList(order.by), from, `${orderBy(order)} LIMIT 1 OFFSET ?`);
    return (this.#allRaw({ sql, values: [...values, scan - 1] })[0] as SqlValue[] | undefined) ?? null;
  }

  #all({ sql, values }: Statement): Stored[] {
    return keptStatement(this.db, sql).all(...values) as Stored[];
  }

  #allRaw({ sql, values }: Statement): (readonly unknown[])[] {
    return keptStatement(this.db, sql)
      .raw()
      .all(...values) as (readonly unknown[])[];
  }
}

/** Numbers of 64 bits go as such: SQLite reads them from JSON. */
const jsonOf = (value: SqlValue): string => (typeof value === 'bigint' ? String(value) : JSON.stringify(value));

/** What goes wrong rejects. */
async function promised<Value>(make: () => Value): Promise<Value> {
  return await make();
}
