/** The files in a folder, wherever it lies: the index a server makes of it, or a folder of this machine. */
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Question } from '../../port.js';
import { HarvestError } from '../../port.js';
import { sheetFor } from '../answers.js';
import { linksOf } from '../links.js';
import type { Prepared } from '../room.js';
import type { Conversation } from '../session.js';

export interface FolderFile {
  readonly url: string;
  /** What the index says of it beside its name, mostly its time and size; empty where it says nothing. */
  readonly listed: string;
}

/** What has no scheme is a path on this machine. */
export function localAddress(address: string): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(address)) return address;
  return `${pathToFileURL(resolve(address)).href}${address.endsWith('/') ? '/' : ''}`;
}

/** Those that lie directly in it. */
export function filesIn(prepared: Prepared, talk: Conversation, base: string): Promise<FolderFile[]> {
  return base.startsWith('file:') ? localFiles(prepared, base) : indexedFiles(prepared, talk, base);
}

export const fileQuestion = (url: string): Question => ({ url, method: 'GET', headers: [], body: null, jar: null, purpose: 'list' });

async function indexedFiles(prepared: Prepared, talk: Conversation, base: string): Promise<FolderFile[]> {
  const folder = base.endsWith('/') ? base : `${base}/`;
  const sheet = await sheetFor(asPage(prepared), talk, fileQuestion(folder));
  const below = sheet.url.endsWith('/') ? sheet.url : folder;
  return linksOf(sheet)
    .filter(({ url }) => url.startsWith(below) && /^[^/?]+$/.test(url.slice(below.length)))
    .map(({ url, beside }) => ({ url, listed: beside }));
}

/** `read` and `charset` are of the files in it: their index is a page of HTML, and hardly ever well-formed. */
const asPage = (prepared: Prepared): Prepared => ({ ...prepared, step: { ...prepared.step, read: 'html', charset: undefined } });

async function localFiles({ tally, rule }: Prepared, base: string): Promise<FolderFile[]> {
  const folder = fileURLToPath(base);
  try {
    const names = await readdir(folder, { withFileTypes: true });
    tally.answers++;
    return await Promise.all(names.filter((entry) => entry.isFile()).map(({ name }) => localFile(join(folder, name))));
  } catch (cause) {
    throw new HarvestError('unreachable', `the folder ${folder} cannot be read`, { url: base, rule: `${rule}.base`, cause });
  }
}

async function localFile(path: string): Promise<FolderFile> {
  const { size, mtime } = await stat(path);
  return { url: pathToFileURL(path).href, listed: `${size} ${mtime.toISOString()}` };
}
