/** Source and answer side by side in a folder of the operator's: FOLDER/crawler/document/. */
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { plainName } from '../../formats/document-groups/index.js';
import { writeWhole } from '../../platform/index.js';
import type { ConversionRow } from './conversion-book.js';
import { documentOf, type SourceBytes } from './sources.js';

/** Where the files of a row's document lie. */
export const copyFolder = (folder: string, row: ConversionRow): string =>
  join(folder, plainName(row.crawler) || 'crawler', `${(plainName(row.key) || 'document').slice(0, 100)}-${documentOf(row).slice(0, 8)}`);

export async function copyBeside(
  folder: string,
  row: ConversionRow,
  source: SourceBytes,
  answer: { name: string; bytes: Uint8Array },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, plainName(row.name) || 'source'), async (path) => pipeline(await source.stream(), createWriteStream(path)));
  await writeWhole(join(folder, plainName(answer.name) || 'answer'), (path) => writeFile(path, answer.bytes));
}
