/** The request that an archived answer came by: the record behind the answer's, where requests are archived. */
import { tmpdir } from 'node:os';
import type { HeaderField } from '../../model/index.js';
import { collectMessage } from './reading/collect-message.js';
import { WarcDamage } from './reading/damage.js';
import { parseMessageHead } from './reading/http-message.js';
import { RecordReader } from './reading/record-reader.js';

export interface ArchivedRequest {
  /** Secrets among them are replaced. */
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array | null;
}

/** Larger ones are not sent again. */
const LARGEST = 1 << 20;

/** By the place of the answer. Null when there is none to be had: not archived, damaged, or too large. */
export async function readRequest(file: string, offset: number): Promise<ArchivedRequest | null> {
  const reader = await RecordReader.open(file, { offset });
  try {
    const answer = await reader.next();
    const of = answer?.fields.uri('warc-record-id');
    const request = answer && (await reader.next());
    if (!of || !request || request.fields.get('warc-type') !== 'request' || !request.fields.uris('warc-concurrent-to').includes(of))
      return null;
    if (request.contentLength > LARGEST) return null;
    const { head, wire } = await collectMessage(request, tmpdir(), LARGEST);
    return { headers: parseMessageHead(head).fields, body: wire.length > 0 ? (wire as Uint8Array) : null };
  } catch (error) {
    if (error instanceof WarcDamage) return null;
    throw error;
  } finally {
    await reader.close();
  }
}
