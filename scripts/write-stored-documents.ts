/**
 * npx tsx scripts/write-stored-documents.ts [portal …]: writes src/webs/portals/stored-documents.ts anew, from what the connectors
 * store of their fixtures now. Read the difference before you commit it: from then on it is what is right.
 */
import { writeFile } from 'node:fs/promises';
import { openPlays } from '../src/assembly/index.js';
import { loadConnector } from '../src/definition/connector/index.js';
import { fixtureIds, fixtureOf, type StoredDays, storedForm } from '../src/webs/portals/index.js';
import { STORED } from '../src/webs/portals/stored-documents.js';

const HEAD = `/**
 * What must be stored of the documents of each fixture: language, title, address, fields, aliases, and names and types of files;
 * of the second day, what is otherwise then. Written by scripts/write-stored-documents.ts, read by people.
 */
import type { StoredDays } from './fixture.js';

export const STORED: Readonly<Record<string, StoredDays>> = `;

const wanted = process.argv.length > 2 ? process.argv.slice(2) : fixtureIds();
const all: Record<string, StoredDays> = { ...STORED };
const stage = await openPlays();
try {
  for (const id of wanted) all[id] = await storedOf(id);
} finally {
  await stage.close();
}
const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
await writeFile('src/webs/portals/stored-documents.ts', `${HEAD}${JSON.stringify(sorted, null, 2)};\n`);

async function storedOf(id: string): Promise<StoredDays> {
  const { stored: _before, ...fixture } = (await fixtureOf(id)) ?? fail(`${id} has no fixture`);
  const days: Record<1 | 2, Record<string, string>> = { 1: {}, 2: {} };
  const played = await stage.play({
    connector: (await loadConnector(id, { folders: [] })).connector,
    fixture,
    onStored: (day, documents) => {
      for (const document of documents) {
        const form = storedForm(document);
        if (days[1][document.key] !== form) days[day][document.key] = form;
      }
    },
  });
  const faults = played.flatMap((day) => day.faults);
  return faults.length === 0 ? days : fail(`${id}: ${faults.join('\n')}`);
}

function fail(why: string): never {
  throw new Error(why);
}
