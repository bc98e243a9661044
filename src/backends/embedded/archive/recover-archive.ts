/**
 * After a crash: makes the archive folder say what the repository says.
 *
 * Bytes behind the committed length were never part of the crawl; they are cut off, whole records included. A
 * file the repository never heard of is moved to `orphans/` instead of being removed: normally it holds the
 * last moments before a crash, but beside a repository restored from a backup it may hold days. Files whose names
 * are not of our making are left alone. A committed file that is too short is reported: nothing here can mend that.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { failpoint } from '../failpoint.js';
import { syncFolder } from './disk.js';

export interface ArchiveRecovery {
  /** Files cut back, and by how many bytes. */
  readonly cut: readonly { readonly file: string; readonly bytes: number }[];
  /** Files moved to `orphans/`. */
  readonly orphans: readonly string[];
  /** Committed bytes that are not there: the disk or somebody lost them. */
  readonly missing: readonly { readonly file: string; readonly bytes: number }[];
}

const OUR_NAME = /^.+-\d{14}-\d{5,}\.warc\.gz$/;

/** Committed: file name → length, as the repository has them. To be called before anything is appended. */
export function recoverArchive(folder: string, committed: ReadonlyMap<string, number>): ArchiveRecovery {
  const cut: { file: string; bytes: number }[] = [];
  const missing: { file: string; bytes: number }[] = [];
  for (const [file, length] of committed) {
    const size = statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
    if (size > length) {
      cutTo(join(folder, file), length);
      cut.push({ file, bytes: size - length });
    } else if (size < length) missing.push({ file, bytes: length - size });
  }
  const orphans = existsSync(folder) ? readdirSync(folder).filter((file) => OUR_NAME.test(file) && !committed.has(file)) : [];
  if (orphans.length > 0) moveAside(folder, orphans);
  failpoint('archive-recovered');
  return { cut, orphans, missing };
}

function cutTo(path: string, length: number): void {
  const descriptor = openSync(path, 'r+');
  try {
    ftruncateSync(descriptor, length);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function moveAside(folder: string, files: readonly string[]): void {
  const aside = join(folder, 'orphans');
  mkdirSync(aside, { recursive: true });
  for (const file of files) renameSync(join(folder, file), freeName(aside, file));
  syncFolder(folder);
}

function freeName(folder: string, file: string): string {
  for (let number = 0; ; number += 1) {
    const path = join(folder, number === 0 ? file : `${file}.${number}`);
    if (!existsSync(path)) return path;
  }
}
