/**
 * Repairs a WARC file that ends in a torn record, by cutting it back to its last whole one.
 *
 * Nothing is thrown away: the bytes cut off are kept beside the file. Damage with whole records
 * behind it stays where it is, since taking it out would move every record that indexes point at.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { WarcDamage } from './reading/damage.js';
import { RecordReader } from './reading/record-reader.js';

export interface ArchiveRepair {
  readonly file: string;
  /** Length of the file afterwards. */
  readonly length: number;
  readonly records: number;
  /** Bytes cut off the end; 0 when nothing had to be done. */
  readonly cut: number;
  /** Where those bytes are kept. */
  readonly keptIn: string | null;
  /** Damage that cutting cannot mend. */
  readonly damaged: readonly { readonly offset: number; readonly problem: string }[];
}

export async function repairArchive(file: string): Promise<ArchiveRepair> {
  const { size, wholeEnd, records, damaged } = await survey(file);
  const cut = size - wholeEnd;
  const keptIn = cut > 0 ? `${file}.cut-${wholeEnd}` : null;
  if (keptIn) await cutTail(file, wholeEnd, keptIn);
  return { file, length: wholeEnd, records, cut, keptIn, damaged: damaged.filter(({ offset }) => offset < wholeEnd) };
}

interface Survey {
  size: number;
  /** End of the last record that could be read whole. */
  wholeEnd: number;
  records: number;
  damaged: { offset: number; problem: string }[];
}

async function survey(file: string): Promise<Survey> {
  const reader = await RecordReader.open(file);
  const found: Survey = { size: reader.size, wholeEnd: 0, records: 0, damaged: [] };
  try {
    for (let going = true; going; ) going = await readOn(reader, found);
  } finally {
    await reader.close();
  }
  return found;
}

/** Reads up to the next damage; false when nothing readable follows. */
async function readOn(reader: RecordReader, found: Survey): Promise<boolean> {
  try {
    for (let record = await reader.next(); record; record = await reader.next()) {
      const { length } = await record.finish();
      found.records += 1;
      found.wholeEnd = record.offset + length;
    }
    return false;
  } catch (error) {
    if (!(error instanceof WarcDamage)) throw error;
    found.damaged.push({ offset: error.offset, problem: error.problem });
    return reader.recover(error);
  }
}

/** The tail is safe on disk under its own name before the file gets shorter. */
async function cutTail(file: string, at: number, keepIn: string): Promise<void> {
  await pipeline(createReadStream(file, { start: at }), createWriteStream(keepIn));
  await withFile(keepIn, (tail) => tail.sync());
  await withFile(file, async (source) => {
    await source.truncate(at);
    await source.sync();
  });
}

async function withFile(path: string, use: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await use(file);
  } finally {
    await file.close();
  }
}
