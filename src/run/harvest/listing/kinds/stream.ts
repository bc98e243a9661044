/** Lists of many megabytes in one answer of XML: read as they flow by, some rows at a time. */
import { isStreamable } from '../../../../definition/expressions/index.js';
import { type Found, foundIn, type Page } from '../page.js';
import type { Sheet } from '../reading.js';
import type { Prepared, Turn } from '../room.js';

const LARGE = 1_000_000;
const BATCH = 500;

/** Only where nothing else is asked of the answer as a whole. */
export function isStreamed({ step }: Prepared, sheet: Sheet): boolean {
  const isPlain = step.next === undefined && step.count === undefined && step.error === undefined;
  return isPlain && sheet.as === 'xml' && sheet.text.length > LARGE && isStreamable(step.each);
}

export async function* streamedPages(prepared: Prepared, turn: Turn, sheet: Sheet): AsyncGenerator<Page> {
  let batch: Found[] = [];
  for await (const row of sheet.streamed(String(prepared.step.each))) {
    batch.push(await foundIn(prepared, turn, sheet, row));
    if (batch.length < BATCH) continue;
    yield { url: sheet.url, found: batch, announced: null };
    batch = [];
  }
  yield { url: sheet.url, found: batch, announced: null };
}
