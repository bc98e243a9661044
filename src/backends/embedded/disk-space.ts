/**
 * Room on the disk: how much is left, and when to pause.
 *
 * A crawl that runs into a full disk loses nothing (the archive is cut back, the transaction is undone), but leaves no
 * room for anybody else, its own database included. So it pauses earlier, at a watermark.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { WinnowError } from '../../model/index.js';

/** There is not enough room for what is to be done. */
export class DiskFull extends WinnowError {
  override readonly name = 'DiskFull';
  constructor(message: string) {
    super('NO_ROOM', message);
  }
}

/** Bytes an ordinary user may still write below this folder; the folder itself need not exist yet. */
export function freeSpace(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    return freeSpace(above);
  }
}

export interface DiskGuardOptions {
  readonly folder: string;
  /** Bytes that must stay free; 0 turns the guard off. */
  readonly keepFree: number;
  /** Asking costs a system call; a second is soon enough. */
  readonly everyMs?: number;
}

/** Returns a check to be called often: null to go on, else why to pause, in words. Once met, it stays met. */
export function diskGuard({ folder, keepFree, everyMs = 1000 }: DiskGuardOptions): (now: number) => string | null {
  let askedAt = Number.NEGATIVE_INFINITY;
  let met: string | null = null;
  return (now) => {
    if (met || keepFree <= 0 || now - askedAt < everyMs) return met;
    askedAt = now;
    const free = freeSpace(folder);
    if (free < keepFree)
      met = `the disk is nearly full: ${megabytes(free)} free below ${folder}, budget.keepFree is ${megabytes(keepFree)}`;
    return met;
  };
}

/** Throws DiskFull unless so many bytes are free. */
export function needSpace(folder: string, bytes: number, what: string): void {
  const free = freeSpace(folder);
  if (free >= bytes) return;
  throw new DiskFull(
    `${what} needs ${megabytes(bytes)} free below ${folder}; there are ${megabytes(free)}. Free some space and try again.`,
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`;
