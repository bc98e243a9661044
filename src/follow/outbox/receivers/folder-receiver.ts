/**
 * A folder instead of a service: each package lies there as a ZIP and its description, under one name.
 *
 * A further package of the same name gets a number. Both files appear under their final names only when they are whole,
 * the description last: who watches the folder for it finds the ZIP.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Parcel, type Receiver, UnavailableError } from './receiver.js';

export function folderReceiver(path: string): Receiver {
  const folder = resolve(path);
  return {
    name: folder,
    async send(parcel) {
      try {
        await mkdir(folder, { recursive: true });
        await putDown(folder, parcel);
        return { isTaken: true, answer: 'OK' };
      } catch (error) {
        throw new UnavailableError(`${folder} cannot be written to: ${(error as Error).message}`, 0, { cause: error });
      }
    },
    close: async () => {},
  };
}

/** Puts a package into a folder that is there. */
export async function putDown(folder: string, parcel: Parcel): Promise<void> {
  const stem = await freeName(folder, parcel);
  if (stem === null) return; // it lies there already: we were stopped before we could note it
  if (parcel.data !== null) await whole(join(folder, `${stem}.zip`), (path) => copy(parcel.data as string, path));
  await whole(join(folder, `${stem}.xml`), (path) => writeFile(path, parcel.metaInfo, { flush: true }));
}

const copy = (from: string, to: string): Promise<void> => pipeline(createReadStream(from), createWriteStream(to, { flush: true }));

async function whole(path: string, write: (path: string) => Promise<void>): Promise<void> {
  await write(`${path}.part`);
  await rename(`${path}.part`, path);
}

/** Null where this very package lies there. */
async function freeName(folder: string, { filename, metaInfo }: Parcel): Promise<string | null> {
  const stem = stemOf(filename);
  for (let number = 1; ; number++) {
    const name = number === 1 ? stem : `${stem}~${number}`;
    const description = join(folder, `${name}.xml`);
    if (!(await isThere(description))) return name;
    if ((await readFile(description, 'utf8')) === metaInfo) return null;
  }
}

/** The name comes from a portal: nothing in it may lead anywhere. */
export const stemOf = (filename: string): string =>
  filename
    .replace(/\.zip$/i, '')
    .replace(/[^\p{L}\p{N}._-]/gu, '_')
    .replace(/^[.]+/, '_')
    .slice(0, 100) || 'group';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
