import { z } from 'zod';
import { defineSink } from '../../plugins/index.js';
import { STDOUT, writeOut } from './output.js';
import { counting, type ExportRecord, toJson } from './records.js';

/** One JSON object per line, in UTF-8, a line feed after each. */
export const jsonl = defineSink({
  name: 'jsonl',
  about: 'Writes records as JSON, one per line.',
  options: z.strictObject({ path: z.string().min(1).default(STDOUT).describe('File to write; - is standard output.') }),
  async write(all, { path }) {
    const { records, count } = counting(all);
    await writeOut(linesOf(records), path);
    return count();
  },
});

async function* linesOf(records: AsyncIterable<ExportRecord>): AsyncGenerator<string> {
  for await (const record of records) yield `${toJson(record)}\n`;
}
