/** Which errors mean that there is no room, whoever met them. */

/** Codes of ours, of the file system and of SQLite. EFBIG is a limit on one file's size. */
const FULL: ReadonlySet<string> = new Set(['NO_ROOM', 'ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', 'ARCHIVE_DISK_FULL']);

/** Whether an error, or what caused it, means that there is no room. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (FULL.has((at as Error & { code?: string }).code ?? '')) return true;
  }
  return false;
}
