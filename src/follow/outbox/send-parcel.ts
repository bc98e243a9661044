/**
 * Sends one parcel, and knows a repetition when it sees one: an answer may be lost after the receiver has stored the group.
 *
 * Then the second Add is refused because the group exists, the second Del because it does not. A receiver that can be
 * asked is asked, before anything is sent twice; from one that cannot, the refusal of our own earlier attempt is taken for
 * what it is.
 */
import { readMetaInfo } from '../../formats/document-groups/index.js';
import type { ParcelRow } from './parcel-book.js';
import { saysExists, saysUnknown } from './receivers/answers.js';
import type { Parcel, Receipt, Receiver } from './receivers/receiver.js';

/** What is known of a parcel beside its content. */
export interface Sending extends Pick<ParcelRow, 'operation' | 'identifier' | 'attempts'> {
  /** The sender made the identifier, so nobody else sends it: what stands there just so is the sender's, even if its book is lost. */
  readonly isOwn?: boolean;
}

export async function sendParcel(receiver: Receiver, parcel: Parcel, row: Sending, signal?: AbortSignal): Promise<Receipt> {
  if (row.attempts > 0 && (await isThere(receiver, parcel, row, signal))) return { isTaken: true, answer: 'OK (it had arrived before)' };
  const receipt = await receiver.send(parcel, signal);
  if (receipt.isTaken || !(await hasArrived(receiver, parcel, row, receipt.answer, signal))) return receipt;
  return { isTaken: true, answer: `OK (it had arrived before: ${receipt.answer})` };
}

async function hasArrived(receiver: Receiver, parcel: Parcel, row: Sending, answer: string, signal?: AbortSignal): Promise<boolean> {
  const isRepeatedAdd = row.operation === 'Add' && saysExists(answer);
  const isRepeatedDel = row.operation === 'Del' && saysUnknown(answer);
  if (!isRepeatedAdd && !isRepeatedDel) return false;
  if (row.attempts === 0) return row.isOwn === true && isThere(receiver, parcel, row, signal); // else another sender's, or nobody's
  return receiver.known ? isThere(receiver, parcel, row, signal) : true;
}

/** Whether the receiver says that it stands as the parcel would have it: identifier and MD5s agree. */
async function isThere(receiver: Receiver, parcel: Parcel, row: Sending, signal?: AbortSignal): Promise<boolean> {
  if (!receiver.known) return false;
  const known = await receiver.known(row.identifier, signal);
  if (known === null || row.operation === 'Del') return known === null && row.operation === 'Del';
  const { group } = await readMetaInfo(parcel.metaInfo, { extraFormats: [...formatsIn(parcel.metaInfo)], articles: true });
  const documents = group.documents.filter(({ operation }) => operation !== 'Del');
  return (
    documents.length === known.size && documents.every(({ identifier, md5 }) => known.get(identifier.toLowerCase()) === md5.toLowerCase())
  );
}

/** What is only passed on is read, whatever formats the receiver allows. */
export const formatsIn = (metaInfo: string): Set<string> =>
  new Set([...metaInfo.matchAll(/ format="([^"<&]+)"/g)].map(([, format = '']) => format));
