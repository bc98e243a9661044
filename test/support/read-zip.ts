/** All files of a ZIP, by name. For tests, whose files are small. */
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

export async function readZip(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}
