/** Statements of a stream, put together from what its table lists. */
import type { Column, Condition, Order, SqlValue } from './table.js';

export interface Tables {
  readonly from: string;
  readonly joins?: Readonly<Record<string, string>>;
}

export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export const expressionOf = (column: Column): string => (typeof column === 'string' ? column : column.sql);

/** Only those joins that something names, and those which these name. */
export function joinsFor({ joins = {} }: Tables, expressions: readonly string[]): string {
  const texts = [...expressions];
  const named: string[] = [];
  for (const [alias, join] of Object.entries(joins).toReversed()) {
    if (!texts.some((text) => text.split(/[^\w.]+/).some((word) => word.startsWith(`${alias}.`)))) continue;
    texts.push(join);
    named.unshift(join);
  }
  return named.join(' ');
}

export function whereAll(conditions: readonly Condition[]): Statement {
  return {
    sql: conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => `(${sql})`).join(' AND ')}`,
    values: conditions.flatMap(({ values }) => values),
  };
}

export function select(tables: Tables, list: readonly string[], conditions: readonly Condition[], rest: string): Statement {
  const where = whereAll(conditions);
  const joins = joinsFor(tables, [...list, where.sql, rest]);
  return { sql: `SELECT ${list.join(', ')} FROM ${tables.from} ${joins} ${where.sql} ${rest}`, values: where.values };
}

/** Rows behind a place, or those up to it, in an order. */
export function beside({ by, descending }: Order, place: readonly SqlValue[], side: 'after' | 'upTo'): Condition {
  const [columns, bound] = [by.map(({ sql }) => sql), by.map((part) => part.bound ?? '?')];
  const isBelow = (side === 'after') === (descending === true);
  return { sql: `(${columns.join(', ')}) ${isBelow ? '<' : '>'}${side === 'upTo' ? '=' : ''} (${bound.join(', ')})`, values: place };
}

export const orderBy = ({ by, descending }: Order): string =>
  `ORDER BY ${by.map(({ sql }) => `${sql}${descending ? ' DESC' : ''}`).join(', ')}`;
