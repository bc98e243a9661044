/** What readers may leave to the writer thread: compressing archive records, and sketching texts. Here it is done for a whole batch. */
import { sketchOf } from '../../analyse/likeness/index.js';
import { packRecords } from '../../formats/warc/index.js';
import type { NewFetch, NewVersion } from '../../store/index.js';
import type { CommitBatch } from './commit.js';
import type { AnswerItem } from './deposit-items.js';

export function completeBatch(batch: CommitBatch): CommitBatch {
  return {
    ...batch,
    items: batch.items.map((item) => ({ ...item, fetches: item.fetches.map(packed), version: item.version && sketched(item.version) })),
    deposits: batch.deposits.map((item) => ({ ...item, answers: item.answers.map(packedAnswer) })),
    answers: batch.answers.map(packedAnswer),
    conversions: batch.conversions.map((item) => ({ ...item, answer: packedAnswer(item.answer) })),
  };
}

const packed = (fetch: NewFetch): NewFetch => (fetch.set?.levels ? { ...fetch, set: packRecords(fetch.set) } : fetch);

function sketched(version: NewVersion): NewVersion {
  const { sketchParts, text } = version;
  return sketchParts ? { ...version, sketch: sketchOf(textOf(text), sketchParts) } : version;
}

/** Not by a TextDecoder, which would leave out a byte order mark and move all that stands behind it. */
const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string => Buffer.from(buffer, byteOffset, byteLength).toString('utf8');

const packedAnswer = ({ resource, fetch }: AnswerItem): AnswerItem => ({ resource, fetch: packed(fetch) });
