/** Unpacks test/fixtures/format-1 into a folder: a workspace as the release that wrote format 1 left it when it was killed. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FIXTURE = new URL('../fixtures/format-1/', import.meta.url).pathname;

export function unpackFormat1(folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(FIXTURE, 'archive'), join(folder, 'archive'), { recursive: true });
  for (const file of ['core.db', 'core.db-wal']) writeFileSync(join(folder, file), gunzipSync(readFileSync(join(FIXTURE, `${file}.gz`))));
}
