/** What comes out of a WACZ, and what is refused. */
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { unpackWacz } from './wacz.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-wacz-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let number = 0;

async function zipOf(files: Readonly<Record<string, Buffer>>, compress = false): Promise<{ path: string; into: string }> {
  const into = mkdtempSync(join(folder, 'into-'));
  const path = join(folder, `${++number}.wacz`);
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(content, name, { compress });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return { path, into };
}

describe('unpackWacz', () => {
  it('joins gzip files, keeps plain ones apart and leaves everything else', async () => {
    const { path, into } = await zipOf({
      'archive/a.warc.gz': Buffer.from('one'),
      'archive/b.warc.gz': Buffer.from('two'),
      'archive/c.warc': Buffer.from('three'),
      'pages/pages.jsonl': Buffer.from('{}'),
      'archive/deep/d.warc': Buffer.from('no'),
    });
    expect((await unpackWacz(path, into)).map((file) => readFileSync(file, 'utf8'))).toEqual(['onetwo', 'three']);
  });

  it('refuses what unpacks to far more than it is', async () => {
    const { path, into } = await zipOf({ 'archive/a.warc': Buffer.alloc(5_000_000) }, true);
    await expect(unpackWacz(path, into)).rejects.toThrow(/ARCHIVE_NOT_A_WACZ.*unpack to more than 50 times/);
  });

  it('refuses a ZIP without WARC files, and what is no ZIP', async () => {
    const { path, into } = await zipOf({ 'other.txt': Buffer.from('x') });
    await expect(unpackWacz(path, into)).rejects.toThrow(/no WARC file in its folder archive/);
    const file = join(folder, 'no.wacz');
    writeFileSync(file, 'this is no zip');
    await expect(unpackWacz(file, into)).rejects.toThrow(/ARCHIVE_NOT_A_WACZ/);
  });
});
