/** Steps without a request: they read the row of the step before once more, or, at the beginning, make rows of parameters. */
import { foundIn, NOWHERE, type Page, pageOf } from '../page.js';
import { Sheet } from '../reading.js';
import type { Prepared, Turn } from '../room.js';

export async function* givenPages(prepared: Prepared, turn: Turn): AsyncGenerator<Page> {
  const { row, path } = turn.item;
  const { step, rule } = prepared;
  const url = path.at(-1) ?? NOWHERE;
  const as = step.read ?? row?.as ?? 'text';
  const sheet = new Sheet({ text: row?.text ?? '', as, url, namespaces: step.namespaces, rule, answered: null });
  if (row) yield await pageOf(prepared, turn, sheet);
  else yield { url, announced: null, found: [await foundIn(prepared, turn, sheet, sheet.whole())] };
}
