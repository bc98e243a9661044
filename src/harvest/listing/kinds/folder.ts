/** The names in a folder, wherever it lies: the index a web server makes of it, or a folder of this machine. */
import { readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Question } from '../../port.js';
import { HarvestError } from '../../port.js';
import { sheetFor } from '../answers.js';
import { linksOf } from '../links.js';
import type { Prepared } from '../room.js';
import type { Conversation } from '../session.js';

/** Addresses of the files that lie directly in it. */
export function filesIn(prepared: Prepared, talk: Conversation, base: string): Promise<string[]> {
  return base.startsWith('file:') ? localFiles(prepared, base) : indexedFiles(prepared, talk, base);
}

export const fileQuestion = (url: string): Question => ({ url, method: 'GET', headers: [], body: null, jar: null, purpose: 'list' });

async function indexedFiles(prepared: Prepared, talk: Conversation, base: string): Promise<string[]> {
  const folder = base.endsWith('/') ? base : `${base}/`;
  const sheet = await sheetFor(prepared, talk, fileQuestion(folder));
  const below = sheet.url.endsWith('/') ? sheet.url : folder;
  return linksOf(sheet)
    .map(({ url }) => url)
    .filter((url) => url.startsWith(below) && /^[^/?]+$/.test(url.slice(below.length)));
}

async function localFiles({ tally, rule }: Prepared, base: string): Promise<string[]> {
  const folder = fileURLToPath(base);
  try {
    const names = await readdir(folder, { withFileTypes: true });
    tally.answers++;
    return names.filter((entry) => entry.isFile()).map(({ name }) => pathToFileURL(`${folder.replace(/\/$/, '')}/${name}`).href);
  } catch (cause) {
    throw new HarvestError('unreachable', `the folder ${folder} cannot be read`, { url: base, rule: `${rule}.base`, cause });
  }
}
