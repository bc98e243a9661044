/** Where the packages of an outbox lie: those that wait by their numbers, sent and failed ones by their names. */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Dialect, packGroup, writeMetaInfo } from '../../formats/document-groups/index.js';
import type { MadeGroup } from './make-group.js';
import { putDown } from './receivers/folder-receiver.js';
import type { Parcel } from './receivers/receiver.js';

export interface Folders {
  readonly waiting: string;
  /** Null: what was sent is not kept. */
  readonly sent: string | null;
  readonly error: string;
}

export interface Writing {
  readonly dialect: Dialect;
  readonly articles: boolean;
}

/** Packs a group under a number. Whole when this resolves; done again, it is the same. */
export async function packParcel(folders: Folders, id: number, { group, files }: MadeGroup, writing: Writing): Promise<void> {
  await mkdir(folders.waiting, { recursive: true });
  const { zip, xml } = placesOf(folders, id);
  await rm(zip, { force: true });
  if (group.operation !== 'Del') {
    await pipeline(packGroup(group, files), createWriteStream(`${zip}.part`, { flush: true }));
    await rename(`${zip}.part`, zip);
  }
  await writeFile(xml, writeMetaInfo(group, writing), { flush: true });
}

/** Null where it is not there any more. */
export async function openParcel(folders: Folders, id: number, filename: string): Promise<Parcel | null> {
  const { zip, xml } = placesOf(folders, id);
  const size = await stat(zip).then(
    (found) => found.size,
    () => null,
  );
  const metaInfo = await readFile(xml, 'utf8').catch(unlessMissing);
  return metaInfo === null ? null : { metaInfo, data: size === null ? null : zip, length: size ?? 0, filename };
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Away from what waits, to what was sent or what failed. */
export async function setAside(folders: Folders, id: number, parcel: Parcel, where: 'sent' | 'error'): Promise<void> {
  const folder = folders[where];
  if (folder !== null) {
    await mkdir(folder, { recursive: true });
    await putDown(folder, parcel);
  }
  await discard(folders, id);
}

/** Numbers of the packages that lie among those that wait. */
export async function waitingIds({ waiting }: Folders): Promise<number[]> {
  const names = (await readdir(waiting).catch(unlessMissing)) ?? [];
  return names
    .flatMap((name) => /^(\d+)\.xml$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);
}

export async function discard(folders: Folders, id: number): Promise<void> {
  const { zip, xml } = placesOf(folders, id);
  await rm(zip, { force: true });
  await rm(xml, { force: true });
}

const placesOf = ({ waiting }: Folders, id: number): { zip: string; xml: string } => ({
  zip: join(waiting, `${id}.zip`),
  xml: join(waiting, `${id}.xml`),
});
