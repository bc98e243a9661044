/** winnow archive list: what the records are, one a line, as they stand in the files. */

import type { Writable } from 'node:stream';
import { type ListedRecord, listRecords } from '../../store/index.js';
import { roomIn } from '../room-in.js';
import { printable } from '../terminal.js';
import type { ArchiveFile } from './archive-files.js';

export interface ListWish {
  readonly type?: string;
  /** Part of the URL. */
  readonly url?: string;
  readonly json?: boolean;
}

/** Lines as they come, since an archive may hold millions; so the columns have fixed widths. */
export async function listFiles(files: readonly ArchiveFile[], wish: ListWish, output: Writable): Promise<number> {
  let listed = 0;
  let gone = false;
  output.once('error', () => {
    gone = true;
  });
  for (const { path, name, length } of files) {
    for await (const record of listRecords(path, { length })) {
      if (gone) return listed;
      if (!isWanted(record, wish)) continue;
      listed++;
      const line = wish.json ? JSON.stringify({ file: name, ...record }) : lineOf(name, record);
      if (!output.write(`${line}\n`)) await roomIn(output);
    }
  }
  return listed;
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
