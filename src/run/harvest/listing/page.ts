/** A page of a list: its rows with their fields, each as the item it makes. */
import { createHash } from 'node:crypto';
import type { Step } from '../../../definition/connector/index.js';
import type { Item, Values } from '../port.js';
import { contentFor } from './answers.js';
import { lookupIn } from './names.js';
import { numberIn } from './pager.js';
import type { Row, RowContext, Sheet } from './reading.js';
import type { Prepared, Turn } from './room.js';
import { filled } from './template.js';
import { isAs } from './where.js';

export interface Found {
  readonly item: Item;
  /** Required fields the row has not. */
  readonly lacks: readonly string[];
  /** Whether `where` lets it through. */
  readonly isWanted: boolean;
}

export interface Page {
  /** Where it was found, for messages. */
  readonly url: string;
  readonly found: readonly Found[];
  /** Rows the portal announces for the whole list. */
  readonly announced: number | null;
  /** Another list begins here: what was announced before was for the one that ends. */
  readonly begins?: boolean;
  /** Rows may come again from here on, so that no number can be held against them. */
  readonly repeats?: boolean;
}

/** Where rows stand that no portal named. */
export const NOWHERE = 'about:blank';

/** What a kind of list knows of a row without being told where it stands. */
export interface Known {
  readonly fields?: Values;
  readonly sign?: Item['sign'];
  readonly edition?: Item['edition'];
}

export async function pageOf(
  prepared: Prepared,
  turn: Turn,
  sheet: Sheet,
  rows = sheet.rows(prepared.each),
  known?: (row: Row) => Known,
): Promise<Page> {
  const found: Found[] = [];
  for (const row of rows) found.push(await foundIn(prepared, turn, sheet, row, known?.(row)));
  return { url: sheet.url, found, announced: announcedBy(prepared, sheet) };
}

export function announcedBy({ count }: Prepared, sheet: Sheet): number | null {
  if (!count) return null;
  for (const text of sheet.values(count)) {
    const number = numberIn(text);
    if (number !== null) return number;
  }
  return null;
}

/** The fields of the row on top of those of the item that led here, window and values of `over` among them, and what follows. */
export async function foundIn(prepared: Prepared, turn: Turn, sheet: Sheet, row: Row, known: Known = {}): Promise<Found> {
  const { step, room } = prepared;
  const given: Values = { ...turn.item.fields, ...turn.names, ...present(known.fields ?? {}) };
  const context = { fields: given, parameters: lookupIn(room.connector, turn.names, room.names) };
  const fetch = prepared.fetches ? (url: string) => contentFor(prepared, url) : undefined;
  const fields: Record<string, readonly string[]> = {
    ...given,
    ...(await row.fields(known.sign ? prepared.fieldsOfGone : prepared.fields, { ...context, fetch })),
  };
  const lookup = lookupIn(room.connector, fields, turn.names, room.names);
  for (const [name, template] of Object.entries(step.set)) {
    const text = filled(template, lookup);
    if (text !== null) fields[name] = [text];
  }
  const sign = known.sign ?? signOf(prepared, row, context) ?? turn.item.sign;
  const stamp = step.stamp === undefined ? null : filled(step.stamp, lookup);
  const item = makeItem(prepared, turn, sheet, row, {
    fields,
    sign,
    stamp: stamp ?? turn.item.stamp,
    edition: known.edition ?? turn.item.edition ?? null,
  });
  return {
    item,
    isWanted: isAs(conditionsFor(sign, step.where, fields), fields, lookup),
    lacks: sign ? [] : step.require.filter((name) => !fields[name]?.length),
  };
}

/** A tombstone often says nothing but what is gone: conditions on what it does not say are none. */
const conditionsFor = (sign: Item['sign'], where: Step['where'], fields: Values): Step['where'] =>
  sign === 'tombstone' ? where.filter(({ field }) => fields[field]?.length) : where;

/** The same rows, whatever else has changed on their page. */
export const digestOf = (found: readonly Found[]): string =>
  createHash('sha1')
    .update(JSON.stringify(found.map(({ item }) => item.fields)))
    .digest('base64url')
    .slice(0, 12);

const present = (fields: Values): Values => Object.fromEntries(Object.entries(fields).filter(([, values]) => values.length > 0));

function signOf({ gone, doubt }: Prepared, row: Row, context: RowContext): Item['sign'] {
  if (gone && row.values(gone, context).length) return 'tombstone';
  return doubt && row.values(doubt, context).length ? 'doubt' : null;
}

function makeItem(
  prepared: Prepared,
  { item }: Turn,
  sheet: Sheet,
  row: Row,
  made: Pick<Item, 'fields' | 'sign' | 'stamp' | 'edition'>,
): Item {
  const { name } = prepared.step;
  return {
    ...made,
    path: sheet.url === NOWHERE || sheet.url === item.path.at(-1) ? item.path : [...item.path, sheet.url],
    answers: name && sheet.answered ? new Map([...item.answers, [name, sheet.answered]]) : item.answers,
    get row() {
      return row.written();
    },
  };
}
