/**
 * ZipNum: a sorted CDXJ cut into blocks, each a gzip member, and a small index of where each block begins.
 *
 * Players read the index and then only the blocks they need, so a WACZ of any size opens at once.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';

export const INDEX_NAME = 'index.cdx.gz';
const LINES = 3000;

/** Reads sorted lines from `sorted`, writes blocks to `blocks` and the index to `index`. */
export async function writeZipNum(sorted: string, blocks: string, index: string, linesPerBlock: number = LINES): Promise<void> {
  const [blockFile, indexFile] = [await open(blocks, 'w'), await open(index, 'w')];
  let offset = 0;
  try {
    await indexFile.write(`!meta 0 ${JSON.stringify({ format: 'cdxj-gzip-1.0', filename: INDEX_NAME })}\n`);
    for await (const lines of inBlocks(sorted, linesPerBlock)) {
      const member = gzipSync(`${lines.join('\n')}\n`, { level: 9 });
      await blockFile.write(member);
      const place = { offset, length: member.length, digest: `sha256:${createHash('sha256').update(member).digest('hex')}` };
      await indexFile.write(`${keyOf(lines[0] as string)} ${JSON.stringify(place)}\n`);
      offset += member.length;
    }
  } finally {
    await blockFile.close();
    await indexFile.close();
  }
}

/** SURT and timestamp of a line. */
const keyOf = (line: string): string => line.slice(0, line.indexOf(' {'));

async function* inBlocks(sorted: string, size: number): AsyncGenerator<string[]> {
  let block: string[] = [];
  for await (const line of createInterface({ input: createReadStream(sorted), crlfDelay: Number.POSITIVE_INFINITY })) {
    block.push(line);
    if (block.length < size) continue;
    yield block;
    block = [];
  }
  if (block.length) yield block;
}
