/**
 * The archive as files in a folder: `<prefix>-<time>-<number>.warc.gz`, each opened by a warcinfo record.
 *
 * Lives in the writer thread, so everything is synchronous. A file is a valid WARC up to every length that `sync`
 * reported, and keeps its name from its first byte. A set is written whole or not at all: when a write fails the file
 * is cut back to where the set began. The first append makes the file, so a run that archives nothing leaves none.
 */
import { closeSync, fdatasyncSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type Archive,
  ArchiveError,
  buildWarcinfo,
  type FileLength,
  type Placement,
  type RecordSet,
  type WarcinfoFields,
} from '../../../formats/warc/index.js';
import { isSpooled, lengthOf } from '../../../model/index.js';
import { failpoint } from '../failpoint.js';
import { appendBytes, syncFolder } from './disk.js';

/** Plain data, since it travels to the writer thread. */
export interface FileArchiveOptions {
  /** Must exist. */
  readonly folder: string;
  readonly prefix: string;
  /** A new file is begun before a set that would make the current one longer than this. */
  readonly rotate: number;
  /** What every file says of itself. `id` names the first file's record; later files get new ones. */
  readonly warcinfo: Omit<WarcinfoFields, 'filename' | 'createdAt'>;
}

interface OpenFile {
  readonly name: string;
  readonly descriptor: number;
  length: number;
  /** Length without any set: nothing but the warcinfo record. */
  readonly empty: number;
  synced: number;
}

export class FileArchive implements Archive {
  readonly #options: FileArchiveOptions;
  #file: OpenFile | null = null;
  /** Full files that the next `sync` reports. */
  #full: FileLength[] = [];
  #made = 0;
  #broken: ArchiveError | null = null;

  constructor(options: FileArchiveOptions) {
    this.#options = options;
  }

  append(set: RecordSet): Placement {
    this.#refuseWhenBroken();
    const size = lengthOf(set.bytes);
    if (this.#file && this.#file.length > this.#file.empty && this.#file.length + size > this.#options.rotate) this.#retire(this.#file);
    this.#file ??= this.#create();
    const offset = this.#file.length;
    failpoint('archive-append');
    this.#write(this.#file, set);
    failpoint('archive-appended');
    return { file: this.#file.name, offset };
  }

  sync(): readonly FileLength[] {
    this.#refuseWhenBroken();
    const lengths = this.#full;
    this.#full = [];
    const file = this.#file;
    if (file && file.synced < file.length) {
      this.#makeDurable(file);
      lengths.push({ file: file.name, length: file.length, closed: false });
    }
    return lengths;
  }

  close(): readonly FileLength[] {
    if (this.#file) this.#retire(this.#file);
    const lengths = this.#full;
    this.#full = [];
    this.#broken ??= new ArchiveError('ARCHIVE_CLOSED', this.#options.folder, '');
    return lengths;
  }

  #write(file: OpenFile, set: RecordSet): void {
    try {
      appendBytes(file.descriptor, file.length, set.bytes);
      file.length += lengthOf(set.bytes);
      if (isSpooled(set.bytes)) rmSync(set.bytes.path, { force: true });
    } catch (error) {
      this.#cutBack(file);
      throw asArchiveError(error, file.name);
    }
  }

  /** Leaves nothing half-written. If even that fails, the file must not grow any more: opening it again will cut it. */
  #cutBack(file: OpenFile): void {
    try {
      ftruncateSync(file.descriptor, file.length);
    } catch (error) {
      this.#broken = asArchiveError(error, file.name);
    }
  }

  #retire(file: OpenFile): void {
    try {
      if (file.synced < file.length) this.#makeDurable(file);
      this.#full.push({ file: file.name, length: file.length, closed: true });
    } finally {
      this.#file = null;
      closeSync(file.descriptor);
    }
    failpoint('rotate-closed');
  }

  /** After a failed sync nobody knows what is on disk, and asking again may answer yes wrongly: so that is the end. */
  #makeDurable(file: OpenFile): void {
    try {
      fdatasyncSync(file.descriptor);
      if (file.synced === 0) syncFolder(this.#options.folder);
      file.synced = file.length;
      failpoint('archive-synced');
    } catch (error) {
      this.#broken = asArchiveError(error, file.name);
      throw this.#broken;
    }
  }

  #create(): OpenFile {
    const createdAt = Date.now();
    const { name, descriptor } = this.#openNew(createdAt);
    try {
      const { id, ...fields } = this.#options.warcinfo;
      const { bytes } = buildWarcinfo({ ...fields, id: this.#made === 0 ? id : undefined, filename: name, createdAt });
      appendBytes(descriptor, 0, bytes);
      this.#made += 1;
      failpoint('rotate-created');
      return { name, descriptor, length: lengthOf(bytes), empty: lengthOf(bytes), synced: 0 };
    } catch (error) {
      closeSync(descriptor);
      rmSync(join(this.#options.folder, name), { force: true });
      throw asArchiveError(error, name);
    }
  }

  /** The number counts up until the name is free, so that nothing that is there is ever written over. */
  #openNew(createdAt: number): { name: string; descriptor: number } {
    const time = new Date(createdAt).toISOString().replace(/[-:T]/g, '').slice(0, 14);
    const prefix = basename(this.#options.prefix).replace(/[^\w.-]+/g, '-') || 'winnow';
    for (let number = this.#made; ; number += 1) {
      const name = `${prefix}-${time}-${String(number).padStart(5, '0')}.warc.gz`;
      try {
        return { name, descriptor: openSync(join(this.#options.folder, name), 'wx', 0o644) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw asArchiveError(error, name);
      }
    }
  }

  #refuseWhenBroken(): void {
    if (this.#broken) throw this.#broken;
  }
}

function asArchiveError(error: unknown, file: string): ArchiveError {
  if (error instanceof ArchiveError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const full = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
  return new ArchiveError(full ? 'ARCHIVE_DISK_FULL' : 'ARCHIVE_WRITE_FAILED', file, message, { cause: error });
}
