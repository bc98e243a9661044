/** One archived answer as the exchange it once was, by its place in the archive; without its request, which nobody reads again. */
import type { Exchange } from '../../model/index.js';
import { captureTypeOf, exchangeOf, headForResource, targetOf, truncationOf } from './import.js';
import { collectMessage } from './reading/collect-message.js';
import { WarcDamage } from './reading/damage.js';
import { RecordReader } from './reading/record-reader.js';

const SPOOL_OVER = 1 << 20;

/**
 * Bodies of more than `spoolOver` bytes wait in `spoolFolder`, until disposeExchange. Null when no answer is to be had there:
 * damaged, or another record.
 */
export async function readCapture(file: string, offset: number, spoolFolder: string, spoolOver = SPOOL_OVER): Promise<Exchange | null> {
  const reader = await RecordReader.open(file, { offset });
  try {
    const record = await reader.next();
    const type = record && captureTypeOf(record);
    const url = record && (targetOf(record) ?? (type === 'resource' ? record.fields.uri('warc-target-uri') : null));
    if (!record || !type || !url || type === 'revisit') return null;
    const message = await collectMessage(record, spoolFolder, spoolOver);
    const head = type === 'resource' ? headForResource(record, message.body.length) : message.head;
    const exchange = exchangeOf(record, url, { ...message, head });
    return { ...exchange, method: 'GET', requestHead: new Uint8Array(0), requestBody: null, truncated: truncationOf(record) };
  } catch (error) {
    if (error instanceof WarcDamage) return null;
    throw error;
  } finally {
    await reader.close();
  }
}
