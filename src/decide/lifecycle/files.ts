/**
 * Documents of several files, at the end of a run: what happened to each file, and so to the document.
 *
 * When a page is settled, its files are still on their way; so they are looked at when all is in. A document whose page
 * did not change but one of whose files did gets a version of its own for it, with the same text. What was decided is
 * remembered, so that asking twice changes nothing.
 */
import { type FileChange, fileChanges, wordsOfFiles } from '../index.js';
import type { Documents } from './documents.js';
import type { EndOfRun } from './end-of-run.js';
import type { Known } from './known.js';

export function decideFiles(page: number, { run, now }: EndOfRun, documents: Documents): void {
  const { known } = documents;
  const document = known.documentAt(page);
  const list = known.fileLists.get(page);
  // What is in doubt or held back is not looked into: its files are compared when it is clear again.
  if (!list || document?.state !== 'present' || known.pending.has(document.id)) return;
  const { files, version } = list;
  const before = version === null ? [] : (known.versionFiles.get(version) ?? []);
  const changes = fileChanges(
    before,
    files.map((resource) => linked(resource, known)),
  );
  const changed = changes.some(({ operation }) => operation !== 'None');
  if (!changed && version === document.version) return;
  const isOwn = changed && version === document.version;
  const next = isOwn ? documents.updateFiles(document, { run, at: now, reason: wordsOfFiles(changes) }) : document.version;
  const main = version === null ? 'Add' : isOwn ? 'None' : 'Upd';
  documents.changes.push({ do: 'main-file', version: next, resource: document.resource, operation: main });
  for (const change of changes) putFile(next, change, version, documents);
  documents.changes.push({ do: 'files-decided', page, version: next });
}

function linked(resource: number, { fileStates }: Known) {
  const state = fileStates.get(resource);
  return { resource, md5: state?.md5 ?? null, gone: state?.gone ?? 0 };
}

function putFile(version: number, { resource, operation }: FileChange, from: number | null, { known, changes }: Documents): void {
  const state = operation === 'None' || operation === 'Del' ? undefined : known.fileStates.get(resource);
  if (state) changes.push({ do: 'add-file', version, resource, operation, state });
  else if (from !== null) changes.push({ do: 'copy-file', version, resource, operation, from });
}
