/** Looks for words in everything a workspace's folder holds: files as they are, and WARC records as they read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Files, relative to the folder, that hold the word. */
export function tracesOf(word: string, folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const holding = files.filter(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    return bytes.includes(word) || (name.endsWith('.gz') && bytes.length > 0 && gunzipSync(bytes).includes(word));
  });
  return holding.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
}
