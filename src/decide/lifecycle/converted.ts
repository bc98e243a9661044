/**
 * Files that were made of files of a version.
 *
 * They lie beside the files of the version and are none of them: no harvest compares them, no sender knows them. Made of
 * the same bytes, they hold for every version that has these.
 */
import type { NewConversion } from '../../store/index.js';
import type { Documents } from './documents.js';
import type { DepositFile, Known } from './known.js';

export type Converted = Omit<NewConversion, 'answer'>;

/** False for a version that is gone or was taken down, and for what is there already: then nothing enters the archive. */
export function judgeConversions(items: readonly Converted[], known: Known): boolean[] {
  const before = new Set<string>();
  return items.map(({ version, file }) => {
    const source = known.sources.get(version);
    const name = `${version} ${file.identifier}`;
    if (!source || source.isTakenDown || before.has(name) || hasConverted(known, version, file.identifier)) return false;
    before.add(name);
    return true;
  });
}

/** One that is wanted. */
export function takeConverted({ version, file }: Converted, fetch: number, documents: Documents): void {
  const { compared = null, etag: _etag, lastModified: _lastModified, ...told } = file;
  const made: DepositFile = { ...told, compared, etag: null, lastModified: null, fetch };
  const source = documents.known.sources.get(version);
  addTo(version, made, documents);
  for (const later of source?.later ?? []) if (hasSource(documents.known, later, made)) addTo(later, made, documents);
}

/** What was made of files that the next version has too. */
export function passOn(from: number, to: number, documents: Documents): void {
  for (const file of documents.known.converted.get(from) ?? []) if (hasSource(documents.known, to, file)) addTo(to, file, documents);
}

/** A document has its next version: conversions of this batch that are of an earlier one may be of this one, too. */
export function succeed(from: number, to: number, { sources }: Known): void {
  for (const source of sources.values()) {
    if (source.current !== from) continue;
    source.later.push(to);
    source.current = to;
  }
}

function addTo(version: number, file: DepositFile, { known, changes }: Documents): void {
  if (hasConverted(known, version, file.identifier)) return;
  known.converted.set(version, [...(known.converted.get(version) ?? []), file]);
  changes.push({ do: 'converted-file', version, file });
}

const hasConverted = ({ converted }: Known, version: number, identifier: string): boolean =>
  converted.get(version)?.some((file) => file.identifier === identifier) === true;

const hasSource = ({ files }: Known, version: number, { compared }: DepositFile): boolean =>
  files.get(version)?.some(({ operation, sha256 }) => operation !== 'Del' && sha256 === compared) === true;
