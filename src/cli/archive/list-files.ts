/** winnow archive list: what the records are, one a line, as they stand in the files. */

import { statSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { ArchiveError, type ListedDamage, type ListedRecord, listRecords } from '../../formats/warc/index.js';
import { counted } from '../../model/index.js';
import { roomIn } from '../room-in.js';
import { printable } from '../terminal.js';
import type { ArchiveFile } from './archive-files.js';

export interface ListWish {
  readonly type?: string;
  /** Part of the URL. */
  readonly url?: string;
  readonly json?: boolean;
}

type Tell = (file: string, damage: ListedDamage) => void;

/**
 * Lines as they come, since an archive may hold millions; so the columns have fixed widths. Damage does not end the list: it
 * is told, and the list goes on at the next record that can be found. Returns the number of damaged places.
 */
export async function listFiles(files: readonly ArchiveFile[], wish: ListWish, output: Writable, tell: Tell): Promise<number> {
  let damaged = 0;
  let gone = false;
  output.once('error', () => {
    gone = true;
  });
  for (const file of files) {
    const onDamage = (damage: ListedDamage): void => {
      damaged++;
      tell(file.name, damage);
    };
    for await (const record of recordsOf(file, onDamage)) {
      if (gone) return damaged;
      if (!isWanted(record, wish)) continue;
      const line = wish.json ? JSON.stringify({ file: file.name, ...record }) : lineOf(file.name, record);
      if (!output.write(`${line}\n`)) await roomIn(output);
    }
  }
  return damaged;
}

/** A file that is not there, not a WARC file or too short is a damaged place like others. */
async function* recordsOf(file: ArchiveFile, onDamage: (damage: ListedDamage) => void): AsyncGenerator<ListedRecord> {
  const size = statSync(file.path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return onDamage({ offset: 0, problem: 'the file is not there' });
  if (size === 0 && file.length === undefined) onDamage({ offset: 0, problem: 'the file is empty: a WARC file has one record at least' });
  try {
    yield* listRecords(file.path, { length: Math.min(size, file.length ?? size), onDamage });
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    onDamage({ offset: 0, problem: error.message });
  }
  const short = (file.length ?? 0) - size;
  if (short > 0)
    onDamage({ offset: size, problem: `${counted(short, 'byte that was committed is', 'bytes that were committed are')} missing` });
}

const isWanted = ({ type, url }: ListedRecord, wish: ListWish): boolean =>
  (wish.type === undefined || type === wish.type) && (wish.url === undefined || (url ?? '').includes(wish.url));

function lineOf(file: string, { offset, length, type, status, date, contentType, url }: ListedRecord): string {
  const place = `${file}:${offset}`.padEnd(file.length + 11);
  const short = (contentType ?? '-').split(';')[0]?.trim() ?? '-';
  return [
    place,
    String(length).padStart(9),
    type.padEnd(8),
    String(status ?? '-').padEnd(3),
    (date ?? '-').padEnd(20),
    printable(short).padEnd(24),
    printable(url ?? '-'),
  ].join('  ');
}
